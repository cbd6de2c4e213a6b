// Look-ups that find nothing cost their caller no money, and have a limit of their own.
import { describe, expect, test } from 'vitest';
import { MISS_KEYS_MAX } from '../domain/limits.ts';
import { Misses } from './misses.ts';

const limit = { requests: 3, perSeconds: 60 };
let nowMs = 0;
const create = () => {
  nowMs = 600_000;
  return new Misses({ nowMs: () => nowMs, monotonicMs: () => nowMs }, () => limit);
};

describe('of one key', () => {
  test('so many are let through in a window, and the next is told how long to wait', () => {
    const misses = create();
    misses.add('k', 2);
    expect(misses.refusal('k')).toBeNull();
    misses.add('k', 1);
    nowMs += 20_000;
    expect(misses.refusal('k')).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 40_000 });
    expect(misses.refusal('another')).toBeNull();
  });

  test('a later window lets through again', () => {
    const misses = create();
    misses.add('k', 50);
    nowMs += 60_000;
    expect(misses.refusal('k')).not.toBeNull();
    nowMs += 60_000;
    expect(misses.refusal('k')).toBeNull();
  });

  test('nothing missed is nothing counted', () => {
    const misses = create();
    for (let i = 0; i < 10; i++) misses.add('k', 0);
    expect(misses.refusal('k')).toBeNull();
  });
});

test('of more keys than are counted, the one that missed longest ago begins anew', () => {
  const misses = create();
  misses.add('first', 3);
  for (let i = 1; i < MISS_KEYS_MAX; i++) misses.add(`key-${i}`, 3);
  expect(misses.refusal('first')).not.toBeNull();
  misses.add('one more', 3);
  expect(misses.refusal('first')).toBeNull();
  expect(misses.refusal('key-1')).not.toBeNull();
});
