// Tests of tables and text widths.
import { expect, test } from 'vitest';
import { workTime } from '../testing/shifted-clock.ts';
import { formatDuration, ProgressShown, progressLine } from './progress.ts';
import { andOtherFields, type Column, fieldsOf, renderFields, renderTable, right } from './table.ts';
import { layOut } from './table-layout.ts';
import { fitMiddle, fitText, plainText, textWidth, wrapText } from './text-width.ts';
import type { CliWorld } from './world.ts';

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

test('without a terminal progress is a line every ten seconds, with the time since the start; on one it is drawn in place and cleared', () => {
  const shown = (isTerminal: boolean) => {
    let nowMs = 5_000;
    const told: string[] = [];
    const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
    const world = { clock, isTerminal, columns: 40, err: (text: string) => told.push(text) };
    const progress = new ProgressShown(world as unknown as CliWorld);
    for (let i = 0; i <= 40; i++, nowMs += 500) progress.tell({ done: i, total: 80, count: i, unit: 'rows' });
    progress.clear();
    return told;
  };
  expect(shown(false).map((line) => line.replace(/^[█░]+ +/, ''))).toEqual([
    '25 %  20 rows  2/s  30 s left\n',
    '50 %  40 rows  2/s  20 s left\n',
  ]);
  const drawn = shown(true);
  expect(drawn).toHaveLength(42);
  expect(drawn.every((line) => line.startsWith('\r\u001b[K') && line.length <= 4 + 39)).toBe(true);
  expect(drawn.at(-1)).toBe('\r\u001b[K');
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

test('an id is cut in its middle, at whole characters', () => {
  expect(fitMiddle('acc_0123456789abcdef', 13)).toBe('acc_01…abcdef');
  expect(fitMiddle('猫猫猫猫猫', 6)).toBe('猫…猫');
  expect(fitMiddle('short', 5)).toBe('short');
});

test('wrapped text keeps its words whole, and breaks scripts without spaces', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapText('https://a.example/very/long', 10)).toEqual(['https://a.example/very/long']);
  expect(wrapText('猫猫猫猫猫', 4)).toEqual(['猫猫', '猫猫', '猫']);
});

/** The same numbers in every run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

const WORDS = [
  'cat',
  '猫の動画',
  'acc_4fQ2kZ0bTn8sYvXe',
  '👨‍👩‍👧 family',
  'e\u0301tude',
  '2026-11-15T12:00:00.000Z',
  'x'.repeat(90),
  '',
];

test('a table that is exactly as wide as the terminal is whole, and cut where one column less is left', () => {
  const columns: Column[] = [
    { title: 'id' },
    { title: 'title', canShrink: true },
    { title: 'extra', isExtra: true },
  ];
  const row = ['abcd', 'a longer title', 'more'];
  const whole = ['abcd', 'a longer title', 'extra'].join('  ').length;
  const cells = row.map((cell) => [cell]);
  const naturals = [4, 14, 5].map((width, at) => ({ at, width }));
  expect(layOut(columns, cells, whole)).toEqual({ shown: naturals, below: [], hidden: [] });
  const { shown, hidden } = layOut(columns, cells, whole - 1);
  // The text gives up the one column that is missing, so that nothing else is left out.
  expect([shown.map(({ width }) => width), hidden]).toEqual([[4, 13, 5], []]);
  expect(renderTable(columns, [row], whole)).toContain('a longer title  more');
});

test('any table fits any terminal, its main column keeps half, and columns without room are named', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const roll = dice(seed);
    const columns: Column[] = Array.from({ length: 2 + roll(9) }, (_, at) => ({
      title: `title ${at}`,
      ...(roll(3) === 0 && { align: 'right' as const }),
      ...(roll(3) === 0 && { canShrink: true }),
      ...(roll(4) === 0 && { isExtra: true }),
      ...(at === 1 && { isMain: true, canShrink: true }),
    }));
    const rows = Array.from({ length: 1 + roll(4) }, () =>
      columns.map(() =>
        Array.from({ length: 1 + roll(4) }, () => WORDS[roll(WORDS.length)]).join(roll(2) === 0 ? ' ' : ''),
      ),
    );
    const width = 24 + roll(140);
    const text = renderTable(columns, rows, width);
    for (const line of text.split('\n'))
      expect(textWidth(line), `${seed}: ${line}`).toBeLessThanOrEqual(width);
    const cells = columns.map((_, at) => rows.map((row) => row[at]!));
    const { shown, hidden } = layOut(columns, cells, width);
    const said = text.replaceAll('\n', ' ');
    for (const at of layOut(
      columns,
      cells.map((column) => column.map((cell) => cell.replace(/T(\d\d:\d\d).*Z$/, ' $1Z'))),
      width,
    ).hidden)
      expect(said).toContain(`title ${at}`);
    expect(shown.length + hidden.length).toBe(columns.length);
    const main = shown.find(({ at }) => at === 1)!;
    const natural = Math.max(...cells[1]!.map((cell) => textWidth(plainText(cell))));
    const first = Math.max(...cells[0]!.map((cell) => textWidth(plainText(cell))));
    if (first <= width / 2 - 2 && width >= 30)
      expect(main.width).toBeGreaterThanOrEqual(Math.min(natural, Math.floor(width / 2)));
  }
});

test('plain ASCII, which most cells are, is measured many times as fast as other text', () => {
  const costOf = (text: string) => workTime(() => expect(textWidth(text)).toBe(200_000));
  costOf('a'.repeat(200_000));
  // In practice a hundred times.
  expect(costOf('b'.repeat(200_000)).least * 5).toBeLessThan(costOf('猫'.repeat(100_000)).most);
});
