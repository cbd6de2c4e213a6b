// Calls of each key on each of the last days. Pure.
import { daysAgo } from '../time/time.ts';

/** As many bars as fit into a table cell. */
export const KEY_DAYS = 14;

interface Slice {
  /** The key id and the day. */
  groups: readonly string[];
  calls: number;
  failures: number;
}

/** One count for each day, oldest first. */
export function callsByKey(slices: readonly Slice[], nowMs = Date.now()): Map<string, number[]> {
  const days = Array.from({ length: KEY_DAYS }, (_, at) => daysAgo(KEY_DAYS - 1 - at, nowMs));
  const byKey = new Map<string, number[]>();
  for (const { groups, calls, failures } of slices) {
    const [key = '', day = ''] = groups;
    const at = days.indexOf(day.slice(0, 10));
    const counts = byKey.get(key) ?? days.map(() => 0);
    if (at >= 0) counts[at]! += calls + failures;
    byKey.set(key, counts);
  }
  return byKey;
}
