import { expect, test } from 'vitest';
import type { Cue } from './cue.ts';
import { readCaptions } from './read-captions.ts';
import { FLASH_MS, ROLL_GAP_MS, unroll } from './rolling.ts';

/** Cues one after another, each of a second. */
function cuesOf(...texts: string[]): Cue[] {
  return texts.map((text, index) => ({ startMs: index * 1000, endMs: (index + 1) * 1000, text }));
}

const textsOf = (cues: Cue[]) => cues.map(({ text }) => text);

test('automatic captions give each line once, from its first word to the next line', () => {
  const file = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.389 align:start position:0%
${' '}
welcome<00:00:00.480><c> back</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
welcome back
${' '}

00:00:02.399 --> 00:00:04.550 align:start position:0%
welcome back
to<00:00:02.879><c> the</c><00:00:03.120><c> show</c>

00:00:04.550 --> 00:00:04.560 align:start position:0%
to the show
${' '}

00:00:04.560 --> 00:00:06.000 align:start position:0%
to the show
no

00:00:06.000 --> 00:00:06.010 align:start position:0%
no
${' '}

00:00:06.010 --> 00:00:07.000 align:start position:0%
no
no
`;
  expect(readCaptions(file)).toEqual({
    cues: [
      { startMs: 160, endMs: 2399, text: 'welcome back' },
      { startMs: 2399, endMs: 4560, text: 'to the show' },
      { startMs: 4560, endMs: 6010, text: 'no' },
      { startMs: 6010, endMs: 7000, text: 'no' },
    ],
    rolledUp: true,
    cut: false,
  });
});

test('three lines that roll up give each line once', () => {
  const { cues, rolledUp } = unroll(cuesOf('a', 'a\nb', 'a\nb\nc', 'b\nc\nd', 'c\nd\ne'));
  expect([textsOf(cues), rolledUp]).toEqual([['a', 'b', 'c', 'd', 'e'], true]);
});

test('a line that is said again stays in captions that do not roll', () => {
  const song = cuesOf('La la la', 'La la la', 'La la la', 'La la la', 'Hey');
  const talk = cuesOf('Yes?', 'Yes?\nNo.', 'Well.', 'Then what?', 'Nothing.');
  for (const cues of [song, talk]) expect(unroll(cues)).toEqual({ cues, rolledUp: false });
});

test('a repeat after a pause was said again', () => {
  const rolling = cuesOf('a', 'a\nb', 'b\nc', 'c\nd');
  const after = (gapMs: number) => {
    const startMs = 4000 + gapMs;
    return textsOf(unroll([...rolling, { startMs, endMs: startMs + 1000, text: 'd\ne' }]).cues).at(-1);
  };
  expect(after(ROLL_GAP_MS)).toBe('e');
  expect(after(ROLL_GAP_MS + 1)).toBe('d\ne');
});

test('short cues that only repeat prove that captions roll, and cues that can be read do not', () => {
  const repeating = (flashMs: number) =>
    ['a', 'b', 'c'].flatMap((text, index): Cue[] => {
      const [startMs, endMs] = [index * 5000, index * 5000 + 4000];
      return [
        { startMs, endMs, text },
        { startMs: endMs, endMs: endMs + flashMs, text },
      ];
    });
  expect(unroll(repeating(FLASH_MS)).cues).toHaveLength(3);
  expect(unroll(repeating(FLASH_MS + 1)).rolledUp).toBe(false);
});
