// Owns JSON without loss: whole numbers too long for a double come out as text, digit for digit. The slow way is
// taken only by texts that hold a run of sixteen digits at all.

const LONG_NUMBER = /\d{16}/;

export type ParsedJson = { kind: 'value'; value: unknown } | { kind: 'bad'; reason: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { kind: 'value', value: LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text) };
  } catch (error) {
    return {
      kind: 'bad',
      reason: `not JSON: ${error instanceof Error ? error.message : String(error)}`.slice(0, 200),
    };
  }
}

/** The third argument of a reviver carries the source text of a plain value. */
function keepDigits(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  return context?.source ?? value;
}
