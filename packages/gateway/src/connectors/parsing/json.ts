// Owns the reading of upstream JSON without loss. A 64-bit id or a price of 1.0 that passes through a double comes out as
// another number, so numbers that JavaScript would not write back as they came are kept as their source text. That costs,
// and is paid only where such a number can occur.

export type Json = Record<string, unknown>;

/** A double is exact up to 15 digits, so only longer runs can lose one. */
const LONG_NUMBER = /\d{16}/;

/** JavaScript's own wrapper for number text that JSON.stringify writes as it is. */
interface RawNumber {
  rawJSON: string;
}

function isRawNumber(value: unknown): value is RawNumber {
  return (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value);
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  if (String(value) === context.source) return value;
  return (JSON as unknown as { rawJSON(text: string): RawNumber }).rawJSON(context.source);
}

/**
 * Parses JSON text; undefined when it is none. With `exact`, every number that would change is kept as text; without
 * it, only where the text holds a number too long for a double.
 */
export function parseJson(text: string, exact: boolean): unknown {
  try {
    return exact || LONG_NUMBER.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes a value that `parseJson` gave back as JSON text, its numbers untouched. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value);
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
}

/** The object, or an empty one: absent and wrong-shaped parts of a record are the same to a reader of fields. */
export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

export function array(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The source text of a number, whichever way it was kept; null for anything else. */
export function numberText(value: unknown): string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null;
  return isRawNumber(value) ? value.rawJSON : null;
}
