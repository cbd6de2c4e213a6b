// Owns days of UTC, by which usage is counted.

const DAY_MS = 86_400_000;

/** As the API writes a day: midnight of so many days ago. */
export function daysAgo(count: number, nowMs = Date.now()): string {
  return new Date(nowMs - count * DAY_MS).toISOString().slice(0, 10);
}

/** How long a balance lasts when the next days cost what the last ones did; null when they cost nothing. */
export function runwayDays(available: bigint, spent: bigint, days: number): number | null {
  return spent <= 0n ? null : Math.floor((Number(available) * days) / Number(spent));
}
