// Brings a ledger forward from all batches of its archive, or (in a dry run) reports what that would do. A dry run is given the position
// that earlier batches would have reached for each account, so it finds the same as the real run.

import type { CatchUp, CaughtUp, ReachedAccount } from '../nouns/archive.ts';
import type { Storage } from '../storage.ts';
import type { Archive } from './archive-files.ts';

/** Yields one result per batch. */
export async function* catchUpArchive(
  archive: Archive,
  ledger: Pick<Storage['ledger'], 'catchUp'>,
  { writes, actor }: Pick<CatchUp, 'writes' | 'actor'>,
): AsyncGenerator<CaughtUp> {
  const ahead = new Map<string, ReachedAccount>();
  for await (const { rows } of archive.read()) {
    const found = await ledger.catchUp({
      rows,
      writes,
      actor,
      ...(!writes && { ahead: aheadOf(ahead, rows) }),
    });
    if (!writes) for (const account of found.reached) ahead.set(account.accountId, account);
    yield found;
  }
}

/** Only for accounts of this batch and accounts of the same name: an archive may contain many more. */
function aheadOf(
  ahead: ReadonlyMap<string, ReachedAccount>,
  { accounts }: CatchUp['rows'],
): ReachedAccount[] {
  const [ids, names] = [accounts.map(({ id }) => id), accounts.map(({ name }) => name)];
  return [...ahead.values()].filter(({ accountId, name }) => ids.includes(accountId) || names.includes(name));
}
