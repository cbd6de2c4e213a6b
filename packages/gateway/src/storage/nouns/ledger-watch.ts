// Figures about the whole ledger that every node shows in its metrics: sums over accounts, refunds of the day, and undelivered events.
// The cost does not depend on the number of calls.
import { DAY_MS } from '../../domain/duration.ts';
import type { Micros } from '../../domain/money.ts';
import { one, type Reading } from '../steps/reading.ts';
import {
  type LedgerVerdict,
  readArchivedAt,
  readBackedUpAt,
  readDrill,
  readVerdict,
  type StorageDrill,
} from './verdict.ts';

/** Events that active webhooks have not received yet. */
export interface UndeliveredEvents {
  count: number;
  /** Time of the oldest of them; null without any. */
  sinceMs: number | null;
}

export interface LedgerWatch {
  heldMicros: Micros;
  balanceMicros: Micros;
  /** Since midnight UTC. */
  refundedMicros: Micros;
  /** Since midnight UTC. */
  rechargesDeclined: number;
  undelivered: UndeliveredEvents;
  /** null before the first check. */
  verdict: LedgerVerdict | null;
  /** null before the first backup. */
  backedUpAtMs: number | null;
  /** null where nothing was archived. */
  archivedAtMs: number | null;
  /** null before the first drill. */
  drill: StorageDrill | null;
}

export function* readLedgerWatch({ nowMs }: { nowMs: number }): Reading<LedgerWatch> {
  const sums = yield* one(
    `SELECT CAST(coalesce(sum(held_micros), 0) AS bigint) AS held,
            CAST(coalesce(sum(balance_micros), 0) AS bigint) AS balance FROM accounts`,
  );
  // Repeats the condition of the partial index over all entries except charges.
  const refunds = yield* one(
    `SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) AS micros FROM entries
      WHERE kind <> 'charge' AND kind = 'refund' AND at_ms >= $1`,
    nowMs - (nowMs % DAY_MS),
  );
  const recharges = yield* one(
    "SELECT count(*) AS n FROM recharges WHERE state = 'declined' AND wanted_at_ms >= $1",
    nowMs - (nowMs % DAY_MS),
  );
  return {
    heldMicros: sums?.held as Micros,
    balanceMicros: sums?.balance as Micros,
    refundedMicros: refunds?.micros as Micros,
    rechargesDeclined: recharges?.n as number,
    undelivered: yield* readUndelivered(),
    verdict: yield* readVerdict(),
    backedUpAtMs: yield* readBackedUpAt(),
    archivedAtMs: yield* readArchivedAt(),
    drill: yield* readDrill(),
  };
}

/** The oldest undelivered event of a webhook is the one after its cursor, which the index of events finds directly. */
function* readUndelivered(): Reading<UndeliveredEvents> {
  const row = yield* one(
    `SELECT CAST(coalesce(sum(h.seq - w.cursor_seq), 0) AS bigint) AS n, min(e.at_ms) AS since_ms
       FROM webhooks w JOIN event_heads h ON h.stream = w.stream
            LEFT JOIN events e ON e.stream = w.stream AND e.seq = w.cursor_seq + 1
      WHERE w.state = 'active' AND w.cursor_seq < h.seq`,
  );
  return { count: row?.n as number, sinceMs: (row?.since_ms as number | null) ?? null };
}
