// A puzzle is accepted once, when solved, in time, and from the network that it was given to.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { systemRandom } from '../../domain/clock.ts';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { createPuzzles, PUZZLE_BITS, PUZZLE_MS } from './puzzles.ts';

function solve(challenge: string): string {
  for (let answer = 0; ; answer++) {
    const digest = hash('sha256', `${challenge}:${answer}`, 'buffer');
    if (new DataView(digest.buffer, digest.byteOffset).getUint32(0) >>> (32 - PUZZLE_BITS) === 0)
      return String(answer);
  }
}

test('a solved puzzle is good until its ten minutes are over, and for its own network alone', () => {
  const clock = createTestClock();
  const puzzles = createPuzzles(new Uint8Array(32), clock, systemRandom);
  const { challenge, expiresAtMs } = puzzles.give('192.0.2.0');
  expect(expiresAtMs - clock.nowMs()).toBe(PUZZLE_MS);
  const answer = solve(challenge);
  const name = challenge.slice(0, challenge.indexOf('.'));
  expect(puzzles.solved(challenge, `${answer}0`, '192.0.2.0')).toBeNull();
  clock.advance(PUZZLE_MS - 1);
  expect(puzzles.solved(challenge, answer, '192.0.2.0')).toBe(name);
  expect(puzzles.solved(challenge, answer, '198.51.100.0')).toBeNull();
  clock.advance(1);
  expect(puzzles.solved(challenge, answer, '192.0.2.0')).toBeNull();
  expect(PUZZLE_MS).toBe(10 * 60_000);
});
