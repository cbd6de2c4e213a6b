// The key with which a collection or a watch works, as it is now.
import type { KeyHolder, Storage } from '../../storage/storage.ts';

/** null when the key or its account does not exist. Whether the key may still be used is decided with each call. */
export async function findHolder(
  { keys, accounts }: Pick<Storage, 'keys' | 'accounts'>,
  keyId: string,
): Promise<KeyHolder | null> {
  const key = await keys.find({ id: keyId });
  const account = key === null ? null : await accounts.find({ idOrName: key.accountId });
  if (key === null || account === null) return null;
  return { key, account, secretValidUntilMs: null };
}
