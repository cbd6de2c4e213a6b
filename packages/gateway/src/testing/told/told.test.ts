import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { differenceOf } from './difference.ts';
import { linesOf, partsOf, readDigest, testOf, writeDigest } from './digest.ts';
import { committedDigest, fallen, floorOf } from './floor.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-told-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const TEXT = "before\n> first\n  { a: 1 }\n\n> second\n  { expires_at: '2026-11-15T12:00:00.000Z' }\n";

test('each exchange has a line of its own, and a change of one millisecond changes that line alone', () => {
  const lines = linesOf(TEXT, /^> /);
  const late = linesOf(TEXT.replace('00.000Z', '00.001Z'), /^> /);
  expect(lines.map((line) => line.split(' ').slice(1).join(' '))).toEqual(['before', '> first', '> second']);
  expect(late.map((line, i) => line === lines[i])).toEqual([true, true, false]);
});

test('no character is outside of every part', () => {
  for (const begins of [/^> /, /^\S/, null])
    expect(
      partsOf(TEXT, begins)
        .map(({ text }) => text)
        .join('\n'),
    ).toBe(TEXT);
});

test('a digest is read as it was written, and names its test', () => {
  const file = path.join(folder, 'one.told');
  const digest = new Map([
    ['a name, with words', [floorOf(TEXT), ...linesOf(TEXT, /^> /)]],
    ['another', [floorOf(''), ...linesOf('', null)]],
  ]);
  writeDigest(file, 'packages/one.test.ts', digest);
  expect(readDigest(file)).toEqual(digest);
  expect(testOf(file)).toBe('packages/one.test.ts');
  expect(readDigest(path.join(folder, 'missing.told'))).toEqual(new Map());
});

const ROWS = '<tr 1>\n<tr 2>\n<tr 3>\n<button(x) Save>\n';

test('a text that lost more than half of its rows, links, fields or buttons has fallen, and one with a row less has not', () => {
  const known = [floorOf(ROWS), ...linesOf(ROWS, null)];
  expect(known[0]).toBe('= at least 4 lines, 3 rows, 1 buttons');
  expect(fallen(known, ROWS.replace('<tr 1>\n', ''))).toEqual([]);
  expect(fallen(known, 'This page cannot be shown\n<tr 1>\n\n')).toEqual([
    '1 rows instead of at least 3',
    '0 buttons instead of at least 1',
  ]);
  expect(floorOf('+ keys key_1 { a: 1 }\n~ keys key_1 { a: 2 }\n')).toContain('2 changed rows');
  expect(floorOf('x\n'.repeat(199))).toBe('= at least 100 lines');
});

test('a set of a test that is new has no floor', () => {
  expect(fallen([], 'anything')).toEqual([]);
  expect(committedDigest(path.join(folder, 'missing.told'))).toEqual(new Map());
});

test('a difference shows the field that changed as one line, however the lines around it are wrapped', () => {
  const now =
    "> first\n  { key: 'a', spent_this_day: '0.000000',\n    currency: 'USD', caps: [ { limit: 1 } ] }\n";
  const before =
    "> first\n  { key: 'a', spent_today: '0.000000', currency: 'USD',\n    caps: [ { limit: 1 } ] }\n";
  const changed = differenceOf(before, now)
    .split('\n')
    .filter((line) => /^[-+]/.test(line));
  expect(changed.map((line) => line.replace(/\s+/, ' '))).toEqual([
    "- spent_today: '0.000000',",
    "+ spent_this_day: '0.000000',",
  ]);
});
