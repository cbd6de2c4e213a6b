// Tolerant readers of single fields: a value that is absent, empty or of the wrong type becomes null, never 0 or "". Every connector uses
// them, so that an unknown value looks the same everywhere.
import { formatTime } from '../../domain/clock.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import { decodeEntities } from './html-text.ts';
import { array, numberText, object, wholeDigits } from './json.ts';
import { bounded, joined, TEXT_CHARS_MAX } from './text.ts';
import { isPlainUrl, isUrl, resolve } from './url.ts';

/** More entries of one field than any platform gives: hashtags, mirrors of a picture. */
const LIST_ITEMS_MAX = 1_000;
/** Signed addresses of pictures reach 2,000 characters. A longer address is dropped, because a cut one would not work. */
const URL_CHARS_MAX = 8_192;

/** Non-empty text, cut to its limit, without the characters that strict JSON parsers refuse; null otherwise. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const found = bounded(value);
  return found.includes('\0') || !found.isWellFormed()
    ? found.replaceAll('\0', '').toWellFormed() || null
    : found;
}

/** The text of a video, cleaned. `text_truncated` is set where it was cut to the limit. */
export function prose(
  value: unknown,
  clean: (text: string) => string = (text) => text,
): Pick<ParsedVideo, 'text' | 'text_truncated'> {
  const found = text(value);
  return {
    text: (found && text(clean(found))) || null,
    text_truncated: typeof value === 'string' && value.length > TEXT_CHARS_MAX,
  };
}

/** Text in which the platform left HTML entities. */
export function decoded(value: unknown): string | null {
  const found = text(value);
  return found === null ? null : decodeEntities(found);
}

/** An id: text, or a whole number of any length, as text. */
export function id(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return wholeDigits(value);
}

/** A count: a whole number, as a number or as digits. Fractions, negative numbers and words are not counts. */
export function count(value: unknown): number | null {
  // `+ 0` turns -0 into 0.
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
  const digits = typeof value === 'string' ? value : wholeDigits(value);
  if (digits === null || !/^\d{1,16}$/.test(digits)) return null;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : null;
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** For platforms that also write 1 and 0, or either as text. */
export function looseFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const said = typeof value === 'string' ? value : wholeDigits(value);
  if (said === '1' || said === 'true') return true;
  return said === '0' || said === 'false' ? false : null;
}

/** Any finite number, for durations in fractions of a second. */
export function number(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  const source = typeof value === 'string' && value !== '' ? value : numberText(value);
  const found = source === null ? Number.NaN : Number(source);
  return Number.isFinite(found) ? found : null;
}

/** The strings of a list; a single string counts as a list of one. */
export function texts(value: unknown): string[] {
  const list = typeof value === 'string' ? [value] : array(value);
  return list.length === 0 ? [] : list.slice(0, LIST_ITEMS_MAX).flatMap((item) => text(item) ?? []);
}

/** An absolute http(s) URL. A protocol-relative one gets https; a path is resolved against `base`, if there is one. */
export function url(value: unknown, base: string | null = null): string | null {
  if (typeof value !== 'string' || value.length > URL_CHARS_MAX) return null;
  if (isPlainUrl(value)) return value;
  const found = text(value);
  if (found === null) return null;
  const absolute = found.startsWith('//') ? joined('https:', found) : found;
  if (/^https?:\/\//i.test(absolute)) return isUrl(absolute) ? absolute : null;
  return base === null || !found.startsWith('/') ? null : resolve(found, base);
}

/**
 * An id as one segment of a path. A lone surrogate, which cannot be encoded, becomes U+FFFD. One or two dots would mean a parent folder in
 * any encoding, so they are encoded twice, which is an id that nobody has.
 */
export function segment(value: string): string {
  if (value === '.' || value === '..') return value.replaceAll('.', '%252E');
  return encodeURIComponent(value.toWellFormed());
}

/** Platforms write 0 for an unknown width or height. */
function side(value: unknown): number | null {
  return count(value) || null;
}

export function size(value: unknown): { width: number | null; height: number | null } {
  const { width, height } = object(value);
  return { width: side(width), height: side(height) };
}

/** Largest first. Entries without an address and repeated addresses are dropped. */
export function thumbnails(list: readonly unknown[], base: string | null = null): ParsedVideo['thumbnails'] {
  const found: ParsedVideo['thumbnails'] = [];
  let others: Set<string> | null = null; // Only created for the second entry: most records have one picture.
  for (const value of list) {
    const picture = object(value);
    const address = url(typeof value === 'string' ? value : (picture.url ?? picture.link), base);
    if (address === null || address === found[0]?.url || others?.has(address)) continue;
    if (found.length > 0) others = (others ?? new Set()).add(address);
    found.push({ url: address, width: side(picture.width), height: side(picture.height) });
  }
  return found.length > 1 ? found.sort((a, b) => (b.width ?? 0) - (a.width ?? 0)) : found;
}

export type Published = Pick<ParsedVideo, 'published_at' | 'published_precision' | 'published_text'>;

const UNKNOWN_TIME: Published = { published_at: null, published_precision: null, published_text: null };
/** Years 1 to 9999: a date outside is a mistake, and RFC 3339 has no form for it. Date.UTC is not used, because it reads the year 1 as 1901. */
// Date.UTC would take the year 1 for 1901.
const TIME_MS_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIME_MS_MAX = Date.UTC(9999, 11, 31);

function at(ms: number, precision: 'ms' | 's' | 'day'): Published {
  if (!Number.isFinite(ms) || ms < TIME_MS_MIN || ms > TIME_MS_MAX) return UNKNOWN_TIME;
  return { published_at: formatTime(ms), published_precision: precision, published_text: null };
}

/** Unix seconds; 0 and below mean "unknown" in every API that we know. */
export function publishedSeconds(value: unknown): Published {
  const seconds = count(value);
  return seconds === null || seconds === 0 ? UNKNOWN_TIME : at(seconds * 1_000, 's');
}

export function publishedMillis(value: unknown): Published {
  const millis = count(value);
  return millis === null || millis === 0 ? UNKNOWN_TIME : at(millis, 'ms');
}

/** Until the year 5138 seconds are below this; since 1973 milliseconds are above it. */
const MILLIS_MIN = 100_000_000_000;

/** Unix time of sellers that give seconds or milliseconds under one name. */
export function publishedUnix(value: unknown): Published {
  return (count(value) ?? 0) < MILLIS_MIN ? publishedSeconds(value) : publishedMillis(value);
}

/**
 * A time since the year 2000 as most platforms write it: usable as it is, except for the milliseconds. Days end at the 28th here, so that
 * every match is a day that exists.
 */
const PLAIN_TIME =
  /^2\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d{3})?Z$/;
const TO_SECONDS = '2026-11-15T12:00:00'.length;

function plainTime(found: string): Published {
  const hasMillis = found[TO_SECONDS] === '.';
  return {
    published_at: hasMillis ? found : joined(found.slice(0, TO_SECONDS), '.000Z'),
    published_precision: hasMillis ? 'ms' : 's',
    published_text: null,
  };
}

/** ISO 8601 with a time zone, or only a date. The very start of 1970 is an unset field, not a date. */
export function publishedIso(value: unknown): Published {
  if (typeof value === 'string' && PLAIN_TIME.test(value)) return plainTime(value);
  const found = text(value);
  if (found === null) return UNKNOWN_TIME;
  if (/^\d{4}-\d{2}-\d{2}$/.test(found)) return at(Date.parse(`${found}T00:00:00Z`), 'day');
  const match = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/.exec(found);
  if (match === null) return UNKNOWN_TIME;
  const ms = Date.parse(found.replace(' ', 'T'));
  return ms === 0 ? UNKNOWN_TIME : at(ms, match[1] === undefined ? 's' : 'ms');
}

/**
 * A date and time without a zone, such as `2024-05-01 19:00:00`. `zone` is the platform's time zone by its documents: `Z` or `+09:00`.
 * Where the documents do not state it, use only the day (`publishedIso` of the first ten characters): a guess may be half a day off.
 */
export function publishedLocal(value: unknown, zone: 'Z' | `${'+' | '-'}${string}:${string}`): Published {
  const found = text(value);
  const match = found && /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.exec(found);
  return match ? publishedIso(`${match[1]}T${match[2]}${zone}`) : UNKNOWN_TIME;
}

/** Words such as "3 months ago", which are kept as words because they are not a date. */
export function publishedWords(value: unknown): Published {
  const words = text(value);
  if (words === null) return UNKNOWN_TIME;
  return { published_at: null, published_precision: 'relative', published_text: words };
}

/** Seconds, with or without a fraction, to milliseconds. */
export function secondsToMs(value: unknown): number | null {
  const seconds = number(value);
  const ms = seconds === null || seconds < 0 ? Number.NaN : Math.round(seconds * 1_000);
  return Number.isSafeInteger(ms) ? ms : null;
}

/** `PT1H2M3.5S`, also with days and without leading zeros. */
export function isoDurationMs(value: unknown): number | null {
  const found = text(value);
  const match = found && /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(found);
  if (!match || found === 'P' || found === 'PT') return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000);
}

/** `1:02:03`, `2:3` or `75`, as people type durations; minutes and seconds may have one digit. */
export function clockDurationMs(value: unknown): number | null {
  const found = text(value)?.trim();
  if (found === undefined || !/^\d{1,5}(:\d{1,2}){0,2}(\.\d+)?$/.test(found)) return null;
  const seconds = found.split(':').reduce((total, part) => total * 60 + Number(part), 0);
  return Math.round(seconds * 1_000);
}

const MAGNITUDES: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  b: 1e9,
  w: 1e4,
  万: 1e4,
  萬: 1e4,
  亿: 1e8,
  億: 1e8,
};

/** A count that may be rounded, such as "1.2w" or "3.4K": its value, and whether it is approximate. */
export function roundedCount(value: unknown): { value: number | null; isApprox: boolean } {
  const exact = count(value);
  if (exact !== null) return { value: exact, isApprox: false };
  const match = /^(\d{1,9}(?:\.\d{1,6})?)\s?([kKmMbBwW万萬亿億])\+?$/.exec(text(value)?.trim() ?? '');
  if (match === null) return { value: null, isApprox: false };
  const magnitude = MAGNITUDES[match[2]!.toLowerCase()]!;
  return { value: Math.round(Number(match[1]) * magnitude), isApprox: true };
}
