import { expect, test } from 'vitest';
import { readSrtText, readVttText, writeSrtText, writeVttText } from './cue-text.ts';

/** Each at the start of the text, inside it and at its end. */
const marked = ['<i>', '</i>', '<br>', '<1:02>', '{\\an8}', '&amp;', '&#233;', '&lt;i&gt;', '-->'].flatMap(
  (mark) => [mark, `${mark} a`, `a ${mark} b`, `a ${mark}`, `${mark}${mark}`],
);

test.each(marked)('%s is read from both formats as it was before it was written', (text) => {
  expect(readVttText(writeVttText(text))).toBe(text);
  expect(readSrtText(writeSrtText(text))).toBe(text);
});

test('a file of SRT never has an arrow in the text of a cue', () => {
  expect(writeSrtText('a --> b')).toBe('a --&gt; b');
});

test('text of SRT that cannot be taken for a mark is written as it is', () => {
  for (const text of ['R&B', 'I <3 you', '1 < 2 > 0', '{curly}', '<open', '?a=1&copy=2'])
    expect(writeSrtText(text)).toBe(text);
});
