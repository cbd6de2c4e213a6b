import { expect, test } from 'vitest';
import { THROTTLE_ADDRESSES_MAX } from '../../domain/limits.ts';
import { createThrottle, throttleKey } from './throttle.ts';

function world(requests: number) {
  let nowMs = 0;
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs };
  const throttle = createThrottle({ requests, perSeconds: 60 }, clock);
  const taken = (address: string, times: number) =>
    Array.from({ length: times }, () => throttle.take(address)).filter((refusal) => refusal === null).length;
  const at = (ms: number) => {
    nowMs = ms;
  };
  return { throttle, taken, at };
}

test('an address gets its share per window, and others keep theirs', () => {
  const { taken } = world(10);
  expect(taken('192.0.2.1', 15)).toBe(10);
  expect(taken('192.0.2.2', 15)).toBe(10);
});

test('the window slides: the end of one and the start of the next do not add up', () => {
  const { taken, at } = world(10);
  at(59_000);
  expect(taken('192.0.2.1', 15)).toBe(10);
  at(61_000);
  expect(taken('192.0.2.1', 15)).toBe(1);
  at(180_000);
  expect(taken('192.0.2.1', 15)).toBe(10);
});

test('a refusal says when to come back, and does not extend itself', () => {
  const { throttle, taken, at } = world(1);
  taken('192.0.2.1', 1);
  at(15_000);
  expect(throttle.take('192.0.2.1')).toMatchObject({ code: 'RATE_LIMITED', retryAfterMs: 45_000 });
  at(120_000);
  expect(throttle.take('192.0.2.1')).toBe(null);
});

test('a flood from ever new addresses meets the limit of all together, within bounded memory', () => {
  const { throttle } = world(1);
  let taken = 0;
  for (let i = 0; i < THROTTLE_ADDRESSES_MAX + 5; i++) {
    if (throttle.take(`10.0.${i >> 8}.${i & 255}`) === null) taken++;
  }
  expect(taken).toBe(100);
});

test('of more addresses than are remembered, the one that was silent for longest is forgotten', () => {
  const { throttle, taken } = world(200);
  for (const address of ['192.0.2.1', '192.0.2.2']) expect(taken(address, 200)).toBe(200);
  for (let i = 0; i < THROTTLE_ADDRESSES_MAX; i++) {
    throttle.take(`10.0.${i >> 8}.${i & 255}`);
    if (i % 1_000 === 0) expect(throttle.take('192.0.2.1')).not.toBeNull();
  }
  expect([taken('192.0.2.1', 1), taken('192.0.2.2', 1)]).toEqual([0, 1]);
});

test('an IPv6 caller counts as its /64', () => {
  expect(throttleKey('2001:db8:1:2:aaaa::1')).toBe(throttleKey('2001:db8:1:2:bbbb:0:0:2'));
  expect(throttleKey('2001:db8::1')).toBe('2001:db8:0:0');
  expect(throttleKey('::1')).toBe('0:0:0:0');
  expect(throttleKey('192.0.2.1')).toBe('192.0.2.1');
});
