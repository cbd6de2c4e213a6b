// Steps of work that may wait: one at a time, a turn after each, and parties in turns.
import { expect, test } from 'vitest';
import { PacedWork, STEP_CHARS_MAX, stepsOf } from './paced-work.ts';

const clock = { monotonicMs: () => 0 };

test('one step runs at a time, a turn of the loop follows each, and parties take turns', async () => {
  const done: string[] = [];
  let running = 0;
  const work = new PacedWork(clock, async () => {
    done.push('turn');
  });
  const step = (party: string, name: string) =>
    work.paceOf(party)(async () => {
      expect(running++).toBe(0);
      await Promise.resolve();
      running--;
      done.push(name);
      return name;
    });
  const all = [step('a', 'a1'), step('a', 'a2'), step('a', 'a3'), step('b', 'b1'), step('c', 'c1')];
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  expect(done.filter((one) => one !== 'turn')).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
  expect(done.filter((_, i) => i % 2 === 1)).toEqual(Array(5).fill('turn'));
});

test('after each step everything rests for longer than it took; what a rest was too long or too short counts for the next', async () => {
  const time = { nowMs: 0, monotonicMs: () => time.nowMs };
  const owed: number[] = [];
  /** As long as each rest really is. */
  const rested = [0, 5, 100, 2];
  const pace = new PacedWork(time, async (ms) => {
    time.nowMs += rested[owed.push(ms) - 1]!;
  }).paceOf('a');
  for (const tookMs of [1, 2, 3, 1])
    await pace(() => {
      time.nowMs += tookMs;
    });
  expect(owed).toEqual([2, 6, 7, 2]);
});

test('a step that fails fails alone', async () => {
  const pace = new PacedWork(clock, async () => {}).paceOf('a');
  const failed = pace(() => {
    throw new Error('no');
  });
  const next = pace(() => 1);
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe(1);
});

test('lines are cut into steps that are short enough; one that is too long is a step of its own', () => {
  const [short, long] = ['x'.repeat(STEP_CHARS_MAX / 4), 'y'.repeat(STEP_CHARS_MAX + 1)];
  const steps = [...stepsOf([short, short, short, short, short, long, short])];
  expect(steps.map((lines) => lines.length)).toEqual([4, 1, 1, 1]);
  expect(steps.flat()).toEqual([short, short, short, short, short, long, short]);
  expect([...stepsOf([])]).toEqual([]);
});
