import { expect, test } from 'vitest';
import { sendAtRate } from './open-loop.ts';

/** A clock that moves only when somebody sleeps, to the end of the sleep or `overMs` later. */
function clockOf(overMs = 0) {
  let now = 100;
  return {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms + overMs;
    },
  };
}

const SCHEDULE = { rate: 200, total: 4, outstandingMax: 10 };

test('requests are sent at their times, though none of the earlier ones was answered', async () => {
  const clock = clockOf();
  const sentAt: number[] = [];
  const answers: (() => void)[] = [];
  const done = sendAtRate(SCHEDULE, clock, () => {
    sentAt.push(clock.now());
    return new Promise((resolve) => answers.push(resolve));
  });
  await expect.poll(() => sentAt).toEqual([100, 105, 110, 115]);
  for (const answer of answers) answer();
  expect(await done).toBe(0);
});

test('beyond the limit a request waits for an answer, keeps its due time and counts as late', async () => {
  const clock = clockOf();
  const dueAt: number[] = [];
  let [outstanding, most] = [0, 0];
  const late = await sendAtRate({ ...SCHEDULE, outstandingMax: 2 }, clock, async (dueMs) => {
    dueAt.push(dueMs);
    most = Math.max(most, ++outstanding);
    await Promise.resolve();
    if (dueAt.length === 2) await clock.sleep(100);
    outstanding--;
  });
  expect(dueAt).toEqual([100, 105, 110, 115]);
  expect(most).toBe(2);
  expect(late).toBe(2);
});

test('a sender that wakes up too late says how many requests it sent late', async () => {
  expect(await sendAtRate(SCHEDULE, clockOf(2), async () => {})).toBe(0);
  expect(await sendAtRate(SCHEDULE, clockOf(4), async () => {})).toBe(3);
});
