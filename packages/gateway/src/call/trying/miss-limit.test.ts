// Look-ups that find nothing cost their caller no money. They have a limit of their own, which concurrent calls cannot exceed
// together.
import { describe, expect, test } from 'vitest';
import { isFailure } from '../../domain/failure.ts';
import { MISS_ACCOUNTS_MAX } from '../../domain/limits.ts';
import { Misses, type ReservedMisses } from './miss-limit.ts';

const limit = { requests: 3, perSeconds: 60 };
let nowMs = 0;
const create = () => {
  nowMs = 600_000;
  return new Misses({ nowMs: () => nowMs, monotonicMs: () => nowMs }, () => limit);
};
const reserve = (misses: Misses, account: string, most: number): ReservedMisses => {
  const reserved = misses.reserve(account, most);
  if (isFailure(reserved)) throw new Error(`refused: ${reserved.detail}`);
  return reserved;
};
const miss = (misses: Misses, account: string, missed: number) =>
  reserve(misses, account, missed).end(missed);

describe('of one account', () => {
  test('the limit is let through in a window, and the next is refused with the time to wait', () => {
    const misses = create();
    miss(misses, 'a', 2);
    expect(misses.refusal('a', 1)).toBeNull();
    miss(misses, 'a', 1);
    nowMs += 20_000;
    expect(misses.refusal('a', 1)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 40_000 });
    expect(misses.refusal('another', 1)).toBeNull();
  });

  test('the window ends with its last millisecond and not before, and counts by its weight in the next one', () => {
    const misses = create();
    miss(misses, 'a', 3);
    nowMs += 59_999;
    expect(misses.refusal('a', 1)).toMatchObject({ retryAfterMs: 1 });
    nowMs += 1;
    // The whole previous window still counts.
    expect(misses.refusal('a', 1)).toMatchObject({ retryAfterMs: 60_000 });
    nowMs += 60_000;
    expect(misses.refusal('a', 3)).toBeNull();
  });

  test('what a running call reserved counts as missed until it ends, and what was not missed is given back', () => {
    const misses = create();
    const [first, second] = [reserve(misses, 'a', 2), reserve(misses, 'a', 1)];
    expect(misses.reserve('a', 1)).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 1_000 });
    expect(misses.reserve('another', 3)).toMatchObject({ kind: 'reserved' });
    first.end(0);
    expect(misses.refusal('a', 2)).toBeNull();
    second.end(1);
    expect(misses.refusal('a', 2)).toBeNull();
    expect(misses.refusal('a', 3)).toMatchObject({ retryAfterMs: 60_000 });
  });

  test('a call that could miss more than a whole window is refused with the advice to ask for fewer, and reserves nothing', () => {
    const misses = create();
    expect(misses.reserve('a', 4)).toMatchObject({ detail: expect.stringContaining('ask for fewer ids') });
    expect(misses.reserve('a', 3)).toMatchObject({ kind: 'reserved' });
  });

  test('a call that misses nothing counts nothing', () => {
    const misses = create();
    for (let i = 0; i < 10; i++) reserve(misses, 'a', 3).end(0);
    expect(misses.refusal('a', 3)).toBeNull();
  });
});

test('when too many accounts are counted, the one that asked longest ago is forgotten', () => {
  const misses = create();
  miss(misses, 'first', 3);
  for (let i = 1; i < MISS_ACCOUNTS_MAX; i++) miss(misses, `account-${i}`, 3);
  expect(misses.refusal('first', 1)).not.toBeNull();
  miss(misses, 'one more', 3);
  expect(misses.refusal('first', 1)).toBeNull();
  expect(misses.refusal('account-1', 1)).not.toBeNull();
});
