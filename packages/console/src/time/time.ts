// How times and durations are written, in the reader's language and time zone.

type Zone = 'UTC' | 'local';

export interface TimeFormat {
  /** 14:32:07 */
  clock(at: string): string;
  /** 14:32 */
  minute(at: string): string;
  /** 16 Nov, 14:32; with the year if it is another one */
  moment(at: string): string;
  /** 16 Nov 2026, 14:32:07 */
  full(at: string): string;
  /** 16 Nov */
  day(at: string): string;
  /** 16 Nov, from `2026-11-16`: days of the ledger are UTC days, whatever the reader's zone. */
  ledgerDay(day: string): string;
  /** October 2026, from `2026-10`: months of the ledger are UTC months, whatever the reader's zone. */
  month(month: string): string;
  /** 14 */
  hour(at: string): string;
  /** 3 minutes ago */
  ago(at: string, nowMs: number): string;
  /** The name of the time zone. */
  zone: string;
}

/** The gateway writes the first millisecond of 1970 for what has been in force since its first start. */
export function isEver(at: string): boolean {
  return Date.parse(at) === 0;
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
];

function relative(language: string, seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  return format.format(Math.round(seconds / size), unit);
}

export function timeFormat(language: string, zone: Zone, nowMs = Date.now()): TimeFormat {
  const timeZone = zone === 'UTC' ? 'UTC' : undefined;
  const make = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language, {
      ...options,
      hourCycle: 'h23',
      ...(timeZone && { timeZone }),
    });
    return (at: string) => format.format(new Date(at));
  };
  /** Adds the year, unless it is the present one. */
  const ofYear = (options: Intl.DateTimeFormatOptions) => {
    const [near, far] = [make(options), make({ ...options, year: 'numeric' })];
    const year = new Date(nowMs).getUTCFullYear();
    return (at: string) => (new Date(at).getUTCFullYear() === year ? near(at) : far(at));
  };
  const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const days = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    clock: make(clock),
    minute: make({ hour: '2-digit', minute: '2-digit' }),
    moment: ofYear({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
    full: make({ day: 'numeric', month: 'short', year: 'numeric', ...clock }),
    day: ofYear({ day: 'numeric', month: 'short' }),
    ledgerDay: (day) => days.format(new Date(`${day.slice(0, 10)}T00:00:00Z`)),
    month: (month) => months.format(new Date(`${month}-01T00:00:00Z`)),
    hour: make({ hour: '2-digit' }),
    ago: (at, nowMs) => relative(language, Math.round((Date.parse(at) - nowMs) / 1000)),
    zone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** 640 ms, 2.31 s */
export function writeMs(ms: number, language: string): string {
  const places = ms < 10_000 ? 0 : 1;
  const [value, unit] = ms < 10_000 ? [ms, 'millisecond'] : [ms / 1000, 'second'];
  const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: places } as const;
  return new Intl.NumberFormat(language, style).format(value);
}

/** 0:15, 1:02:07 */
export function writeLength(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, at) => (at === 0 ? `${part}` : `${part}`.padStart(2, '0'))).join(':');
}

/** UTC days, by which usage is counted. */
const DAY_MS = 86_400_000;

/** Midnight UTC `count` days ago, as the API writes a day. */
export function daysAgo(count: number, nowMs = Date.now()): string {
  return new Date(nowMs - count * DAY_MS).toISOString().slice(0, 10);
}

/** How many days a balance lasts if spending goes on as in the last days; null if nothing was spent. */
export function runwayDays(available: bigint, spent: bigint, days: number): number | null {
  return spent <= 0n ? null : Math.floor((Number(available) * days) / Number(spent));
}
