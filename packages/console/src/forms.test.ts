// Times, amounts and ids have one form each, over both apps: parts/Time.tsx, parts/Money.tsx and `Id` of parts/Copy.tsx. This test reads the sources
// and names every line that writes one of them in another way.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|^api\//.test(name),
);

interface Rule {
  what: string;
  pattern: RegExp;
  /** Files that define the form. */
  home: readonly string[];
  stray: string;
}

const RULES: readonly Rule[] = [
  {
    what: 'a number or a time is formatted only by the formats of the reader',
    pattern: /\.toLocale\w*String\(|\bIntl\.\w+/,
    home: ['time/time.ts', 'money/money.ts', 'shell/use-format.ts'],
    stray: 'new Date(at).toLocaleString()',
  },
  {
    what: 'a date is not written by its own methods',
    pattern: /new Date\([^)]*\)\.(?:to(?:String|Date|Time|UTC|GMT)|get)/,
    home: ['time/time.ts'],
    stray: 'new Date(at).toUTCString()',
  },
  {
    what: 'a cell, a fact or an element with a moment is a Time',
    pattern: /(?:=> |: |\[[\w.]+, |>\{)format\.time\.(?:moment|clock|full|day|ago)\(/,
    home: [],
    stray: 'cell: ({ at }) => format.time.moment(at)',
  },
  {
    what: 'a cell with an amount is written as Money or by a format, not as the API writes it',
    pattern:
      /cell: \(\{ (amount|charged|refunded|price|unit_price|balance|margin|cost|taken|owed|left|spent)\b[^)]*\}\) => \1\b/,
    home: [],
    stray: 'cell: ({ charged }) => charged,',
  },
  {
    what: 'an id is shown as Id, with its short form and its copy button',
    pattern:
      /<(?:Mono|code)[^<>]*>\s*\{[\w.]*(?:\bid|_id)\}\s*<|<a [^<>]*>\s*\{[\w.?]*(?:\bid|_id)\}\s*<\/a>/,
    // A statement is printed, and paper has no copy button: its ids are whole.
    home: ['console/calls/CallDrawer.tsx', 'statements/StatementSheet.tsx'],
    stray: '<Mono>{account.id}</Mono>',
  },
];

function straysIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(new RegExp(pattern, 'g'))].map(
    ({ 0: found, index }) => `${text.slice(0, index).split('\n').length}: ${found.trim()}`,
  );
}

function straysOf({ pattern, home }: Rule): string[] {
  return SOURCES.filter((name) => !home.includes(name)).flatMap((name) =>
    straysIn(readFileSync(path.join(import.meta.dirname, name), 'utf8'), pattern).map(
      (stray) => `${name}:${stray}`,
    ),
  );
}

test.each(RULES)('$what', (rule) => {
  expect(rule.pattern.test(rule.stray)).toBe(true);
  expect(straysOf(rule)).toEqual([]);
});

test('the files that define a form exist', () => {
  const homes = RULES.flatMap(({ home }) => home);
  expect(homes.filter((name) => !SOURCES.includes(name))).toEqual([]);
});
