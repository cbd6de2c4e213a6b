// The limit on free requests of an account: what remains of it, when there is more, and that a place is given back whole.
import { expect, test } from 'vitest';
import { createTestClock } from '../../storage/contracts/storage.contract.ts';
import { FREE_ACCOUNTS_MAX } from '../limits.ts';
import { AccountLimiter, type FreePlace } from './account-limiter.ts';

const limit = { requests: 10, perSeconds: 60, concurrent: 4 };

function open() {
  const clock = createTestClock();
  clock.advance(600_000);
  return { clock, limiter: new AccountLimiter(clock, () => limit, { policy: 'reads', what: 'reads' }) };
}

test('a heavy request takes and gives back as many places as it counts for, and never more than there are', () => {
  const { limiter } = open();
  const heavy = limiter.take('a', 3) as FreePlace;
  expect(heavy.rate).toEqual({ policy: 'reads', limit, remaining: 7, resetMs: 60_000 });
  expect(limiter.take('a', 2)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 1_000 });
  expect(limiter.take('b', 100)).toMatchObject({ kind: 'place', rate: { remaining: 6 } });
  heavy.leave();
  expect(limiter.take('a', 4)).toMatchObject({ kind: 'place', rate: { remaining: 3 } });
});

test('a full window says how many milliseconds are left of it, and a refusal takes nothing', () => {
  const { limiter, clock } = open();
  for (let i = 0; i < 10; i++) (limiter.take('a') as FreePlace).leave();
  clock.advance(45_000);
  for (let i = 0; i < 3; i++)
    expect(limiter.take('a')).toMatchObject({
      ...{ detail: 'At most 10 reads in 60 s.', retryAfterMs: 15_000 },
      free: { remaining: 0, resetMs: 15_000 },
    });
  expect(limiter.take('b')).toMatchObject({ kind: 'place', rate: { resetMs: 15_000 } });
  // Half of the window before still counts.
  clock.advance(45_000);
  expect(limiter.take('a')).toMatchObject({ kind: 'place', rate: { remaining: 4 } });
  clock.advance(120_000);
  expect(limiter.take('a')).toMatchObject({ kind: 'place', rate: { remaining: 9 } });
});

test('beyond the bound the account that asked longest ago is forgotten, and no other', () => {
  const { limiter } = open();
  limiter.take('first', 4);
  limiter.take('second', 4);
  for (let i = 3; i <= FREE_ACCOUNTS_MAX; i++) limiter.take(`account ${i}`);
  expect(limiter.take('first')).toMatchObject({ code: 'RATE_LIMITED' });
  limiter.take('one more');
  expect(limiter.take('first')).toMatchObject({ code: 'RATE_LIMITED' });
  expect(limiter.take('second')).toMatchObject({ kind: 'place' });
});
