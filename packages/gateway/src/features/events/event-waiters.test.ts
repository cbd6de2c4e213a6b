// Who waits for events and when they are woken, with a scripted clock and no sleeps.
import { expect, test } from 'vitest';
import { isFailure } from '../../domain/failure.ts';
import { inBackground } from '../../domain/in-background.ts';
import { EVENT_WAIT_MS_MAX, EventWaiters, WAITERS_MAX, WAITERS_PER_ACCOUNT_MAX } from './event-waiters.ts';

interface Timer {
  afterMs: number;
  wake(): void;
}

function world(heads: Record<string, number> = {}) {
  const timers: Timer[] = [];
  const asked: (readonly string[])[] = [];
  const waiters = new EventWaiters({
    events: {
      heads: async ({ streams }) => {
        asked.push(streams);
        return heads;
      },
    },
    timers: (afterMs, wake) => {
      const timer = { afterMs, wake };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  const fire = (timer: Timer) => {
    timers.splice(timers.indexOf(timer), 1);
    timer.wake();
  };
  return { waiters, timers, asked, heads, fire };
}

const one = { stream: 'acc', after: 3, waitMs: 20_000 };

test('a waiter is woken by a higher number than its own, and by no other', async () => {
  const { waiters, timers, heads } = world({ acc: 3 });
  const woken = waiters.wait(one);
  await waiters.look();
  expect(waiters.count).toBe(1);
  heads.acc = 4;
  await waiters.look();
  expect(await woken).toBeNull();
  expect([waiters.count, timers]).toEqual([0, []]);
});

test('the time of a waiter is over at last, and no timer is left behind', async () => {
  const { waiters, timers, fire } = world();
  const woken = waiters.wait({ ...one, waitMs: 99_000 });
  fire(timers.find(({ afterMs }) => afterMs === EVENT_WAIT_MS_MAX)!);
  expect(await woken).toBeNull();
  expect(timers).toEqual([]);
});

test('the place of a caller that is gone is free at once, also of one that was gone before it waited', async () => {
  const { waiters, timers } = world();
  const left: (() => void)[] = [];
  const forgotten: (() => void)[] = [];
  const whenLeft = (leave: () => void) => {
    left.push(leave);
    return () => void forgotten.push(leave);
  };
  const waiting = waiters.wait({ ...one, whenLeft });
  expect([waiters.count, left.length]).toEqual([1, 1]);
  left[0]!();
  expect(await waiting).toBeNull();
  const isGone = (leave: () => void) => {
    leave();
    return () => {};
  };
  expect(await waiters.wait({ ...one, whenLeft: isGone })).toBeNull();
  expect([waiters.count, timers, forgotten]).toEqual([0, [], left]);
});

test('streams are read together and once, and nothing is read without waiters', async () => {
  const { waiters, asked } = world();
  await waiters.look();
  expect(asked).toEqual([]);
  inBackground(waiters.wait(one));
  inBackground(waiters.wait({ ...one, after: 9 }));
  inBackground(waiters.wait({ ...one, stream: 'two' }));
  await waiters.look();
  expect(asked).toEqual([['acc', 'two']]);
  waiters.close();
});

test('an unreachable ledger wakes no waiter and breaks nothing', async () => {
  const { waiters } = world();
  const away = new EventWaiters({
    events: { heads: () => Promise.reject(new Error('away')) },
    timers: () => () => {},
  });
  const woken = away.wait(one);
  await away.look();
  expect(away.count).toBe(1);
  away.close();
  expect(await woken).toBeNull();
  waiters.close();
});

test('waiters are limited per account and per process, and an ended wait makes room', async () => {
  const { waiters } = world();
  for (let i = 0; i < WAITERS_PER_ACCOUNT_MAX; i++) inBackground(waiters.wait(one));
  expect(await waiters.wait(one)).toMatchObject({ code: 'RATE_LIMITED' });
  for (let i = waiters.count; i < WAITERS_MAX; i++) inBackground(waiters.wait({ ...one, stream: `a${i}` }));
  expect(await waiters.wait({ ...one, stream: 'late' })).toMatchObject({ code: 'OVERLOADED' });
  waiters.close();
  expect(isFailure(await waiters.wait(one))).toBe(false);
});
