// Every regular expression of the program. Text from strangers reaches most of them, through platforms, mounted APIs and
// requests, and one that takes quadratic time stalls every caller.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { drawn } from '../testing/drawn.ts';
import { fasterThanText } from '../testing/pattern-growth.ts';
import { patternsOf } from '../testing/source-patterns.ts';

const SRC = path.join(import.meta.dirname, '..');

/** Expressions built at run time, from parts that no stranger controls. */
const MADE_OF: Record<string, string> = {
  'features/accounts/account-views.ts':
    'a pattern of domain/text/text-patterns.ts, which is tried here as well',
  'call/trying/redact-provider.ts':
    'names of providers and connectors and hosts of settings, one beside the other',
  'config/build.ts': 'the patterns of config/forms.ts, which are tried here as well',
  'config/forms.ts': 'its own patterns, which are tried here as well',
  'observe/process-metrics.ts': 'names of fields of /proc/self/status that are written in that file',
  'library/searching/fold.ts': 'one class of single characters',
  'http/route-table.ts': 'the routes of the program: each parameter ends at the next slash',
};

const sources = (readdirSync(SRC, { recursive: true }) as string[]).filter(
  (file) => file.endsWith('.ts') && !/\.(test|contract|simulation)\.ts$|(^|\/)testing/.test(file),
);
const found = sources.flatMap((file) =>
  patternsOf(readFileSync(path.join(SRC, file), 'utf8')).map((pattern) => ({ file, ...pattern })),
);

/**
 * The check takes seconds of CPU. On a machine with thirty times more to do it needs minutes, and a timeout would prove nothing.
 */
const WORK_MS_MAX = 600_000;

/** Of six; each takes a second or two, because its time grows faster than its text. */
const NOTICED = 3;
/** Of some 500, of which most have been there for long. */
const TIMED = 200;

describe('the check', () => {
  test.each(
    drawn(
      'slow expressions',
      [
        ['spaces before a line end', /[ \t]+\n/g],
        ['spaces around a separator', /\s*;\s*/],
        ['slashes at the end', /\/+$/],
        ['one group inside another', /^(a+)+$/],
        ['two ways to read the same', /^(?:\d|\d\d)+$/],
        ['two neighbours after a fixed beginning', /^timeout: *\d*\d*x$/],
      ],
      NOTICED,
    ),
  )(
    'notices %s',
    (_name, pattern) => {
      expect(fasterThanText(pattern)).not.toBeNull();
    },
    WORK_MS_MAX,
  );

  test.each([
    ['a number', /^-?\d+$/],
    ['a bounded run', /<[^<>]{0,500}>/g],
    ['a run that looks behind itself', /(?<![ \t])[ \t]+\n/g],
    ['words with marks between', /^[a-z]+(?:-[a-z]+)*$/],
  ])('accepts %s', (_name, pattern) => {
    expect(fasterThanText(pattern)).toBeNull();
  });
});

test('every way to write a regular expression is found', () => {
  const source = [
    'const half = total / 2 / 3;',
    'const HOST = "[a-z]+";',
    'const ADDRESS = new RegExp(`^https://' + '${HOST}' + '$`, "i");',
    'const name = text.split(/\\s*;\\s*/);',
    'const Name = Type.String({ pattern: "^[a-z]{1,9}$" });',
    'const made = new RegExp(given);',
  ].join('\n');
  expect(patternsOf(source).map(({ pattern }) => pattern && String(pattern))).toEqual([
    '/^https:\\/\\/[a-z]+$/i',
    '/\\s*;\\s*/',
    '/^[a-z]{1,9}$/u',
    null,
  ]);
});

test('the expressions of all folders are found', () => {
  expect(found.length).toBeGreaterThan(200);
});

test('an expression that is built at run time contains nothing that a stranger controls', () => {
  const unread = found.filter(({ pattern }) => pattern === null).map(({ file }) => file);
  expect(unread.filter((file) => !Object.hasOwn(MADE_OF, file))).toEqual([]);
});

const unique = new Map(
  found.flatMap(({ pattern, file, written }) =>
    pattern === null ? [] : [[String(pattern), { pattern, name: `${written} in ${file}` }] as const],
  ),
);

test.each(drawn('expressions', [...unique.values()], TIMED))(
  'the time of $name grows no faster than the text',
  ({ pattern }) => {
    expect(fasterThanText(pattern)).toBeNull();
  },
);
