// Owns JSON without loss: whole numbers too long for a double come out as text, digit for digit. The slow way is
// taken only by texts in which such a number was found.

export type ParsedJson = { kind: 'value'; value: unknown } | { kind: 'bad'; reason: string };

export function parseRecordJson(text: string): ParsedJson {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'value', value: holdsLongNumber(value, LEVELS) ? JSON.parse(text, keepDigits) : value };
  } catch (error) {
    const reason = `not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'bad', reason: reason.slice(0, 200) };
  }
}

/** A list of records, a record, and an object in it such as its author: no id that is read lies deeper. */
const LEVELS = 3;

/** Cheaper than looking for long runs of digits in the text, which most texts do not have either. */
function holdsLongNumber(value: unknown, levels: number): boolean {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value);
  if (typeof value !== 'object' || value === null || levels === 0) return false;
  if (Array.isArray(value)) return value.some((item) => holdsLongNumber(item, levels - 1));
  const object = value as Record<string, unknown>;
  for (const name in object) {
    const field = object[name];
    if (typeof field !== 'string' && holdsLongNumber(field, levels - 1)) return true;
  }
  return false;
}

/** The third argument of a reviver carries the source text of a plain value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return context?.source ?? value;
}
