// Owns what a node watches of the whole ledger, for every backend: sums over accounts and the refunds of a day, so that it costs the same whatever
// the number of calls.
import type { Micros } from '../../domain/money.ts';
import type { LedgerWatch } from '../usage-slices.ts';
import { one, type Reading } from './reading.ts';
import { readBackedUpAt, readDrill, readVerdict } from './verdict.ts';

const DAY_MS = 86_400_000;

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
    verdict: yield* readVerdict(),
    backedUpAtMs: yield* readBackedUpAt(),
    drill: yield* readDrill(),
  };
}
