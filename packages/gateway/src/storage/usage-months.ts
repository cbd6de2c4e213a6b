// Owns which days of usage are kept, for every backend: whole months, and always the one that runs, because the spending caps
// of keys are counted in it.
import { utcDay } from '../domain/clock.ts';

/** The first day that stays when so many whole months are kept beside the current one. */
export function firstKeptDay(nowMs: number, keepMonths: number): string {
  const now = new Date(nowMs);
  return utcDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Math.max(1, keepMonths), 1));
}
