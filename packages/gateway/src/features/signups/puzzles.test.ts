// A puzzle is accepted once, when solved, in time, and from the network that it was given to.
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { createPuzzles, PUZZLE_BITS, PUZZLE_MS } from './puzzles.ts';

/** The same in every run, so that the answers are found as early as in this one. */
const random = (bytes: number) => new Uint8Array(bytes).fill(15);

/** An answer for each number of zero bits with which a hash can begin, up to one that solves the puzzle. */
function answersTo(challenge: string): Map<number, string> {
  const answers = new Map<number, string>();
  for (let answer = 0; !answers.has(PUZZLE_BITS - 1) || !answers.has(PUZZLE_BITS); answer++) {
    const digest = hash('sha256', `${challenge}:${answer}`, 'buffer');
    const zeros = Math.clz32(new DataView(digest.buffer, digest.byteOffset).getUint32(0));
    answers.set(Math.min(zeros, PUZZLE_BITS), String(answer));
  }
  return answers;
}

test('a solved puzzle is good until its ten minutes are over, and for its own network alone', () => {
  const clock = createTestClock();
  const puzzles = createPuzzles(new Uint8Array(32), clock, random);
  const { challenge, expiresAtMs } = puzzles.give('192.0.2.0');
  expect(expiresAtMs - clock.nowMs()).toBe(PUZZLE_MS);
  const answers = answersTo(challenge);
  const answer = answers.get(PUZZLE_BITS)!;
  const name = challenge.slice(0, challenge.indexOf('.'));
  expect(puzzles.solved(challenge, `${answer}0`, '192.0.2.0')).toBeNull();
  for (const [zeros, almost] of answers)
    if (zeros < PUZZLE_BITS) expect(puzzles.solved(challenge, almost, '192.0.2.0'), `${zeros}`).toBeNull();
  clock.advance(PUZZLE_MS - 1);
  expect(puzzles.solved(challenge, answer, '192.0.2.0')).toBe(name);
  expect(puzzles.solved(challenge, answer, '198.51.100.0')).toBeNull();
  clock.advance(1);
  expect(puzzles.solved(challenge, answer, '192.0.2.0')).toBeNull();
  expect(PUZZLE_MS).toBe(10 * 60_000);
});
