// What is left undone for collections and watches. Nodes of a release without them close an account and keep what it gathered, or credit it and
// leave its watches paused. What an ended collection or watch had paid before the ledger was restored, and did not get again, is refunded.
import { type Micros, ZERO } from '../../domain/money.ts';
import type { Reading } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { wakeCollections } from './collection-rows.ts';
import { dropCollections } from './collections.ts';
import { OWED_BY_ENDED, refundEnded } from './paid-before.ts';
import { endWatchesOf, resumeForBalance } from './watches.ts';

/** Accounts that one look finds. */
const ACCOUNTS_MAX = 100;

/**
 * Accounts for which something is left to do. A watch is paused when its account cannot pay for a page, and the balance that is wanted here
 * pays for the whole run. So a watch that is paused again is not found again before the account is credited.
 */
export function* findLeftUndone(): Reading<string[]> {
  const rows = yield {
    sql: `SELECT w.account_id FROM watches w JOIN accounts a ON a.id = w.account_id
           WHERE (a.closed_at_ms IS NOT NULL AND w.state <> 'ended')
              OR (w.state = 'paused' AND w.paused_for = 'balance' AND w.run_most_micros <= a.balance_micros)
          UNION
          SELECT c.account_id FROM collections c JOIN accounts a ON a.id = c.account_id
           WHERE a.closed_at_ms IS NOT NULL AND c.is_removed = 0
          UNION ${OWED_BY_ENDED}
          LIMIT ${ACCOUNTS_MAX}`,
    values: [],
  };
  return rows.map(({ account_id }) => account_id as string);
}

export function* catchUpGathered(
  { accountId }: { accountId: string },
  { nowMs }: WriteMoment,
): Writing<{ isClosed: boolean; refundedMicros: Micros }> {
  const [account] = yield { lockAccount: accountId };
  const isClosed = account !== undefined && account.closed_at_ms !== null;
  if (isClosed) {
    yield* dropCollections(accountId, nowMs);
    yield* endWatchesOf(accountId, nowMs);
    return { isClosed, refundedMicros: ZERO };
  }
  yield* wakeCollections(accountId, 'balance', nowMs);
  yield* resumeForBalance(accountId);
  return { isClosed, refundedMicros: yield* refundEnded(accountId) };
}
