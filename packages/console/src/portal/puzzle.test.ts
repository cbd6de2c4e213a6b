// Tests that the page's answers solve the gateway's puzzles, as the gateway checks them.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { solve } from './puzzle.ts';

/** Leading zero bits of the hash. */
function zerosOf(text: string): number {
  return Math.clz32(Number.parseInt(hash('sha256', text).slice(0, 8), 16));
}

test.each([1, 7, 10, 13])('an answer begins with the %i zeros that were asked for', (bits) => {
  expect(zerosOf(`c:${solve({ challenge: 'c', bits })}`)).toBeGreaterThanOrEqual(bits);
});

test('the answer belongs to its challenge, however long that is', () => {
  for (let length = 0; length < 140; length += 7) {
    const challenge = 'abcdefghij'.repeat(14).slice(0, length);
    expect([length, zerosOf(`${challenge}:${solve({ challenge, bits: 4 })}`) >= 4]).toEqual([length, true]);
  }
});

test('no smaller number is an answer', () => {
  const answer = Number(solve({ challenge: 'least', bits: 8 }));
  for (let n = 0; n < answer; n++) expect(zerosOf(`least:${n}`)).toBeLessThan(8);
});

test('a puzzle that is too hard is refused instead of running on', () => {
  expect(() => solve({ challenge: 'c', bits: 32 }, 100)).toThrow('no answer');
});
