// Owns how many keys an account makes by itself on one UTC day, those that it revokes again included. Otherwise an account would escape
// whatever is counted for a key by making further ones. Keys that an operator makes are not counted.
import type { WriteMoment, Writing } from '../steps/writing.ts';

const DAY_MS = 86_400_000;

/** null when the key is counted; the milliseconds until the next day when the account has made as many as it may. */
export function* countMadeKey(
  { accountId, madePerDayMax }: { accountId: string; madePerDayMax: number },
  { nowMs }: Pick<WriteMoment, 'nowMs'>,
): Writing<number | null> {
  const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  // One statement, so that two processes that count at the same time wait for each other.
  const counted = yield {
    sql: `INSERT INTO rate_windows AS w (scope, start_ms, used) VALUES ($1, $2, 1)
          ON CONFLICT (scope) DO UPDATE SET start_ms = excluded.start_ms,
            used = CASE WHEN w.start_ms = excluded.start_ms THEN w.used + 1 ELSE 1 END
            WHERE w.start_ms <> excluded.start_ms OR w.used < $3
          RETURNING used`,
    values: [`keys_made:${accountId}`, dayMs, madePerDayMax],
  };
  return counted.length > 0 ? null : dayMs + DAY_MS - nowMs;
}
