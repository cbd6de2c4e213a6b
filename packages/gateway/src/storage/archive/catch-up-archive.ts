// Brings a ledger forward from all batches of its archive, or only says what that would do. A dry run is told where the batches before
// would have brought each account, so it finds what the real one finds.

import type { CatchUp, CaughtUp, ReachedAccount } from '../nouns/archive.ts';
import type { Storage } from '../storage.ts';
import type { Archive } from './archive-files.ts';

/** What was found, batch by batch. */
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

/** Of the accounts that the batch is about, and of their namesakes: an archive may know many more. */
function aheadOf(
  ahead: ReadonlyMap<string, ReachedAccount>,
  { accounts }: CatchUp['rows'],
): ReachedAccount[] {
  const [ids, names] = [accounts.map(({ id }) => id), accounts.map(({ name }) => name)];
  return [...ahead.values()].filter(({ accountId, name }) => ids.includes(accountId) || names.includes(name));
}
