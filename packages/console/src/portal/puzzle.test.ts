// Proves that the page hashes as everybody else does, and that its answers solve the gateway's puzzles.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256, solve } from './puzzle.ts';

test('the hash is that of the standard, at every length around a block', () => {
  for (let length = 0; length < 140; length++) {
    const text = 'abcdefghij'.repeat(14).slice(0, length);
    const hex = [...sha256(text)].map((word) => word.toString(16).padStart(8, '0')).join('');
    expect([length, hex]).toEqual([length, hash('sha256', text)]);
  }
});

test('an answer begins with as many zeros as were asked for', async () => {
  const answer = await solve({ challenge: 'c', bits: 10 });
  expect(Number.parseInt(hash('sha256', `c:${answer}`).slice(0, 8), 16) >>> 22).toBe(0);
});
