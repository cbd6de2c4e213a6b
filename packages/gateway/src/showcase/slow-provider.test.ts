// A slow provider of the showcase holds nothing of a request that ended before it answered.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimeLimit } from '../upstream/upstream.ts';
import { createShowcase, SLOW_MS } from './showcase.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('the timer of a slow answer goes with its request, and otherwise the answer comes', async () => {
  const { transport } = createShowcase(() => 'slow');
  let end = () => {};
  const timeLimit = {
    isOver: false,
    listen: (onEnd: () => void) => {
      end = onEnd;
    },
  } as unknown as TimeLimit;
  const ask = () => {
    const request = { url: 'showcase://north/videos?q=cat' } as Parameters<typeof transport>[0];
    const by = { provider: 'north' } as Parameters<typeof transport>[2];
    return transport(request, timeLimit, by, null as never, null);
  };
  const ended = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(1);
  end();
  expect((await ended).kind).toBe('timeout');
  expect(vi.getTimerCount()).toBe(0);
  const late = ask();
  let isAnswered = false;
  const noted = late.then(() => {
    isAnswered = true;
  });
  await vi.advanceTimersByTimeAsync(SLOW_MS - 1);
  expect(isAnswered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await late).kind).toBe('response');
  await noted;
});
