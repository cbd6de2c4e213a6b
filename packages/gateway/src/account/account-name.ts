// Which names a new account may have, and an account may be given. Names from before this rule stay as they are.
import { type Failure, failure, invalid } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { ACCOUNT_NAME_TEXT } from '../domain/text-patterns.ts';

export const ACCOUNT_ID_PREFIX = 'acc_';

export const AccountName = Type.String({
  pattern: ACCOUNT_NAME_TEXT.pattern,
  description: `Must be ${ACCOUNT_NAME_TEXT.words}. No other account has it, in upper or lower case.`,
  examples: ['acme'],
});

const form = new RegExp(ACCOUNT_NAME_TEXT.pattern);

export function nameRefusal(name: string): Failure | null {
  if (!form.test(name)) return invalid('name', `must be ${ACCOUNT_NAME_TEXT.words}`);
  // Accounts are found by id or name, so a name must never read as somebody's id.
  return name.toLowerCase().startsWith(ACCOUNT_ID_PREFIX)
    ? invalid('name', `must not start with ${ACCOUNT_ID_PREFIX}`)
    : null;
}

export const nameTaken = failure(
  'CONFLICT',
  'An account with this name exists, in upper or lower case. Choose another one.',
);
