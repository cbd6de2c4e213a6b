// Owns what a key's spend caps count from and until when they hold. The backends sum the rows.
import { utcDay } from '../domain/clock.ts';
import type { Row } from './rows.ts';

/** Days and months are UTC, like the rows that they are summed from. */
export function capsOf(payer: Row, nowMs: number) {
  const [year = 0, month = 0, day = 0] = utcDay(nowMs).split('-').map(Number);
  return [
    {
      reason: 'daily_cap',
      capMicros: payer.daily_cap_micros,
      fromDay: utcDay(nowMs),
      untilMs: Date.UTC(year, month - 1, day + 1),
    },
    {
      reason: 'monthly_cap',
      capMicros: payer.monthly_cap_micros,
      fromDay: startOfMonth(utcDay(nowMs)),
      untilMs: Date.UTC(year, month, 1),
    },
  ] as const;
}

export function startOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}
