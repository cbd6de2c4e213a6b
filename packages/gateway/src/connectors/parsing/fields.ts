// Owns the tolerant reading of single fields: what is absent, empty or of the wrong type is null, never 0 or "". Every
// connector reads through these, so that "the platform did not say" looks the same everywhere.
import { formatTime } from '../../domain/clock.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import { decodeEntities } from './html-text.ts';
import { array, numberText, object, wholeDigits } from './json.ts';
import { bounded, joined, TEXT_CHARS_MAX } from './text.ts';
import { isPlainUrl, isUrl, resolve } from './url.ts';

/** More entries of one field than any platform gives: hashtags, mirrors of a picture. */
const LIST_ITEMS_MAX = 1_000;
/** Signed addresses of pictures reach 2,000. A longer one is no address that anybody opens, and half of it is none. */
const URL_CHARS_MAX = 8_192;

/** Non-empty text within its bound, without the characters that strict readers of JSON refuse; null otherwise. */
export function text(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  const found = bounded(value);
  return found.includes('\0') || !found.isWellFormed()
    ? found.replaceAll('\0', '').toWellFormed() || null
    : found;
}

/** The words of a video, cleaned; they are marked as cut where they did not fit into the bound. */
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

/** Text whose entities the platform left in. */
export function decoded(value: unknown): string | null {
  const found = text(value);
  return found === null ? null : decodeEntities(found);
}

/** An id: text, or a whole number of any length, as text. */
export function id(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return wholeDigits(value);
}

/** A count: a whole number, as number or digits. Fractions, negatives and words are not counts. */
export function count(value: unknown): number | null {
  // `+ 0` makes 0 of -0.
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value + 0 : null;
  const digits = typeof value === 'string' ? value : wholeDigits(value);
  if (digits === null || !/^\d{1,16}$/.test(digits)) return null;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : null;
}

export function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A flag of platforms that also write 1 and 0, or either as text. */
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

/** Strings of a list; a single string counts as a list of one. */
export function texts(value: unknown): string[] {
  const list = typeof value === 'string' ? [value] : array(value);
  return list.length === 0 ? [] : list.slice(0, LIST_ITEMS_MAX).flatMap((item) => text(item) ?? []);
}

/** An absolute http(s) URL. Protocol-relative ones get https; paths are resolved against `base` if there is one. */
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
 * An id as part of a path. Half a character pair, which no encoder takes, becomes the sign for it. One or two dots would be a way up,
 * however they are encoded; encoded twice they are an id that nobody has.
 */
export function segment(value: string): string {
  if (value === '.' || value === '..') return value.replaceAll('.', '%252E');
  return encodeURIComponent(value.toWellFormed());
}

/** A size of 0 means that the platform does not know it. */
function side(value: unknown): number | null {
  return count(value) || null;
}

export function size(value: unknown): { width: number | null; height: number | null } {
  const { width, height } = object(value);
  return { width: side(width), height: side(height) };
}

/** Largest first; entries without an address are dropped, and so is a second one of the same address. */
export function thumbnails(list: readonly unknown[], base: string | null = null): ParsedVideo['thumbnails'] {
  const found: ParsedVideo['thumbnails'] = [];
  let others: Set<string> | null = null; // Of the second and later ones, because most records have one.
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
/** Years 1 to 9999: beyond, a date is a mistake and RFC 3339 has no form for it. */
// Date.UTC would take the year 1 for 1901.
const TIME_MS_MIN = Date.parse('0001-01-01T00:00:00Z');
const TIME_MS_MAX = Date.UTC(9999, 11, 31);

function at(ms: number, precision: 'ms' | 's' | 'day'): Published {
  if (!Number.isFinite(ms) || ms < TIME_MS_MIN || ms > TIME_MS_MAX) return UNKNOWN_TIME;
  return { published_at: formatTime(ms), published_precision: precision, published_text: null };
}

/** Unix seconds; 0 and below are "unknown" in every API that we know. */
export function publishedSeconds(value: unknown): Published {
  const seconds = count(value);
  return seconds === null || seconds === 0 ? UNKNOWN_TIME : at(seconds * 1_000, 's');
}

export function publishedMillis(value: unknown): Published {
  const millis = count(value);
  return millis === null || millis === 0 ? UNKNOWN_TIME : at(millis, 'ms');
}

/** Seconds are below this until the year 5138, milliseconds since 1973 above. */
const MILLIS_MIN = 100_000_000_000;

/** Unix time of sellers that pass on seconds or milliseconds under one name. */
export function publishedUnix(value: unknown): Published {
  return (count(value) ?? 0) < MILLIS_MIN ? publishedSeconds(value) : publishedMillis(value);
}

/**
 * A time of this millennium, as most platforms write them: good as it stands, but for the milliseconds. Months end at 28
 * here, so that every match is a day that exists.
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

/** ISO 8601 with a time zone, or a plain day. The very start of 1970 is an unset field, not a date. */
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
 * A day and a time without a zone, such as `2024-05-01 19:00:00`. `zone` is where the platform's clock stands, by its documents: `Z` or
 * `+09:00`. Where nobody says, take the day alone (`publishedIso` of its first ten characters): a guess may be half a day off.
 */
export function publishedLocal(value: unknown, zone: 'Z' | `${'+' | '-'}${string}:${string}`): Published {
  const found = text(value);
  const match = found && /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)$/.exec(found);
  return match ? publishedIso(`${match[1]}T${match[2]}${zone}`) : UNKNOWN_TIME;
}

/** Words such as "3 months ago": kept as words, because they are no date. */
export function publishedWords(value: unknown): Published {
  const words = text(value);
  if (words === null) return UNKNOWN_TIME;
  return { published_at: null, published_precision: 'relative', published_text: words };
}

/** Seconds, whole or not, to milliseconds. */
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

/** `1:02:03`, `2:3` or `75`: the clock texts that people type; minutes and seconds may be unpadded. */
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

/** A count that may come rounded, such as "1.2w" or "3.4K": its value and whether it is only about right. */
export function roundedCount(value: unknown): { value: number | null; isApprox: boolean } {
  const exact = count(value);
  if (exact !== null) return { value: exact, isApprox: false };
  const match = /^(\d{1,9}(?:\.\d{1,6})?)\s?([kKmMbBwW万萬亿億])\+?$/.exec(text(value)?.trim() ?? '');
  if (match === null) return { value: null, isApprox: false };
  const magnitude = MAGNITUDES[match[2]!.toLowerCase()]!;
  return { value: Math.round(Number(match[1]) * magnitude), isApprox: true };
}
