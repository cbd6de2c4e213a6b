// A provider's quota: a number of units per day or month of some time zone, and how many units one page or record of an operation takes.
// Storage counts the units spent.
import { DAY_MS } from '../duration.ts';

/** A day has 23 or 25 hours when clocks change. */
export type QuotaPeriod = 'day' | 'month';

export interface Quota {
  readonly units: number;
  readonly per: QuotaPeriod;
  /** The time zone in which a period ends at midnight. */
  readonly reset: string;
  /** By operation, or by the last word of its name. Operations that are not listed take one unit. */
  readonly cost: Readonly<Record<string, number>>;
}

interface PeriodBounds {
  startMs: number;
  endMs: number;
}

/** `video.search` is listed by its full name or as `search`. */
export function unitsOf({ cost }: Pick<Quota, 'cost'>, operation: string): number {
  const word = operation.slice(operation.lastIndexOf('.') + 1);
  return cost[operation] ?? cost[word] ?? 1;
}

/** The day or month, in the quota's time zone, that contains this moment. The last result is cached until the period ends. */
export function periodAt(nowMs: number, { per, reset: zone }: Pick<Quota, 'per' | 'reset'>): PeriodBounds {
  const name = `${per} ${zone}`;
  const last = lastPeriods.get(name);
  if (last !== undefined && last.startMs <= nowMs && nowMs < last.endMs) return last;
  const found = findPeriod(nowMs, { per, reset: zone });
  if (lastPeriods.size < ZONES_MAX || last !== undefined) lastPeriods.set(name, found);
  return found;
}

/** Far more than any configuration names. */
const ZONES_MAX = 1_000;
const lastPeriods = new Map<string, PeriodBounds>();

function findPeriod(nowMs: number, { per, reset: zone }: Pick<Quota, 'per' | 'reset'>): PeriodBounds {
  const { year, month, day } = wallClock(nowMs, zone);
  const [from, to] = per === 'day' ? [day, day + 1] : [1, 1];
  const next = per === 'day' ? month : month + 1;
  return { startMs: dayBegins([year, month, from], zone), endMs: dayBegins([year, next, to], zone) };
}

export function isTimeZone(text: string): boolean {
  try {
    return formatOf(text) !== null;
  } catch {
    return false;
  }
}

type DateParts = [year: number, month: number, day: number];

interface WallClock {
  year: number;
  month: number;
  day: number;
  /** The local time there, written as if it were UTC. */
  shownMs: number;
}

/**
 * The first moment of a day in this zone. Where clocks change at midnight, midnight may occur twice (the first counts) or not at all (the
 * day starts at one). The offset is always that of the day before or of the day after.
 */
function dayBegins([year, month, day]: DateParts, zone: string): number {
  const asUtcMs = Date.UTC(year, month - 1, day);
  const begins = [asUtcMs - DAY_MS, asUtcMs + DAY_MS].map((atMs) => asUtcMs - offsetMs(atMs, zone));
  const inside = begins.filter((atMs) => wallClock(atMs, zone).shownMs >= asUtcMs);
  return Math.min(...inside);
}

function offsetMs(atMs: number, zone: string): number {
  return wallClock(atMs, zone).shownMs - atMs;
}

/** Whole seconds: no zone has had a finer offset for a century. */
function wallClock(atMs: number, zone: string): WallClock {
  const parts = formatOf(zone).formatToParts(atMs);
  const part = (type: string) => Number(parts.find((one) => one.type === type)!.value);
  const [year, month, day] = [part('year'), part('month'), part('day')];
  const seconds = Date.UTC(year, month - 1, day, part('hour'), part('minute'), part('second'));
  return { year, month, day, shownMs: seconds + (atMs - Math.floor(atMs / 1_000) * 1_000) };
}

/** A formatter takes 25 ms to make. One per time zone in the settings. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const numeric = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  });
  if (formats.size < ZONES_MAX) formats.set(zone, format);
  return format;
}
