// A bound, a choice or a default has one home: the schema that checks it. Commands, tools for agents and forms on pages take theirs from it;
// once a name had 100 characters by one door and 200 by the other. What stands in them as a literal is listed here, and no schema has it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { accountVerbs, adminVerbs } from '../features/index.ts';
import { operations } from '../operations/index.ts';

const PACKAGES = path.join(import.meta.dirname, '../../..');
const SURFACES = [
  'gateway/src/{mcp,cli,terminal}/**/*.ts',
  'gateway/src/features/**/*.cli.ts',
  'console/{src,portal,console}/**/*.{ts,tsx}',
];
const files = SURFACES.flatMap((pattern) => globSync(pattern, { cwd: PACKAGES }))
  .filter((file) => !/\.test\.|\/testing\/|node_modules|src\/api\//.test(file))
  .toSorted();

/** Each with what it is beside no schema. */
const OF_NO_SCHEMA = new Set([
  // How a tool shows answers that are paid for already.
  "gateway/src/mcp/paid-tools.ts enum: ['brief', 'full']",
  'gateway/src/mcp/paid-tools.ts maximum: 100',
  // How often and how much a command shows.
  'gateway/src/cli/top/top.ts wholeNumber(1, 3_600)',
  'gateway/src/cli/storage/storage-archive.ts wholeNumber(1, 3_600)',
  'gateway/src/cli/buying/data-command.ts (default: 1)',
  // A part of the path, not a parameter.
  "gateway/src/cli/buying/data-command.ts choices: ['stable', 'economy']",
  // What a check of a connector searches for, and what a check of a mount assumes.
  'gateway/src/cli/connectors-live.ts (default: cat)',
  'gateway/src/cli/mount-check.ts (default: u2)',
  // Processes of this machine.
  'gateway/src/cli/serve.ts (default: 1)',
]);

/** Keywords of schemas and the readers of flags with a value; 0 and 1 are where counting begins. */
const LITERAL =
  /\b(?:minimum|maximum|minLength|maxLength|minItems|maxItems): (?!-?[01]\b)-?[\d_]+|\b(?:enum|choices): \['[^\]]*\]|wholeNumber\([^)]*\d{2}[^)]*\)|\b(?:max|maxLength|minLength)=\{?["']?\d+/g;
/** In a list it says that nothing narrows it. */
const NO_FILTER = 'all';
const SAID_DEFAULT = /\(default: ([\w-]+)\)/g;

interface Schema {
  enum?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** The choices and defaults of a schema, and of what is in it. */
function valuesIn({
  enum: words = [],
  default: absent,
  anyOf = [],
  items,
  properties = {},
}: Schema): string[] {
  const inner = [...anyOf, ...(items ? [items] : []), ...Object.values(properties)].flatMap(valuesIn);
  return [...words, ...(absent === undefined ? [] : [absent])].map(String).concat(inner);
}

const verbs = [...accountVerbs, ...adminVerbs];
const schemas = [
  ...verbs.flatMap(({ query, body }) => [query, body]),
  ...operations.map(({ query }) => query),
] as Schema[];
const known = new Set(schemas.flatMap(valuesIn));

function literalsIn(text: string): string[] {
  const defaults = [...text.matchAll(SAID_DEFAULT)].filter(
    ([, value]) => value !== NO_FILTER && known.has(value!),
  );
  return [...(text.match(LITERAL) ?? []), ...defaults.map(([whole]) => whole)];
}

test('no bound, choice or default stands beside the schema that has it', () => {
  const found = files.flatMap((file) =>
    literalsIn(readFileSync(path.join(PACKAGES, file), 'utf8')).map((literal) => `${file} ${literal}`),
  );
  expect([...new Set(found)].filter((one) => !OF_NO_SCHEMA.has(one))).toEqual([]);
  expect([...OF_NO_SCHEMA].filter((one) => !found.includes(one))).toEqual([]);
});

test.each([
  ["enum: ['paused', 'active']", 1],
  ['maxLength: 100, minLength: 1', 1],
  ['parse: wholeNumber(0, 100_000)', 1],
  ["choices: ['jsonl', 'csv']", 1],
  ['of the file (default: jsonl)', 1],
  ['<input maxLength={200} />', 1],
  ['wholeNumber(minimum, maximum), choices: [...STATES], maximum: LIMIT_MAX (default: a day)', 0],
])('%s is noticed where it is a value', (text, count) => {
  expect(literalsIn(text)).toHaveLength(count);
});
