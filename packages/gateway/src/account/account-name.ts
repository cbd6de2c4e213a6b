// Owns which names an account may have, beside their form.
import { type Failure, invalid } from '../domain/failure.ts';

export const ACCOUNT_ID_PREFIX = 'acc_';

/** Accounts are found by id or name, so a name must never read as somebody's id. */
export function nameRefusal(name: string): Failure | null {
  return name.startsWith(ACCOUNT_ID_PREFIX)
    ? invalid('name', `must not start with ${ACCOUNT_ID_PREFIX}`)
    : null;
}
