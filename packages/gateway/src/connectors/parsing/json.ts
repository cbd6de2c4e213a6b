// Parses upstream JSON without loss. A 64-bit id or a price of 1.0 changes when it passes through a double, so numbers that JavaScript
// would write differently keep their source text. That is slower, and done only where such a number can occur.

export type Json = Record<string, unknown>;

/** A double is exact up to 15 digits. One digit may stand before a point: `9.007199254740993e15` has a run of 15 after it. */
const LONG_RUN = 15;

/** JavaScript's own wrapper for number text that JSON.stringify writes as it is. */
interface RawNumber {
  rawJSON: string;
}

const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): boolean };

/** The property `rawJSON` is checked first: that costs a tenth of `JSON.isRawJSON`, and hardly any object has it. */
function isRawNumber(value: unknown): value is RawNumber {
  if (typeof value !== 'object' || value === null) return false;
  return (value as Partial<RawNumber>).rawJSON !== undefined && isRawJSON(value);
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  if (String(value) === context.source) return value;
  return (JSON as unknown as { rawJSON(text: string): RawNumber }).rawJSON(context.source);
}

/**
 * Parses JSON text; undefined when it is not JSON. With `exact`, every number that would change keeps its source text; without it, only if
 * the text contains a number too long for a double.
 */
export function parseJson(text: string, exact: boolean): unknown {
  try {
    return exact || hasLongNumber(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether the text has a run of digits that a double may not hold. A run of n digits covers an index that is divisible by n, so it is
 * enough to check around these indexes.
 */
export function hasLongNumber(text: string): boolean {
  for (let at = 0; at < text.length; at += LONG_RUN) {
    if (isDigit(text, at) && runAround(text, at) >= LONG_RUN) return true;
  }
  return false;
}

function runAround(text: string, at: number): number {
  let from = at;
  while (isDigit(text, from - 1)) from -= 1;
  let till = at + 1;
  while (till - from < LONG_RUN && isDigit(text, till)) till += 1;
  return till - from;
}

/** The code is NaN before the start and past the end; NaN is not a digit. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

/** Writes a value from `parseJson` back as JSON text, with its numbers unchanged. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

const NOTHING: Json = Object.freeze({});

/** The value if it is an object, otherwise an empty one: field readers treat absent and malformed parts the same. */
export function object(value: unknown): Json {
  return isObject(value) ? value : NOTHING;
}

export function array(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The source text of a number, in either representation; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return isRawNumber(value) ? value.rawJSON : null;
}

/** Larger than any id or cursor needs. It limits the zeros that an exponent can ask for. */
const EXPONENT_MAX = 40;
const WRITTEN_NUMBER = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]\+?(\d{1,4}))?$/;

/**
 * The digits of a whole number in any notation: some JSON writers give 64-bit ids and cursors as `1.73e+18`. null for fractions and for
 * what is not a number. It works on the text, because a double would lose the last digits.
 */
export function wholeDigits(value: unknown): string | null {
  const source = numberText(value);
  if (source === null || /^-?\d+$/.test(source)) return source === '-0' ? '0' : source;
  const [, sign = '', whole = '', fraction = '', power = '0'] = WRITTEN_NUMBER.exec(source) ?? [];
  const places = Number(power);
  if (whole === '' || places > EXPONENT_MAX || /[1-9]/.test(fraction.slice(places))) return null;
  const digits = (whole + fraction.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '');
  return sign + digits;
}
