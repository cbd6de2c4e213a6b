// Owns the step from "maybe a caller" to the key holder for verbs that are mounted behind a key.
import type { KeyHolder } from '../storage/storage.ts';
import type { AccountCaller } from './deps.ts';

/** A missing caller here means that a verb was mounted without authentication: a bug, so it throws. */
export function keyHolder(caller: AccountCaller): KeyHolder {
  if (caller === null) throw new Error('an account verb ran without an authenticated key');
  return caller;
}
