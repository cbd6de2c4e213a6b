// Tests of tables and text widths.
import { expect, test } from 'vitest';
import { formatDuration, progressLine } from './progress.ts';
import { andOtherFields, fieldsOf, renderFields, renderTable, right } from './table.ts';
import { fitText, plainText, textWidth } from './text-width.ts';

test.each([
  ['abc', 3],
  ['猫の動画', 8],
  ['한국어', 6],
  ['ｆｕｌｌ', 8],
  ['ﾊﾝｶｸ', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['🎬', 2],
  ['👨‍👩‍👧', 2],
  ['❤️', 2],
  ['🇩🇪', 2],
  ['–', 1],
  ['1', 1],
])('%s takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test('a cut text is never wider than asked and never half a character', () => {
  expect(fitText('猫猫猫猫', 5)).toBe('猫猫…');
  expect(fitText('猫猫猫猫', 4)).toBe('猫…');
  expect(fitText('abcdef', 6)).toBe('abcdef');
});

test('columns stay aligned beside wide characters, and numbers stand to the right', () => {
  const columns = [{ title: 'title' }, { title: 'views', align: 'right' as const }];
  expect(
    renderTable(
      columns,
      [
        ['猫の動画', 7],
        ['cats', 12345],
        [null, null],
      ],
      null,
    ),
  ).toBe('title     views\n猫の動画      7\ncats      12345\n–             –\n');
});

test('a wide table is cut to the terminal, but never its ids', () => {
  const columns = [{ title: 'id' }, { title: 'title', canShrink: true }];
  const text = renderTable(columns, [['acc_0123456789', '猫'.repeat(40)]], 40);
  expect(text).toContain('acc_0123456789');
  for (const line of text.trimEnd().split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(40);
});

test('text that could act on the terminal is taken out', () => {
  expect(plainText('a\u001b[31mred\u0007\nb\u202ec\u009b1m')).toBe('a [31mred b c 1m');
  expect(renderFields([['title', 'x\r\ny']])).toBe('title  x y\n');
});

test('the progress line shows part, rate and time left', () => {
  const line = progressLine({ done: 25, total: 100, count: 500, unit: 'records', elapsedMs: 10_000 });
  expect(line).toBe('██████░░░░░░░░░░░░░░░░░░  25 %  500 records  50/s  30 s left');
  expect(progressLine({ done: 0, total: 0, count: 0, unit: 'records', elapsedMs: 0 })).toContain('100 %');
  expect(formatDuration(3_725_000)).toBe('1 h 2 min');
});

test('a progress line with a note fits the terminal, and has no time left while it waits', () => {
  const progress = { done: 100, total: 500, count: 100, unit: 'items', elapsedMs: 2_000 };
  const running = progressLine({ ...progress, note: 'running, 0.024000 of 2.000000' }, 79);
  expect(running).toBe('███░░░░░░░░░░░░  20 %  100 items  50/s  8 s left  running, 0.024000 of 2.000000');
  const waiting = { ...progress, isWaiting: true, note: 'waiting for balance, 0.024000 of 2.000000' };
  expect(progressLine(waiting, 79)).toMatch(
    / {2}20 % {2}100 items {2}waiting for balance, 0.024000 of 2.000000$/,
  );
  for (const columns of [79, 30]) expect(progressLine(waiting, columns).length).toBeLessThanOrEqual(columns);
});

test('a field of the view without a column is printed after the columns, unless it is hidden', () => {
  const view = { properties: { id: {}, amount: {}, valid_until: {}, secret: {} } };
  const row = { id: 'g1', amount: '5', valid_until: 'May', secret: 'x' };
  const columns = andOtherFields<typeof row>({ name: 'id', amount: right('amount') }, view, ['secret']);
  expect(fieldsOf(columns, row)).toBe('name         g1\namount       5\nvalid until  May\n');
});
