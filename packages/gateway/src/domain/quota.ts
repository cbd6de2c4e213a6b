// Owns what a quota of a provider is: so many units in a day or a month of some place on earth, and how many of them one page or
// record of an operation takes. Pure; how many are spent is written down by storage.

/** A day has 23, 24 or 25 hours where clocks change. */
export type QuotaPeriod = 'day' | 'month';

export interface Quota {
  readonly units: number;
  readonly per: QuotaPeriod;
  /** The time zone at whose midnight a period ends. */
  readonly reset: string;
  /** By operation, or by the last word of its name; what is not in it takes one unit. */
  readonly cost: Readonly<Record<string, number>>;
}

export interface PeriodBounds {
  startMs: number;
  endMs: number;
}

/** `video.search` goes by its own name or by `search`. */
export function unitsOf({ cost }: Pick<Quota, 'cost'>, operation: string): number {
  const word = operation.slice(operation.lastIndexOf('.') + 1);
  return cost[operation] ?? cost[word] ?? 1;
}

/** The day or month of that place that this moment lies in. The last answer is kept: it holds until the period ends. */
export function periodAt(nowMs: number, { per, reset: zone }: Pick<Quota, 'per' | 'reset'>): PeriodBounds {
  const name = `${per} ${zone}`;
  const last = lastPeriods.get(name);
  if (last !== undefined && last.startMs <= nowMs && nowMs < last.endMs) return last;
  const found = findPeriod(nowMs, { per, reset: zone });
  if (lastPeriods.size < ZONES_MAX || last !== undefined) lastPeriods.set(name, found);
  return found;
}

/** Far more than the settings name. */
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

const DAY_MS = 86_400_000;

type DateParts = [year: number, month: number, day: number];

interface WallClock {
  year: number;
  month: number;
  day: number;
  /** What the clock there shows, as if it were UTC. */
  shownMs: number;
}

/**
 * The first moment of a day there. Where clocks change at midnight it may come twice, then the first counts, or not at all, then the
 * day begins at one. The offsets of the day before and the day after are the only two that it can have.
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

/** One takes 25 ms to make, the first time; as many as there are zones in the settings. */
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
