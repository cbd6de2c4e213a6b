// Properties that hold for every text: reading never throws, is bounded and linear, and writers and reader are inverse.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cue, tidyText } from './cue.ts';
import { readCaptions, readCues } from './read-captions.ts';
import { textOf, writeSrt, writeVtt } from './write-captions.ts';

/** Pieces that mean something to the reader, so that random texts reach all of its branches. */
const PIECES = [
  'WEBVTT', '\ufeff', '\n', '\r\n', '\r', '\n\n', ' ', '\t', '-->', ' --> ', '00:01.000', '00:00:02,000', '1:2', '99:59:59.999', '7', '-',
  '<', '>', '<i>', '</i>', '<v Ann>', '<br>', '<00:00:01.000>', '{\\an8}', '{\\', '}', '&', '&amp;', '&lt', '&#', '&#10;', '&#xD800;', ';',
  'NOTE', 'STYLE', '\0', '\x1b', '\ud800', '\ufffd', '\u2028', '\u00a0', '猫', '👋', 'a', 'word',
]; // biome-ignore format: a table
const piece = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PIECES) },
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const file = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
const timed = fc
  .array(fc.tuple(fc.constantFrom('1\n', '', 'id\n'), piece, file))
  .map((cues) => cues.map(([id, , text]) => `${id}00:00:01.000 --> 00:00:02.000\n${text}`).join('\n\n'));
const captions = fc.oneof(
  file,
  timed,
  timed.map((text) => `WEBVTT\n\n${text}`),
);

const cue = fc
  .tuple(fc.nat({ max: 400_000_000 }), fc.nat({ max: 10_000 }), file)
  .map(([startMs, lengthMs, text]): Cue => ({ startMs, endMs: startMs + lengthMs, text }));

test('no text makes the reader throw, and its cues are ordered, tidy and no longer than the text', () => {
  fc.assert(
    fc.property(captions, (text) => {
      const cues = readCaptions(text)?.cues ?? [];
      expect(cues.reduce((chars, cue) => chars + cue.text.length, 0)).toBeLessThanOrEqual(text.length);
      for (const [index, { startMs, endMs, text }] of cues.entries()) {
        expect(text).not.toBe('');
        expect(tidyText(text)).toBe(text);
        expect(Number.isSafeInteger(startMs) && Number.isSafeInteger(endMs) && endMs >= startMs).toBe(true);
        expect(startMs).toBeGreaterThanOrEqual(cues[index - 1]?.startMs ?? 0);
      }
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ['WebVTT', writeVtt],
  ['SRT', writeSrt],
])('what is written as %s is read back', (name, write) => {
  fc.assert(
    fc.property(fc.array(cue, { maxLength: 8 }), (cues) => {
      const tidy = cues
        .map((cue) => ({ ...cue, text: tidyText(cue.text) }))
        .filter(({ text }) => text !== '')
        .sort((a, b) => a.startMs - b.startMs || b.endMs - a.endMs);
      const isNothing = name === 'SRT' && tidy.length === 0;
      expect(readCues(write(cues))).toEqual(isNothing ? null : tidy);
    }),
    { numRuns: 1000 },
  );
});

test('plain text has one line for each cue', () => {
  fc.assert(
    fc.property(fc.array(cue), (cues) => {
      const count = cues.filter(({ text }) => tidyText(text) !== '').length;
      expect(
        textOf(cues)
          .split('\n')
          .filter((line) => line !== ''),
      ).toHaveLength(count);
    }),
  );
});

/** Methods of texts, and of patterns, that look at characters. */
const METHODS = [
  'indexOf',
  'lastIndexOf',
  'slice',
  'replace',
  'replaceAll',
  'split',
  'trim',
  'charCodeAt',
  'startsWith',
] as const;

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** How many characters a method looked at, at most. */
function costOf(name: string, text: string, args: unknown[], result: unknown): number {
  if (name === 'slice' || name === 'charCodeAt') return 1;
  if (name === 'startsWith') return String(args[0]).length;
  if (!name.endsWith('ndexOf')) return 1 + text.length;
  return 1 + Math.abs((Number(result) < 0 ? text.length : Number(result)) - Number(args[1] ?? 0));
}

/** Characters that a run looks at. A timing would depend on the machine. */
function stepsOf(run: () => unknown): number {
  let steps = 0;
  const texts = String.prototype as unknown as Record<string, Method>;
  const own = METHODS.map((name) => [name, texts[name] as Method] as const);
  const exec = RegExp.prototype.exec;
  for (const [name, method] of own) {
    texts[name] = function (...args) {
      const result = method.apply(this, args);
      steps += costOf(name, this as string, args, result);
      return result;
    };
  }
  RegExp.prototype.exec = function (text) {
    const from = this.lastIndex;
    const found = exec.call(this, text);
    // A pattern that finds all matches goes on where the last one ended.
    steps += 1 + (this.global && found !== null ? this.lastIndex : text.length) - from;
    return found;
  };
  try {
    run();
  } finally {
    for (const [name, method] of own) texts[name] = method;
    RegExp.prototype.exec = exec;
  }
  return steps;
}

const CUE = '00:00:01.000 --> 00:00:02.000\n';
/** Each is repeated until it fills the file. */
const FILLERS = [
  '<', '>', '<a', '&', '&a', '&#', '-->', '-->\n', '\n', '\r', ' ', ' \n', '0', '1\n', '\n1', '{\\', '<br', `${CUE}a\n`, `${CUE}a\n\n`, `1\n${CUE}a\n`,
  `a\n${CUE}`, '0:0-->0:0\na\n\n', '\0', '00:00:01.000', '00:00:01.000 -->', 'a\nb\n', `${CUE}a\na\na\na\na\n\n`,
]; // biome-ignore format: a table

test.each(FILLERS.map((filler) => [JSON.stringify(filler), filler]))(
  'a file of %s is read in linear time',
  (_, filler) => {
    for (const head of ['', 'WEBVTT\n\n', `WEBVTT\n\n${CUE}`, `1\n${CUE}`]) {
      const stepsAt = (chars: number) =>
        stepsOf(() => readCaptions(head + filler.repeat(Math.ceil(chars / filler.length))));
      // Twice the text takes twice the steps, and never many for each character.
      const [half, whole] = [stepsAt(10_000), stepsAt(20_000)];
      expect(whole / half).toBeLessThan(2.2);
      expect(whole).toBeLessThan(20_000 * 20);
    }
  },
);

test.each(['<', '&', '-->', '\n', '{\\', '1\n', '0'])('a megabyte of %j is read', (filler) => {
  const text = filler.repeat(Math.ceil(1_000_000 / filler.length));
  for (const head of ['WEBVTT\n\n', `WEBVTT\n\n${CUE}`, `1\n${CUE}`])
    expect(readCaptions(head + text)).not.toBe(undefined);
});
