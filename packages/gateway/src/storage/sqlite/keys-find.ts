// Finds a key by the hash of its secret, with the account that pays. Every call does this.
import type { KeyHolder } from '../nouns/keys.ts';
import { readAccount, readKey } from '../nouns/rows.ts';
import type { VerbContext } from './verb-context.ts';

export function findKeyByHash({ db }: VerbContext, input: { hash: string }): KeyHolder | null {
  const secret = db.get('SELECT key_id, valid_until_ms FROM key_secrets WHERE hash = ?', input.hash);
  if (secret === undefined) return null;
  const key = readKey(db.get('SELECT * FROM keys WHERE id = ?', secret.key_id as string)!);
  const account = readAccount(db.get('SELECT * FROM accounts WHERE id = ?', key.accountId)!);
  return { key, account, secretValidUntilMs: secret.valid_until_ms as number | null };
}
