// Parses JSON without loss: whole numbers too long for a double become text, digit for digit. Only texts that contain such a number take
// the slow path.

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

/** Checks the parsed values, which is cheaper than scanning the text for long runs of digits. */
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

/** The third argument of a reviver has the source text of a primitive value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return context?.source ?? value;
}
