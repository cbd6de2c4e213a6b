// Reads the start time in an address: `90`, `90s`, `1m30s`, `1h2m3s`, `1:02:03`. Pure.
import type { AddressDetails } from './address.ts';

/** Longer than any video with such a mark. */
const START_SECONDS_MAX = 100 * 3_600;
const UNITS = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})(?:\.\d{1,6})?s?)?$/;
const CLOCK = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})$/;

/** In milliseconds; null when the text is empty or not a time. */
function readStart(text: string | null): number | null {
  if (text === null || text === '' || text.length > 30) return null;
  const [, hours, minutes, seconds] = UNITS.exec(text) ?? CLOCK.exec(text) ?? [];
  const total = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return total > 0 && total <= START_SECONDS_MAX ? total * 1_000 : null;
}

/** The first of these texts that is a start time. */
export function startIn(...texts: (string | null)[]): Pick<AddressDetails, 'start_ms'> {
  const startMs = texts.map(readStart).find((ms) => ms !== null) ?? null;
  return startMs === null ? {} : { start_ms: startMs };
}

/** `before` and the start time in seconds: `&t=90`. Empty without a start time. */
export function startMark(before: string, { start_ms: startMs }: AddressDetails, after = ''): string {
  return startMs === undefined ? '' : `${before}${startMs / 1_000}${after}`;
}

/** The start time of a fragment `t=90`. */
export function fragmentStart(fragment: string): string | null {
  return fragment.startsWith('t=') ? fragment.slice(2) : null;
}
