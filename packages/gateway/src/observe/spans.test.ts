// Which attempt an exchange belongs to, and what is sent of an exchange that did not end well.
import { expect, test } from 'vitest';
import type { Attempt } from '../domain/call.ts';
import { ZERO } from '../domain/money.ts';
import type { EndedCall } from './ended-call.ts';
import { ROUNDED_MS, serverOf, spansOf } from './spans.ts';
import type { TracedExchange } from './trace-identity.ts';

const SERVER = serverOf('http://[::1]:8080');
const trace = {
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), parentSpanId: null, isSampled: true },
  exchanges: [],
};
const attempt = (provider: string, startedMs: number): Attempt => ({
  ...{ provider, startedMs, durationMs: 50, outcome: 'ok', bytes: 1, costMicros: ZERO },
});
const exchange: TracedExchange = {
  ...{ provider: 'p', method: 'GET', url: 'https://p.example/a', startedMs: 100, endedMs: 150 },
  ...{ status: 200, failure: null },
};
const call: EndedCall = {
  ...{ requestId: 'r', account: 'acc', key: 'key', method: 'GET', route: '/x/:platform', path: '/x/y' },
  ...{ platform: 'y', operation: 'video.search', variant: 'stable', status: 200, code: null, source: 'live' },
  ...{ chargedMicros: ZERO, provider: 'p', keyword: null, beganAtMs: 1_000, durationMs: 200, steps: [] },
  ...{ attempts: [attempt('p', 100)], exchanges: [exchange], trace },
};
const exchangeIn = (change: Partial<EndedCall>) => {
  const spans = spansOf({ ...call, ...change }, SERVER);
  const found = spans.find(({ kind }) => kind === 'client')!;
  return { ...found, parent: spans.find(({ spanId }) => spanId === found.parentSpanId)!.name };
};

test.each([
  ['as early as rounding may make it', 100 - ROUNDED_MS, 'ask p'],
  ['earlier', 100 - ROUNDED_MS - 0.1, 'GET /x/:platform'],
  ['as late as rounding may make it', 150 + ROUNDED_MS, 'ask p'],
  ['later', 150 + ROUNDED_MS + 0.1, 'GET /x/:platform'],
])('an exchange that begins %s is below %s', (_name, startedMs, parent) => {
  expect(exchangeIn({ exchanges: [{ ...exchange, startedMs }] }).parent).toBe(parent);
});

test('an exchange is below the attempt at its own provider', () => {
  expect(exchangeIn({ attempts: [attempt('q', 100), attempt('p', 100)] }).parent).toBe('ask p');
});

test.each<[string, Partial<TracedExchange>, string, number]>([
  ['failed', { status: null, failure: 'timeout' }, 'timeout', 1_150],
  ['was refused', { status: 503 }, '503', 1_150],
  ['still ran when the call ended', { status: null, endedMs: null }, 'cancelled', 1_200],
])('an exchange that %s is an error of its own type', (_name, change, type, endMs) => {
  const span = exchangeIn({ exchanges: [{ ...exchange, ...change }] });
  expect([span.isFailed, span.attributes['error.type'], span.endMs]).toEqual([true, type, endMs]);
});

test('a server without a port in its address has the port of its scheme, and IPv6 has no brackets', () => {
  expect(SERVER).toEqual({ 'url.scheme': 'http', 'server.address': '::1', 'server.port': 8080 });
  expect(serverOf('https://p.example')).toMatchObject({ 'server.address': 'p.example', 'server.port': 443 });
});

test('a call that no caller waits for is no HTTP request', () => {
  const [span] = spansOf({ ...call, method: null, route: null }, SERVER);
  expect([span!.kind, span!.name]).toEqual(['internal', 'video.search']);
  expect(Object.keys(span!.attributes).filter((name) => !name.startsWith('reelgate.'))).toEqual([]);
});

test('steps begin with the call, attempts when the money is held, and all are below the call', () => {
  const steps: EndedCall['steps'] = [
    { name: 'hold', startedMs: 5, durationMs: 10 },
    { name: 'settle', startedMs: 170, durationMs: 20 },
  ];
  const spans = spansOf({ ...call, steps, attempts: [attempt('p', 100)], exchanges: [null] }, SERVER);
  expect(spans.map(({ name, startMs, endMs }) => [name, startMs, endMs])).toEqual([
    ['GET /x/:platform', 1_000, 1_200],
    ['hold', 1_005, 1_015],
    ['settle', 1_170, 1_190],
    ['ask p', 1_115, 1_165],
  ]);
  expect(new Set(spans.slice(1).map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([trace.spanId]));
});
