// What the errors of the YouTube Data API mean: which quota is used up and when it is renewed, and that a key is not accepted. One error
// reason is used for several quotas, and bad keys come with status 400.
import { MINUTE_MS } from '../../domain/duration.ts';
import type { AttemptFailure, UpstreamResponse } from '../connector.ts';
import { byStatus, failed, retryAfterMs } from '../parsing/failures.ts';
import { count, text, texts } from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';

/** Reasons that mean: no more calls today. */
const DAY_QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'dailyLimitExceededUnreg']);
const RATE = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED']);
/** These come with status 400, though the caller's input is not to blame. */
const BAD_KEY = new Set(['keyInvalid', 'keyExpired', 'API_KEY_INVALID', 'API_KEY_EXPIRED']);

export function youtubeFailure(response: UpstreamResponse, error: Json): AttemptFailure {
  const said = [...array(error.errors), ...array(error.details)].flatMap((part) =>
    texts(object(part).reason),
  );
  const detail = `status ${response.status}: ${said.join(', ').slice(0, 100)}`;
  const one = (of: Set<string>) => said.some((reason) => of.has(reason));
  const untilMidnight = () => failed('rate_limited', detail, msToPacificMidnight(response.receivedAtMs));
  if (one(DAY_QUOTA)) return untilMidnight();
  if (one(RATE) || response.status === 429) {
    const period = quotaPeriod(error);
    if (period === 'day') return untilMidnight();
    return failed(
      'rate_limited',
      detail,
      retryAfterMs(response) ?? (period === 'minute' ? MINUTE_MS : undefined),
    );
  }
  if (one(BAD_KEY)) return failed('refused', detail);
  return byStatus({
    ...response,
    status: response.status === 200 ? (count(error.code) ?? 200) : response.status,
  });
}

/**
 * Which quota is used up. All have the same reason (`rateLimitExceeded`); the details tell them apart, by the name of the limit
 * (`defaultSearchListPerDayPerProject`), by its unit (`1/d/{project}`) or in words.
 */
function quotaPeriod(error: Json): 'day' | 'minute' | null {
  const said = array(error.details).map((part) => object(object(part).metadata));
  const signs = [
    ...said.flatMap(({ quota_limit, quota_unit }) => [text(quota_limit), text(quota_unit)]),
    text(error.message),
  ].join(' ');
  if (/PerDay|\b1\/d\b|per day\b/i.test(signs)) return 'day';
  return /PerMinute|\b1\/min\b|per minute\b/i.test(signs) ? 'minute' : null;
}

/** Created when a quota is used up, not at every start: the first time zone that a process uses takes 25 ms. */
const pacificTime = () =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Los_Angeles',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  });

function pacific(atMs: number): { year: number; month: number; day: number; hour: number } {
  const parts = pacificTime().formatToParts(atMs);
  const part = (type: string) => Number(parts.find((found) => found.type === type)!.value);
  return { year: part('year'), month: part('month'), day: part('day'), hour: part('hour') };
}

/** Pacific midnight is 07:00 or 08:00 UTC: the one at which the local hour is 0. Clocks change at 2 o'clock, so there always is one. */
function msToPacificMidnight(nowMs: number): number {
  const { year, month, day } = pacific(nowMs);
  const [summer, winter] = [7, 8].map((hour) => Date.UTC(year, month - 1, day + 1, hour)) as [number, number];
  return (pacific(summer).hour === 0 ? summer : winter) - nowMs;
}
