// Random values from JSON schemas: valid ones that the schema allows, and hostile ones that break some programs.
import fc from 'fast-check';
import type { JsonSchema } from '../http/requests/schema.ts';

/** Longer than every limit of a single field; six of them still fit into the headers of one request. */
const LONG = 2_100;

/** Texts that have broken parsers, paths, tables, logs or terminals before. */
const HOSTILE_TEXTS: readonly string[] = [
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  'a/b',
  'a\\b',
  'a;b=c',
  'a?b#c',
  '%',
  '%00',
  '%2e%2e%2f',
  '\0',
  'a\r\nset-cookie: a=b',
  "'; DROP TABLE entries; --",
  '" OR ""="',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}',
  '=HYPERLINK("http://x")',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(40),
  '0x10',
  '１２',
  '\u202egnp.exe',
  '\ufeff',
  '\ud800',
  '𝒳'.repeat(60),
  'é\u0301'.repeat(30),
  'x'.repeat(LONG),
];

const HOSTILE_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  [],
  {},
  [[[[[[[[]]]]]]]],
  { toString: 'x' },
  { length: 1e9 },
];

export const hostileText = fc.constantFrom(...HOSTILE_TEXTS);
export const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(...HOSTILE_VALUES),
  fc.jsonValue({ maxDepth: 2 }),
);

const plainText = fc.oneof(
  { weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z0-9._-]{1,24}$/) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
);

/** The generator does not support every pattern; for the others, common words that happen to match are used. */
function matching(pattern: string): fc.Arbitrary<string> {
  const regex = new RegExp(pattern, 'u');
  try {
    return fc.stringMatching(new RegExp(pattern), { size: 'small' });
  } catch {
    return plainText.filter((text) => regex.test(text));
  }
}

function text(schema: JsonSchema): fc.Arbitrary<string> {
  const examples = (schema.examples ?? []).filter((example) => typeof example === 'string');
  const drawn = typeof schema.pattern === 'string' ? matching(schema.pattern) : plainText;
  const max = (schema.maxLength as number | undefined) ?? Number.POSITIVE_INFINITY;
  const fitting = drawn.filter((value) => value.length <= max);
  return examples.length === 0 ? fitting : fc.oneof(fitting, fc.constantFrom(...examples));
}

function object(schema: JsonSchema, inner: (field: JsonSchema, name: string) => fc.Arbitrary<unknown>) {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, inner(field, name)]);
  const requiredKeys = schema.required ?? [];
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
}

const BY_TYPE: Record<string, (schema: JsonSchema, draw: Draw) => fc.Arbitrary<unknown>> = {
  string: (schema) => text(schema),
  integer: ({ minimum = -100, maximum = 100 }) =>
    fc.integer({ min: minimum as number, max: maximum as number }),
  number: () => fc.double({ noNaN: true }),
  boolean: () => fc.boolean(),
  null: () => fc.constant(null),
  array: ({ items = {}, minItems = 0 }, draw) =>
    fc.array(draw(items, ''), { minLength: minItems as number, maxLength: (minItems as number) + 2 }),
  object: (schema, draw) => object(schema, draw),
};

/** Draws a value for a field by its schema, or by its name where a test has better values. */
export type Draw = (schema: JsonSchema, name: string) => fc.Arbitrary<unknown>;

/** What the schema allows, or nearly: a list may contain a value twice. */
export function drawFrom(schema: JsonSchema, draw: Draw): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => draw(branch, '')));
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => BY_TYPE[type]!(schema, draw)));
}
