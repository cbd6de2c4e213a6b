// How calls of each path ended in the last hour, day and month. Read from storage once for all who ask, and then kept for a while.
import type { Clock } from '../../domain/clock.ts';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { type OutcomesInput, type Storage, stepOf } from '../../storage/storage.ts';
import type { Outcomes, StatusFigures } from '../../verb/deps.ts';
import { readOrFailure } from '../../verb/reports.ts';

/** For this many seconds the figures of an hour and of a day are not read again. */
export const STATUS_SECONDS = 60;
/** For this many seconds those of a month are not: a quarter of an hour changes little in a month, which takes longest to read. */
export const MONTH_SECONDS = 900;
/** Five minutes each. */
const HOUR_PARTS = 12;
/** Today and the 29 UTC days before. */
export const MONTH_DAYS = 30;

interface StatusDeps {
  storage: Pick<Storage, 'usage'>;
  clock: Clock;
}

/** Long reads wait in a queue by party; these are asked by the gateway itself. */
const PARTY = 'status';

export function createStatusFigures({ storage, clock }: StatusDeps): () => Promise<StatusFigures | Failure> {
  const read = async (input: OutcomesInput): Promise<Outcomes | Failure> => {
    const found = readOrFailure(await storage.usage.outcomes({ ...input, party: PARTY }));
    return isFailure(found) ? found : new Map(found.map((one) => [one.path, one]));
  };
  const month = keptFor(MONTH_SECONDS, clock, (nowMs) => {
    const fromMs = nowMs - (nowMs % DAY_MS) - (MONTH_DAYS - 1) * DAY_MS;
    return read({ fromMs, toMs: nowMs, totals: 'days', parts: MONTH_DAYS });
  });
  return keptFor(STATUS_SECONDS, clock, async (nowMs) => {
    const since = (ms: number) => ({ fromMs: stepOf(nowMs - ms), toMs: nowMs, totals: 'steps' as const });
    // One after the other: reports of operators need the other thread.
    // Codes are read from a bounded number of failed calls of each part. With short parts one account's failures cannot displace those of others.
    const hour = await read({ ...since(HOUR_MS), parts: HOUR_PARTS });
    if (isFailure(hour)) return hour;
    const day = await read({ ...since(DAY_MS), parts: 24 });
    if (isFailure(day)) return day;
    const whole = await month();
    return isFailure(whole) ? whole : { hour, day, month: whole, readAtMs: nowMs };
  });
}

/** All who ask while it is being read wait for the same reading. A reading that failed is not kept. */
function keptFor<T>(seconds: number, clock: Clock, read: (nowMs: number) => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; untilMs: number } | null = null;
  return () => {
    if (kept !== null && clock.monotonicMs() < kept.untilMs) return kept.value;
    const mine = { value: read(clock.nowMs()), untilMs: clock.monotonicMs() + seconds * 1_000 };
    kept = mine;
    const forget = () => {
      if (kept === mine) kept = null;
    };
    mine.value.then((value) => isFailure(value) && forget(), forget);
    return mine.value;
  };
}
