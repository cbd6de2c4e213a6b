// What the scenarios of collections and watches share: their ids, two accounts that pay, what a page or a run has found, and claims.
import { gzipSync } from 'node:zlib';
import type { Storage } from '../../storage.ts';
import { addPayer, keyIdOf, publishPrice, UNBOUND } from '../payer.ts';
import type { Recorder } from '../recorder.ts';
import { HOUR } from './same-for-all.ts';

export const ownerOf = (side: string) => ({
  ...{ actor: `key:${keyIdOf(`acc_${side}`)}`, accountId: `acc_${side}`, keyId: keyIdOf(`acc_${side}`) },
});
export const col = (n: number) => `col_000000000000000${n}`;
export const wat = (n: number) => `wat_000000000000000${n}`;
/** A second key of the second account. */
export const OTHER_KEY = 'other-key';

export async function addOwners({ storage }: Recorder): Promise<void> {
  await publishPrice(storage);
  await addPayer(storage, 'acc_a', 40);
  await addPayer(storage, 'acc_b', 30);
  const key = {
    actor: 'admin',
    id: OTHER_KEY,
    accountId: 'acc_b',
    name: 'other',
    prefix: 'p',
    hash: 'other',
  };
  await storage.keys.create({ ...key, groups: ['u1'], ...UNBOUND });
}

export function foundOf(names: readonly string[], seen = names) {
  const lines = names.map((id) => JSON.stringify({ id }));
  const text = lines.map((line) => `${line}\n`).join('');
  const body = names.length === 0 ? null : gzipSync(text);
  return {
    items: names.length,
    bytes: text.length,
    body,
    linksUntilMs: null,
    seen: seen.map((id) => `tube:${id}`),
  };
}

export async function claimDue(
  { duties }: Storage,
  kind: 'collection' | 'watch',
  lease: string,
): Promise<void> {
  await duties.claim({ kind, lease, leaseMs: HOUR, limit: 9, perParty: 3, held: {} });
}
