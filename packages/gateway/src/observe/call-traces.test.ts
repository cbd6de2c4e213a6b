// Which calls are kept, that the queue is limited, and what happens when they cannot be sent.
import { afterEach, expect, test, vi } from 'vitest';
import type { Attempt } from '../domain/call.ts';
import { toMicros, ZERO } from '../domain/money.ts';
import { CallTraces } from './call-traces.ts';
import type { EndedCall } from './ended-call.ts';

afterEach(() => void vi.useRealTimers());

const trace = { traceId: 'ab', spanId: 'cd', parentSpanId: null, isSampled: false, exchanges: [] };
const call: EndedCall = {
  ...{
    requestId: 'r',
    account: 'acc',
    key: 'key',
    method: 'GET',
    route: '/p',
    path: '/p',
    platform: 'x',
    operation: 'video.search',
  },
  ...{ variant: 'stable', status: 200, code: null, chargedMicros: toMicros(12_000), source: 'live' },
  ...{
    provider: 'p',
    keyword: null,
    beganAtMs: 0,
    durationMs: 100,
    steps: [],
    attempts: [],
    exchanges: [],
    trace,
  },
};
const attempt = (startedMs: number, durationMs: number, leg?: string): Attempt => ({
  ...{ provider: 'p', startedMs, durationMs, outcome: 'ok', bytes: 1, costMicros: ZERO },
  ...(leg !== undefined && { leg }),
});

function makeTraces(send: (calls: readonly EndedCall[]) => Promise<void> = async () => {}) {
  const exporter = { send, close: async () => {} };
  const random = (bytes: number) => new Uint8Array(bytes);
  return new CallTraces({ exporter, share: () => 0, slowMs: () => 500, random, chance: () => 0.5 });
}

/** What a call does at its end. */
const takeIn = (traces: CallTraces, ended: EndedCall) => (traces.wants(ended) ? traces.keep(ended) : null);

test.each<[string, Partial<EndedCall>, boolean]>([
  ['an ordinary one', {}, false],
  ['one that was drawn', { trace: { ...trace, isSampled: true } }, true],
  ['one that a platform failed', { status: 502, code: 'UPSTREAM_UNAVAILABLE' }, true],
  ['one that its caller got wrong', { status: 400, code: 'INVALID_REQUEST' }, false],
  ['one that is slow', { durationMs: 501 }, true],
  ['one that is not quite', { durationMs: 500 }, false],
  ['one with a stale answer', { source: 'stale' }, true],
  ['one that was hedged', { attempts: [attempt(0, 100), attempt(60, 20)] }, true],
  ['one that failed over', { attempts: [attempt(0, 100), attempt(100, 20)] }, false],
  ['one over two platforms at once', { attempts: [attempt(0, 9, 'a'), attempt(0, 9, 'b')] }, false],
  ['one that nobody traces', { trace: null, durationMs: 501 }, false],
])('%s is kept: %s', async (_name, change, isKept) => {
  const sent: EndedCall[] = [];
  const traces = makeTraces(async (calls) => void sent.push(...calls));
  expect(takeIn(traces, { ...call, ...change })).toBe(isKept ? 'ab' : null);
  await traces.flush();
  expect(sent).toHaveLength(isKept ? 1 : 0);
  await traces.close();
});

test('while a collector does not answer, a limited number of calls waits and the others are counted', async () => {
  const answer = Promise.withResolvers<void>();
  const sizes: number[] = [];
  const traces = makeTraces((calls) => {
    sizes.push(calls.length);
    return answer.promise;
  });
  for (let n = 0; n < 3_000; n++) takeIn(traces, { ...call, status: 500 });
  // The first 512 were sent at once; 2,048 wait.
  expect(traces.dropped).toBe(3_000 - 512 - 2_048);
  answer.resolve();
  await traces.close();
  expect(sizes).toEqual([512, 512, 512, 512, 512]);
});

test('a batch that a collector refuses is dropped and counted, and the next one is sent', async () => {
  let isBroken = true;
  const traces = makeTraces(async () => {
    if (isBroken) throw new Error('503');
  });
  takeIn(traces, { ...call, status: 500 });
  await traces.flush();
  expect(traces.dropped).toBe(1);
  isBroken = false;
  takeIn(traces, { ...call, status: 500 });
  await traces.close();
  expect(traces.dropped).toBe(1);
});

test('without a collector only a call with a traceparent has a trace, and nothing is kept', () => {
  const random = (bytes: number) => new Uint8Array(bytes).fill(1);
  const settings = { exporter: null, share: () => 1, slowMs: () => 0, random, chance: () => 0 };
  const traces = new CallTraces(settings);
  expect(traces.identify(undefined)).toBeNull();
  expect(traces.identify('nonsense')).toBeNull();
  const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  expect(traces.identify(given)).toMatchObject({ traceId: 'a'.repeat(32), isSampled: false });
  expect(takeIn(traces, { ...call, status: 500 })).toBeNull();
});

test('what is kept is sent within a second, and at the end; then no timer is left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const sent: string[] = [];
  const traces = makeTraces(async (calls) => void sent.push(...calls.map(({ requestId }) => requestId)));
  traces.keep({ ...call, requestId: 'first' });
  vi.advanceTimersByTime(999);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['first']);
  traces.keep({ ...call, requestId: 'last' });
  await traces.close();
  expect([sent, vi.getTimerCount()]).toEqual([['first', 'last'], 0]);
});
