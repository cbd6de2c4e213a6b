// Where a part of a transcript begins.
import { expect, test } from 'vitest';
import { workTime } from '../testing/shifted-clock.ts';
import { BEFORE_MS, skippedRows, transcriptRows } from './transcript-rows.ts';

const cue = (start_ms: number, end_ms: number) => ({ start_ms, end_ms, text: 'said' });
/** 12:30 */
const AROUND_MS = 750_000;

test('a part around a moment begins with the cue that ends just within the half minute before it', () => {
  const just = {
    cues: [cue(0, AROUND_MS - BEFORE_MS), cue(1, AROUND_MS - BEFORE_MS + 1), cue(2, AROUND_MS)],
  };
  expect(skippedRows({ around: '12:30' }, just)).toBe(1);
});

test.each([
  ['750', 1],
  ['12:30', 1],
  ['0:12:30', 1],
  ['0', 0],
])('the moment %s is read as minutes and seconds, or as seconds', (around, skipped) => {
  expect(skippedRows({ around }, { cues: [cue(0, 1_000), cue(749_000, 751_000)] })).toBe(skipped);
});

test('a moment after the end gives the last cue, and a count of rows wins over a moment', () => {
  const item = { cues: [cue(0, 1_000), cue(1_000, 2_000)] };
  expect(skippedRows({ around: '99:00' }, item)).toBe(1);
  expect(skippedRows({ around: '99:00', skip: '0' }, item)).toBe(0);
  expect(skippedRows({}, item)).toBe(0);
});

const linesOf = (text: string) => transcriptRows({ cues: [], text }).map(({ line }) => line);

test.each([
  ['between words', 'word '.repeat(1_000), ' '],
  ['anywhere in a text without blanks', '字'.repeat(5_000), ''],
  ['never within a character', `a${'😀'.repeat(3_000)}`, ''],
])('a text without times is cut %s, and nothing is lost', (_, text, between) => {
  const lines = linesOf(text);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.join(between)).toBe(text.trim());
});

test.each([
  ['one row', 1_000, 1],
  ['two', 1_001, 2],
])(
  'a text without times that is as long as a row may be is one row, and a longer one is two: %s',
  (_, chars, rows) => {
    const text = 'word '.repeat(201).slice(0, chars - 1);
    expect(linesOf(`${text}.`)).toHaveLength(rows);
  },
);

test('a long text without blanks is cut in time that grows with its length', () => {
  const takes = (chars: number) => {
    const text = `a ${'x'.repeat(chars)}`;
    return workTime(() => linesOf(text));
  };
  takes(50_000);
  // Eight times the text: about 8 when it is linear, 64 when every piece is searched back to the start.
  const ratios = [1, 2, 3].map(() => takes(1_600_000).least / takes(200_000).most);
  expect(Math.min(...ratios)).toBeLessThan(30);
});
