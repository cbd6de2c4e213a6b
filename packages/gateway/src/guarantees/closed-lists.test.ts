// Every closed list of the program that decides about money, privacy, retrying or rights, with all its words, and near misses of its
// patterns. A list that is tested by one of its members loses another one, or gets one too many, and every test stays green.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type ClosedList, closedListsOf } from '../testing/closed-lists.ts';

const PACKAGES = path.join(import.meta.dirname, '../../..');
const DECIDING = [
  'client/src/*.ts',
  'gateway/src/{assemble,cache,call,connectors,domain,features,health,http,mcp,mounts,observe,operations,storage,upstream,verb}/**/*.ts',
  // What is escaped in every page.
  'gateway/src/documents/shell.ts',
];
/** Tests, words of commands, and files that a command makes. */
const DECIDES_NOTHING =
  /\.(test|contract|model|cli|types|samples|simulation)\.ts$|\/(testing|samples|migrations|contracts|stories)\/|-types\.ts|data-methods/;
/** What a platform gives, by the names of its fields: samples and simulated platforms test these. Steps of histograms. SQL. */
const DESCRIBES =
  /connectors\/.*(MISSING|GIVES|FIELDS|LISTS|SIZES|HEIGHTS|LENGTHS|CURSORS|TOTALS|DETAILS|USERS)$|BUCKETS$|SEQUENCES$/;

/** One row of closed-lists.txt. */
interface Row {
  words: string[];
  matches: string[];
  nearMisses: string[];
}

function readRows(text: string): Map<string, Row> {
  const rows = new Map<string, Row>();
  let row: Row = { words: [], matches: [], nearMisses: [] };
  for (const line of text.split('\n').filter((one) => !/^(#|$)/.test(one))) {
    const [, mark, rest] = /^ {2}([+-]) (.*)$/.exec(line) ?? [];
    if (mark !== undefined) row[mark === '+' ? 'matches' : 'nearMisses'] = rest!.split(' | ');
    else {
      const [name = '', words = ''] = line.split(/: (.*)/);
      row = { words: words.split(' | '), matches: [], nearMisses: [] };
      rows.set(name, row);
    }
  }
  return rows;
}

const rows = readRows(readFileSync(path.join(import.meta.dirname, 'closed-lists.txt'), 'utf8'));
/** Of the Python client: `in ("a", "b")` and `re.compile(r"…")`, which are few. */
const PYTHON_LIST = /\bin [({]("[^"]*"(?:, "[^"]*")+)[)}]|re\.compile\(r"([^"]*)"\)/g;
const pythonLists = globSync('client-python/src/reelgate/_*.py', { cwd: PACKAGES })
  .sort()
  .flatMap((file) =>
    [...readFileSync(path.join(PACKAGES, file), 'utf8').matchAll(PYTHON_LIST)].map(
      ([, words, pattern], at): [string, ClosedList] => [
        `${file} ${at + 1}`,
        pattern === undefined
          ? { name: '', words: words!.slice(1, -1).split('", "') }
          : { name: '', words: [pattern], pattern: new RegExp(`^(?:${pattern})`) },
      ],
    ),
  );

const found = new Map<string, ClosedList>([
  ...pythonLists,
  ...globSync(DECIDING, { cwd: PACKAGES })
    .filter((file) => !DECIDES_NOTHING.test(file))
    .flatMap((file) =>
      closedListsOf(readFileSync(path.join(PACKAGES, file), 'utf8')).map(
        (list) => [`${file} ${list.name}`, list] as const,
      ),
    )
    .filter(([name]) => !DESCRIBES.test(name)),
]);
const lineOf = (name: string, words: readonly string[]) => `${name}: ${words.join(' | ')}`;

test('every closed list has exactly the words of its row, and every list has a row', () => {
  const written = [...rows].map(([name, { words }]) => lineOf(name, words)).sort();
  const inSources = [...found].map(([name, { words }]) => lineOf(name, words)).sort();
  expect(inSources).toEqual(written);
});

/** One that matches the empty text, as the end of a value, misses nothing. */
const canMiss = ({ pattern }: ClosedList) => pattern !== undefined && !new RegExp(pattern).test('');

test('every pattern has texts that it matches, and near misses', () => {
  const patterns = [...found].filter(([, list]) => canMiss(list)).map(([name]) => name);
  expect(
    patterns.filter((name) => !rows.get(name)?.matches.length || !rows.get(name)?.nearMisses.length),
  ).toEqual([]);
});

const examples = [...rows].flatMap(([name, { matches, nearMisses }]) => {
  const pattern = found.get(name)?.pattern;
  return pattern === undefined
    ? []
    : [{ name, pattern: new RegExp(pattern.source, pattern.flags.replace('g', '')), matches, nearMisses }];
});

test.each(examples)(
  '$name matches its texts and none of its near misses',
  ({ pattern, matches, nearMisses }) => {
    expect(matches.filter((text) => !pattern.test(text))).toEqual([]);
    expect(nearMisses.filter((text) => pattern.test(text))).toEqual([]);
  },
);

test('every way to write a closed list is found', () => {
  const source = [
    'const SAFE = new Set(["a", 1]);',
    'const ALL: ReadonlySet<string> = new Set([...SAFE, "c"] as const);',
    'const CODES = ["x", "y"] as const;',
    'const isCode = (code: string) => CODES.includes(code) || ["p", "q"].includes(code);',
    'const STATUS = { a: "x1", b: "y1" } satisfies Record<string, string>;',
    'const COINS = new Set("EUR USD".split(" "));',
    'function isRetried(code: string) { return code === "r" || code === "s" || code === "t"; }',
    'const isKept = (code: string) => code !== "u" && code !== "v";',
    'const isLost = (code: string) => /^(?:lost|gone)$/.test(code);',
  ].join('\n');
  expect(closedListsOf(source).map(({ name, words }) => lineOf(name, words))).toEqual([
    'SAFE: a | 1',
    'ALL: a | 1 | c',
    'CODES: x | y',
    'isCode: p | q',
    'STATUS: a=x1 | b=y1',
    'COINS: EUR | USD',
    'isRetried: r | s | t',
    'isKept: u | v',
    'isLost: lost | gone',
  ]);
});
