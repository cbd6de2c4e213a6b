// What a node watches of the whole ledger: sums over accounts, the refunds of a day and the webhooks that are behind. It costs the same whatever
// the number of calls.
import type { Micros } from '../../domain/money.ts';
import { one, type Reading } from '../steps/reading.ts';
import { type LedgerVerdict, readBackedUpAt, readDrill, readVerdict, type StorageDrill } from './verdict.ts';

/** Events that a webhook which is not disabled has not taken yet. */
export interface UndeliveredEvents {
  count: number;
  /** When the oldest of them happened; null when there is none. */
  sinceMs: number | null;
}

/** What a node watches of the whole ledger. */
export interface LedgerWatch {
  heldMicros: Micros;
  balanceMicros: Micros;
  /** Of this UTC day. */
  refundedMicros: Micros;
  /** Of this UTC day. */
  rechargesDeclined: number;
  undelivered: UndeliveredEvents;
  /** null before the first check. */
  verdict: LedgerVerdict | null;
  /** null before the first backup. */
  backedUpAtMs: number | null;
  /** null before the first drill. */
  drill: StorageDrill | null;
}

const DAY_MS = 86_400_000;

/** Sums that a node shows all the time. */
export function* readLedgerWatch({ nowMs }: { nowMs: number }): Reading<LedgerWatch> {
  const sums = yield* one(
    `SELECT CAST(coalesce(sum(held_micros), 0) AS bigint) AS held,
            CAST(coalesce(sum(balance_micros), 0) AS bigint) AS balance FROM accounts`,
  );
  // In the words of the index over everything but charges.
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
    drill: yield* readDrill(),
  };
}

/** The oldest that a webhook waits for is the one behind its cursor; it lies at a place of its own in the index of events. */
function* readUndelivered(): Reading<UndeliveredEvents> {
  const row = yield* one(
    `SELECT CAST(coalesce(sum(h.seq - w.cursor_seq), 0) AS bigint) AS n, min(e.at_ms) AS since_ms
       FROM webhooks w JOIN event_heads h ON h.stream = w.stream
            LEFT JOIN events e ON e.stream = w.stream AND e.seq = w.cursor_seq + 1
      WHERE w.state = 'active' AND w.cursor_seq < h.seq`,
  );
  return { count: row?.n as number, sinceMs: (row?.since_ms as number | null) ?? null };
}
