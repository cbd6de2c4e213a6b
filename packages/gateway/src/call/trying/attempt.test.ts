// One attempt: where its exchanges may go, what a caller is told for each kind of failure, and what it is recorded as.
import { expect, test } from 'vitest';
import type { AttemptFailure, Provider, UpstreamRequest } from '../../connectors/connector.ts';
import { systemClock } from '../../domain/clock.ts';
import { FAILURES } from '../../domain/failure.ts';
import { SUSPEND_MS_DEFAULT } from '../../domain/limits.ts';
import { toMicros } from '../../domain/money.ts';
import { policyOf } from '../../upstream/testing/raw-server.ts';
import type { UpstreamPolicy } from '../../upstream/upstream.ts';
import { type AttemptDeps, attempt } from './attempt.ts';
import { allSuspended, toFailure } from './attempt-failure.ts';
import { beginTrace } from './attempt-record.ts';
import type { ConnectedProvider } from './connected-provider.ts';

const policy = { ...policyOf('https://tube.example'), redirects: 'never' as const };
const by = {
  provider: { name: 'p', timeoutMs: null } as Provider,
  connector: { name: 'tube' },
  policy,
} as ConnectedProvider;

const get = (path: string, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  method: 'GET',
  url: `https://tube.example/${path}`,
  headers: {},
  ...more,
});

/** Three exchanges: the video, its list of tracks, and the file of one. Gives the policy of each. */
async function policiesOf(fileHosts?: () => string[]): Promise<UpstreamPolicy[]> {
  const policies: UpstreamPolicy[] = [];
  const send = async (_request: UpstreamRequest, { policy: own }: { policy: UpstreamPolicy }) => {
    policies.push(own);
    return { kind: 'response', status: 200, headers: {}, body: '{}' };
  };
  const found = { kind: 'absent' as const, reason: 'unknown' as const };
  const file = {
    kind: 'follow_up' as const,
    request: get('file', { isFile: true }),
    parse: () => found,
  };
  const list = { kind: 'follow_up' as const, request: get('tracks'), parse: () => file };
  const asking = {
    request: () => get('video'),
    parse: () => list,
    ...(fileHosts !== undefined && { fileHosts }),
  };
  const deps = { clock: systemClock, upstream: { send } } as unknown as AttemptDeps;
  const time = { leftMs: 1_000, cancel: null, onBehalfOf: null } as unknown as Parameters<typeof attempt>[4];
  await attempt(deps, by, asking, { platform: 'tube', wantsRaw: false }, time);
  return policies;
}

test('only the file of a track may be on further hosts: every other exchange stays at the provider’s origin', async () => {
  const [video, tracks, file] = await policiesOf(() => ['files.example']);
  expect([video, tracks]).toEqual([policy, policy]);
  expect(file).toEqual({ ...policy, fileHosts: ['files.example'], redirects: 'host' });
});

test('without further hosts the file is the provider’s own', async () => {
  expect((await policiesOf())[2]).toEqual({ ...policy, fileHosts: [], redirects: 'host' });
});

// Proves what a caller is told for each kind of failure, and when it may try again.
const failed = (kind: string, more: object = {}) =>
  toFailure({ kind, detail: 'inside', ...more } as unknown as AttemptFailure);

test.each([
  ['timeout', 'UPSTREAM_TIMEOUT', undefined],
  ['unavailable', 'UPSTREAM_ERROR', undefined],
  ['rate_limited', 'UPSTREAM_BUSY', SUSPEND_MS_DEFAULT],
  ['refused', 'UPSTREAM_REFUSED', undefined],
  ['bad_response', 'UPSTREAM_ERROR', undefined],
  ['not_found', 'UPSTREAM_ERROR', undefined],
  ['input_rejected', 'INVALID_REQUEST', undefined],
])('%s is %s, to be asked again after %s ms, and its inside is not shown', (kind, code, retryAfterMs) => {
  const failure = failed(kind);
  expect([failure.code, failure.retryAfterMs]).toEqual([code, retryAfterMs]);
  expect(failure.detail).not.toContain('inside');
  expect(failure.internal).toBe('inside');
});

test('a pause that the platform asked for is in the failure, also a pause of 0', () => {
  expect(failed('rate_limited', { suspendMs: 5_000 }).retryAfterMs).toBe(5_000);
  expect(failed('unavailable', { suspendMs: 7_000 }).retryAfterMs).toBe(7_000);
  expect(failed('rate_limited', { suspendMs: 0 }).retryAfterMs).toBe(0);
});

test('our own full queue is overload and no fault of the platform', () => {
  expect(failed('unavailable', { isLocal: true })).toMatchObject({ code: 'OVERLOADED', retryAfterMs: 1_000 });
});

test.each([
  [0, 1],
  [0.2, 1],
  [1_500.1, 1_501],
])('when everybody asked for a pause of %d ms, the caller hears %d', (suspendedMs, told) => {
  expect(allSuspended(suspendedMs, false)).toMatchObject({ code: 'UPSTREAM_BUSY', retryAfterMs: told });
});

test('a platform that could not be reached is not said to have answered', () => {
  const told = failed('unavailable');
  expect(FAILURES[told.code].title).toContain('could not be reached');
  expect(told.detail).toContain('could not be reached');
  expect(failed('bad_response').detail).toContain('unusable answer');
});

// Proves what an attempt is recorded as: the provider's own time, and a cost only for pages that it may bill.
const recordBy = { provider: { name: 'first' }, costMicros: toMicros(100) } as unknown as ConnectedProvider;

function recorded(outcome: string, pages: number) {
  const clock = { nowMs: () => 0, monotonicMs: () => atMs };
  let atMs = 1_000;
  const end = beginTrace({ clock }, recordBy, 40);
  atMs = 1_250;
  return end(outcome, { bytes: 900, pages, waitedMs: 50 });
}

test('the time in our own queue belongs to the start and not to the duration', () => {
  expect(recorded('ok', 1)).toEqual({
    provider: 'first',
    startedMs: 90,
    durationMs: 200,
    outcome: 'ok',
    bytes: 900,
    costMicros: 100,
  });
});

test.each([
  ['ok', 3, 300],
  ['timeout', 1, 100],
  ['bad_response', 1, 100],
  ['refused', 1, 100],
  ['cancelled', 2, 200],
  ['unavailable', 1, 0],
  ['rate_limited', 1, 0],
  ['input_rejected', 1, 0],
  ['unavailable', 3, 200],
  ['unavailable', 0, 0],
])('%s at page %i costs %i micro-units', (outcome, pages, cost) => {
  expect(recorded(outcome, pages).costMicros).toBe(cost);
});
