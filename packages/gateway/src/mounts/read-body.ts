// Reads a JSON body, checks its limits and writes it again. The upstream gets what was checked, so that a repeated
// key cannot mean one thing to us and another to the upstream; numbers keep every digit.
import { parseJson, writeJson } from '../connectors/parsing/json.ts';
import { type Failure, invalid } from '../domain/failure.ts';

export interface ReadBody {
  /** For checking; long numbers are rounded. */
  value: unknown;
  /** For sending. */
  text: string;
  /** The same for any order of keys and any white space. */
  canonical: string;
}

/** Real bodies nest ten levels deep. Limited because checking and writing are recursive. */
const DEPTH_MAX = 64;
/** Shorter numbers are always exact. */
const LONG_NUMBER = /[\d.]{16}|\d[eE]/;

export function readBody(text: string): ReadBody | Failure {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid('body', 'must be valid JSON');
  }
  const problem = problemIn(value);
  if (problem !== null) return invalid('body', problem);
  const exact = LONG_NUMBER.test(text) ? parseJson(text, true) : value;
  return { value, text: writeJson(exact), canonical: canonicalJson(exact) };
}

/** Uses a stack of its own and no recursion, because the depth is not known yet. */
function problemIn(body: unknown): string | null {
  const open: { depth: number; value: unknown }[] = [{ depth: 0, value: body }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { depth, value } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= DEPTH_MAX) return `must not be nested deeper than ${DEPTH_MAX}`;
    if (Object.hasOwn(value, '__proto__')) return 'must not have a field called __proto__';
    for (const inner of Object.values(value)) open.push({ depth: depth + 1, value: inner });
  }
  return null;
}

type Raw = { isRawJSON(value: unknown): boolean };

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const isPlain = typeof value === 'object' && value !== null && !(JSON as unknown as Raw).isRawJSON(value);
  if (!isPlain) return JSON.stringify(value);
  const fields = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`);
  return `{${fields.join(',')}}`;
}
