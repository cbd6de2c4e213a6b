// What the words of a command line mean, and how figures and texts are written: every parser and writer over the same odd inputs, held to
// a digest.
import { test } from 'vitest';
import { failure } from '../domain/failure.ts';
import { expectTold } from '../testing/told/told.ts';
import {
  amount,
  day,
  duration,
  list,
  rate,
  rateText,
  signedAmount,
  time,
  when,
  wholeNumber,
} from './arguments.ts';
import { COLOR_WISHES, hasColors, wishedColors } from './colors.ts';
import { refusal } from './control-plane.ts';
import { formatDuration, progressLine, ratePerSecond } from './progress.ts';
import { fitMiddle, fitText, plainText, textWidth, wrapText } from './text-width.ts';

const WORDS = [
  ...[
    '',
    ' ',
    '0',
    '1',
    '-1',
    '+1',
    '01',
    '10',
    '11',
    '3600',
    '1e3',
    '0x1',
    '9999999999999999',
    '99999999999999999',
  ],
  ...['25.00', '-25.5', '0.000001', '0.0000001', '1.', '.5', '1,5', '1_000', 'NaN', 'none', 'None', 'null'],
  ...[
    '2026-11-15',
    '2026-02-30',
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00.5+02:00',
    '2026-11-15T25:00:00Z',
    'now',
  ],
  ...['90s', '30m', '24h', '30d', '1w', '0s', '-1h', '1.5h', '999999d', '1000000d', '10 s', 's'],
  ...[
    '600/60',
    '600/60:5',
    '600/60:',
    '/60',
    '600/',
    '12345678/1',
    '1/123456',
    '1/1:123456',
    '0/0:0',
    '1/2/3',
  ],
  ...['a,b', ' a , ,b,', ','],
];

const PARSERS: Record<string, (text: string) => unknown> = {
  ...{ signedAmount, amount, day, time, duration, list },
  'wholeNumber from 0 to 10': wholeNumber(0, 10),
  'wholeNumber from 1 to the largest': wholeNumber(1, Number.MAX_SAFE_INTEGER),
  'when, parsed': when.parse!,
  'rate, parsed': rate.parse!,
};

/** Inputs with the same result share a line. */
function linesOf(name: string, inputs: readonly unknown[], make: (input: never) => unknown): string[] {
  const byResult = new Map<string, string[]>();
  for (const input of inputs) {
    let result: string;
    try {
      result = JSON.stringify(make(input as never)) ?? 'undefined';
    } catch (error) {
      result = `refused: ${(error as Error).message}`;
    }
    byResult.set(result, [...(byResult.get(result) ?? []), JSON.stringify(input)]);
  }
  return [name, ...Array.from(byResult, ([result, same]) => `  ${same.join(' | ')} → ${result}`)];
}

const control = {
  clock: { nowMs: () => Date.UTC(2026, 10, 15) },
  config: { limits: { rate: { concurrent: 7 } } },
};
const resolved = (reader: typeof when, value: unknown) => reader.resolve!(value as never, control as never);

const MOMENTS = [
  -1, 0, 1, 499, 500, 1_000, 59_499, 59_500, 60_000, 61_000, 3_599_000, 3_600_000, 5_400_000, 90_000_000,
];
const TEXTS = [
  '',
  'cat',
  'a cat on a sofa',
  '猫の動画',
  '👩‍🍳 cooks',
  'e\u0301te\u0301',
  'tab\there\nand\u0007 there\u202e',
  '\ud800',
  '  around  ',
];
const CODES = [
  'INVALID_REQUEST',
  'STORAGE_UNAVAILABLE',
  'UPSTREAM_BUSY',
  'NOT_FOUND',
  'CONFLICT',
  'UNAUTHORIZED',
] as const;
const STEPS = [
  { done: 0, total: 0, count: 0, unit: 'items', elapsedMs: 0 },
  { done: 0, total: 10, count: 0, unit: 'items', elapsedMs: 2_000 },
  { done: 5, total: 10, count: 50, unit: 'records', elapsedMs: 30_000 },
  {
    done: 5,
    total: 10,
    count: 50,
    unit: 'records',
    elapsedMs: 30_000,
    isWaiting: true,
    note: 'waiting for balance',
  },
  { done: 999, total: 1_000, count: 999, unit: 'MB', elapsedMs: 7_200_000, note: 'x'.repeat(90) },
  { done: 11, total: 10, count: 11, unit: 'items', elapsedMs: 1 },
];
const COLORS = ['', '0', '1', 'false'].flatMap((word) =>
  [true, false].flatMap((isTerminal) => [
    { isTerminal, env: { NO_COLOR: word } },
    { isTerminal, env: { FORCE_COLOR: word } },
    { isTerminal, env: { TERM: word === '' ? 'dumb' : 'xterm', FORCE_COLOR: word, NO_COLOR: '' } },
    { isTerminal, env: { TERM: 'dumb', NO_COLOR: word, FORCE_COLOR: '1' } },
  ]),
);
const WISHES = COLOR_WISHES.flatMap((wish) => [true, false].map((found) => [wish, found] as const));
const WIDTHS = [1, 2, 5, 8, 20];
const wide = TEXTS.flatMap((text) => WIDTHS.map((width) => [text, width] as const));

test('words are read, and figures and texts are written, as the digest says', async () => {
  const lines = [
    ...Object.entries(PARSERS).flatMap(([name, parse]) => linesOf(name, WORDS, parse)),
    ...linesOf('when, resolved', ['2026-01-01T00:00:00.000Z', 0, 90, 86_400], (value) =>
      resolved(when, value),
    ),
    ...linesOf('rate, resolved', ['600/60', '600/60:5'], (text: string) => resolved(rate, rate.parse!(text))),
    ...linesOf('rateText', [null, { requests: 1, per_seconds: 2, concurrent: 3 }], rateText),
    ...linesOf('exit code', CODES, (code: (typeof CODES)[number]) => {
      const { message, exitCode } = refusal(failure(code, 'No.')) as Error & { exitCode?: number };
      return { message, exitCode };
    }),
    ...linesOf('formatDuration', MOMENTS, formatDuration),
    ...linesOf('ratePerSecond of 50', MOMENTS, (ms: number) => ratePerSecond(50, ms)),
    ...linesOf('progressLine', STEPS, (step) =>
      [undefined, 79, 40, 10].map((columns) => progressLine(step, columns)),
    ),
    ...linesOf('hasColors', COLORS, ({ isTerminal, env }: (typeof COLORS)[number]) =>
      hasColors(isTerminal, env),
    ),
    ...linesOf('wishedColors', WISHES, ([wish, found]: (typeof WISHES)[number]) => wishedColors(wish, found)),
    ...linesOf('plainText and width', TEXTS, (text: string) => [plainText(text), textWidth(text)]),
    ...linesOf('fitText', wide, ([text, width]: [string, number]) => fitText(text, width)),
    ...linesOf('fitMiddle', wide, ([text, width]: [string, number]) => fitMiddle(text, width)),
    ...linesOf('wrapText', wide, ([text, width]: [string, number]) => wrapText(text, width)),
  ];
  expectTold({ by: import.meta.filename, name: 'words', text: `${lines.join('\n')}\n` });
});
