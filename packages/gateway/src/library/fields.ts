// Typed readers of foreign fields: one value under any of several names, checked and limited. A wrong value is noted as a problem of the
// record instead of being thrown. Absent, null and empty mean the same.
import { hasUser } from '../domain/network/address-guard.ts';
import type { PublishedPrecision } from './record.ts';

export type SourceRecord = Record<string, unknown>;

const WHOLE_NUMBER = /^\d{1,15}$/;
const DECIMAL = /^\d{1,12}(\.\d{1,9})?$/;
const CLOCK_TIME = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/;
const DAY = /^(\d{4})-?(\d{2})-?(\d{2})$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;
// Only days up to the 28th, which exist in every month, so that no further check is needed.
const STORED_FORM = /^[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const NUMBER_LIKE_ID = /^-?\d+$/;

interface PublishedTime {
  at: string;
  precision: PublishedPrecision;
}

export class Fields {
  /** A set, because a field may be read for several purposes. */
  readonly #problems = new Set<string>();
  private readonly source: SourceRecord;

  constructor(source: SourceRecord) {
    this.source = source;
  }

  /** The first of these names that has a value. */
  find(...names: string[]): { name: string; value: unknown } | null {
    for (const name of names) {
      const value = this.source[name];
      if (value !== undefined && value !== null && value !== '') return { name, value };
    }
    return null;
  }

  text(charsMax: number, ...names: string[]): string | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    if (typeof found.value !== 'string') return this.fail(`${found.name} must be text`);
    const clean = this.clean(found.name, found.value);
    if (clean === undefined || clean.length <= charsMax) return clean;
    this.fail(`${found.name} is cut after ${charsMax} characters`);
    return clean.slice(0, charsMax).toWellFormed();
  }

  /** A nested object. Its problems are those of its record once it is read: `failWith`. */
  object(name: string): Fields | null {
    const found = this.find(name);
    if (found === null) return null;
    if (isSourceRecord(found.value)) return new Fields(found.value);
    this.fail(`${name} must be an object`);
    return null;
  }

  /** One of these words. */
  word<T extends string>(name: string, words: readonly T[]): T | undefined {
    const found = this.find(name);
    if (found === null) return undefined;
    return (
      words.find((one) => one === found.value) ?? this.fail(`${name} must be one of ${words.join(', ')}`)
    );
  }

  /** What an object holds that nobody reads. */
  failOthers(known: readonly string[]): void {
    const others = Object.keys(this.source).filter(
      (name) => !known.includes(name) && this.find(name) !== null,
    );
    if (others.length > 0) this.fail(`only ${known.join(', ')} are known`);
  }

  /** An id may be a number. The file readers keep long numbers as text, so no digit is lost here. */
  id(charsMax: number, ...names: string[]): string | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    const value = typeof found.value === 'number' ? String(found.value) : found.value;
    if (typeof value !== 'string') return this.fail(`${found.name} must be text or a whole number`);
    if (typeof found.value === 'number' && !NUMBER_LIKE_ID.test(value))
      return this.fail(`${found.name} must be text or a whole number`);
    if (value.length > charsMax) return this.fail(`${found.name} is longer than ${charsMax} characters`);
    return this.clean(found.name, value);
  }

  count(...names: string[]): number | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    const { name, value } = found;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    if (typeof value === 'string' && WHOLE_NUMBER.test(value.trim())) return Number(value);
    return this.fail(`${name} must be a whole number, 0 or more`);
  }

  /** Seconds with a fraction, or 1:02:03, as whole milliseconds. */
  seconds(...names: string[]): number | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    const ms =
      typeof found.value === 'string' ? parseSeconds(found.value.trim()) * 1000 : Number(found.value) * 1000;
    if (typeof found.value !== 'boolean' && Number.isSafeInteger(Math.round(ms)) && ms >= 0)
      return Math.round(ms);
    return this.fail(`${found.name} must be seconds or h:mm:ss`);
  }

  flag(...names: string[]): boolean | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    if (found.value === true || /^(true|yes|1)$/i.test(String(found.value))) return true;
    if (found.value === false || /^(false|no|0)$/i.test(String(found.value))) return false;
    return this.fail(`${found.name} must be true or false`);
  }

  url(charsMax: number, ...names: string[]): string | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    const { name, value } = found;
    if (typeof value !== 'string' || value.length > charsMax || !isWebUrl(value))
      return this.fail(`${name} must be an http or https address, without user and password`);
    return this.clean(name, value);
  }

  /** A date, a time with a zone (UTC when none is given), or unix seconds. */
  published(...names: string[]): PublishedTime | undefined {
    const found = this.find(...names);
    if (found === null) return undefined;
    const published = parsePublished(found.value);
    return published ?? this.fail(`${found.name} must be a date, a time or unix seconds`);
  }

  /** Each names a field whose value cannot be used, and why. */
  get problems(): string[] {
    return [...this.#problems];
  }

  fail(problem: string): undefined {
    this.#problems.add(problem);
    return undefined;
  }

  /** Notes the problems of a nested object. */
  failWith(name: string, inner: Fields | null): void {
    for (const problem of inner?.problems ?? []) this.fail(`${name}.${problem}`);
  }

  private clean(name: string, value: string): string | undefined {
    if (value.includes('\0')) return this.fail(`${name} holds a NUL character`);
    return value.trim().toWellFormed() || undefined;
  }
}

/** Without user and password: records are shown to callers. */
export function isWebUrl(value: string): boolean {
  return (
    /^https?:\/\//i.test(value) && URL.canParse(value) && !(value.includes('@') && hasUser(new URL(value)))
  );
}

export function isSourceRecord(value: unknown): value is SourceRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseSeconds(value: string): number {
  if (DECIMAL.test(value)) return Number(value);
  const clock = CLOCK_TIME.exec(value);
  if (clock === null) return Number.NaN;
  return Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3]);
}

function parsePublished(value: unknown): PublishedTime | null {
  if (typeof value === 'number') return fromUnixSeconds(value);
  if (typeof value !== 'string') return null;
  const words = value.trim();
  // Already in the stored form. Rewriting it would take a quarter of the time of reading such a record.
  if (STORED_FORM.test(words)) return { at: words, precision: 'ms' };
  const day = DAY.exec(words);
  if (day !== null) return fromMs(dayMs(day), 'day');
  if (/^\d{9,11}(\.\d+)?$/.test(words)) return fromUnixSeconds(Number(words));
  const instant = INSTANT.exec(words);
  if (instant === null || Number.isNaN(dayMs(DAY.exec(words.slice(0, 10))!))) return null;
  const zoned = instant[3] === undefined ? `${words}Z` : words;
  return fromMs(Date.parse(zoned.replace(' ', 'T')), instant[2] === undefined ? 's' : 'ms');
}

function fromUnixSeconds(seconds: number): PublishedTime | null {
  return fromMs(Math.round(seconds * 1000), Number.isInteger(seconds) ? 's' : 'ms');
}

/** Refuses the 31st of February, which date arithmetic alone would turn into March. */
function dayMs(parts: RegExpExecArray): number {
  const iso = `${parts[1]}-${parts[2]}-${parts[3]}`;
  const ms = Date.parse(`${iso}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(iso) ? ms : Number.NaN;
}

function fromMs(ms: number, precision: PublishedPrecision): PublishedTime | null {
  const isReal = Number.isFinite(ms) && Math.abs(ms) < Date.UTC(9999, 0);
  return isReal ? { at: new Date(ms).toISOString(), precision } : null;
}
