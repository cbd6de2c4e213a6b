// Owns whose turn it is to read the payments of the last days: one process for each such time, whoever asks first. A process that
// dies in its turn leaves it to the next.
import type { WriteMoment, Writing } from './writing.ts';

export function* claimPaymentRun(
  { everyMs }: { everyMs: number },
  { nowMs }: WriteMoment,
): Writing<{ isClaimed: boolean }> {
  const rows = yield {
    sql: `UPDATE meta SET value = $1 WHERE name = 'payments_read_at_ms' AND value <= $2 RETURNING value`,
    values: [nowMs, nowMs - everyMs],
  };
  return { isClaimed: rows.length > 0 };
}
