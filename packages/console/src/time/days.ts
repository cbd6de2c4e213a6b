// UTC days, by which usage is counted.

const DAY_MS = 86_400_000;

/** Midnight UTC `count` days ago, as the API writes a day. */
export function daysAgo(count: number, nowMs = Date.now()): string {
  return new Date(nowMs - count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a balance lasts if spending goes on as in the last days; null if nothing was spent. */
export function runwayDays(available: bigint, spent: bigint, days: number): number | null {
  return spent <= 0n ? null : Math.floor((Number(available) * days) / Number(spent));
}
