// The times of cues, read and written.
import { HOUR_DIGITS_MAX } from './cue.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * `hours:minutes:seconds.fraction` without or with hours, with a point or a comma. WebVTT wants two digits and a fraction of three; files that were
 * written by hand have fewer.
 */
const TIME = `(?:(\\d{1,${HOUR_DIGITS_MAX}}):)?(\\d{1,2}):(\\d{1,2})(?:[.,](\\d+))?`;
/** What stands behind the second time, such as settings of WebVTT or coordinates of SRT, is ignored. */
const TIMES = new RegExp(`^[ \\t\\f]*${TIME}[ \\t\\f]*-->[ \\t\\f]*${TIME}`);

export interface CueTimes {
  startMs: number;
  endMs: number;
}

/** The times of a line such as `00:01.000 --> 00:02.500`; null if it has none. */
export function readTimes(line: string): CueTimes | null {
  const found = TIMES.exec(line);
  if (found === null) return null;
  const startMs = toMs(found[1], found[2] as string, found[3] as string, found[4]);
  const endMs = toMs(found[5], found[6] as string, found[7] as string, found[8]);
  if (startMs === null || endMs === null) return null;
  // A player never shows a cue that ends before it starts. A transcript keeps its text.
  return { startMs, endMs: Math.max(startMs, endMs) };
}

/** Null for 60 and more minutes or seconds: players disagree on what they mean. */
function toMs(hours: string | undefined, minutes: string, seconds: string, fraction = ''): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null;
  const whole = Number(hours ?? 0) * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000;
  return whole + Number(fraction.slice(0, 3).padEnd(3, '0'));
}

/** `00:01:02.500`. SRT has a comma in place of the point. */
export function writeTime(ms: number, point: '.' | ','): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = twoDigits(Math.floor(minutes / 60));
  return `${hours}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}${point}${String(ms % 1000).padStart(3, '0')}`;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
