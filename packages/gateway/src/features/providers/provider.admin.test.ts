// The operator's view of providers shows every figure under its own name, rounded and never invented.
import { expect, test } from 'vitest';
import { formatTime } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import type { Storage } from '../../storage/storage.ts';
import type { ProviderState } from '../../verb/deps.ts';
import { adminDepsOf, ask, CALLER, START_MS } from '../../verb/testing/world.ts';
import { providerList } from './provider.admin.ts';

const clock = { nowMs: () => START_MS, monotonicMs: () => 0 };

const busy: ProviderState = {
  name: 'first',
  connector: 'demo',
  isMadeUp: true,
  fault: 'slow',
  platforms: [{ platform: 'demo', position: 2 }],
  mounts: ['/api/u1/v1/wiki'],
  costMicros: toMicros(1_500),
  requestsPerSecond: 7,
  inFlightMax: 8,
  timeoutMs: 9_000,
  quota: { units: 100, per: 'day', reset: 'UTC', cost: {} },
  quotaLeft: { units: 40, resetsAtMs: START_MS },
  health: {
    provider: 'first',
    breaker: 'open',
    ejectedForMs: 10.04,
    suspendedForMs: 11.06,
    isDemoted: true,
    consecutiveFailures: 12,
    successRate: 0.123_45,
    attempts: 13,
    failures: 14,
    calls: 15,
    retries: 16,
    hedges: 17,
    retriesLeft: 18,
    hedgesLeft: 19,
    p50Ms: 20.04,
    p95Ms: 21.06,
    p99Ms: 22,
    hedgeAfterMs: 23,
    inFlight: 24,
    recent: { attempts: 20, failures: 11 },
    lastFailure: { kind: 'timeout', detail: 'slow', atMs: START_MS - 1_000 },
  },
  gate: { limit: 25, inFlight: 26, waiting: 27, unasked: 28 },
};
const quiet: ProviderState = {
  ...busy,
  name: 'second',
  requestsPerSecond: null,
  inFlightMax: null,
  timeoutMs: null,
  quota: null,
  quotaLeft: null,
  health: {
    ...busy.health,
    breaker: 'closed',
    isDemoted: false,
    successRate: null,
    p50Ms: null,
    p95Ms: null,
    p99Ms: null,
    hedgeAfterMs: null,
    lastFailure: null,
  },
  gate: null,
};

async function listed() {
  const providers = async () => ({ states: [busy, quiet], answered: 2, processes: 3, replays: 0 });
  const deps = { ...adminDepsOf({} as Storage, clock), providers };
  return (await ask(providerList, deps, CALLER)) as unknown as { providers: Record<string, object>[] };
}

test('every figure stands under its own name', async () => {
  const answer = await listed();
  expect(answer).toMatchObject({
    now: '2026-11-15T12:00:00.000Z',
    currency: 'USD',
    processes: 3,
    processes_answered: 2,
  });
  expect(answer.providers[0]).toEqual({
    name: 'first',
    connector: 'demo',
    made_up: true,
    fault: 'slow',
    platforms: [{ platform: 'demo', position: 2 }],
    mounts: ['/api/u1/v1/wiki'],
    status: 'suspended',
    cost: '0.001500',
    limits: { requests_per_second: 7, in_flight_max: 8, timeout_ms: 9_000 },
    quota: { units: 100, per: 'day', left: 40, resets_at: formatTime(START_MS) },
    health: {
      state: 'open',
      ejected_for_ms: 10,
      suspended_for_ms: 11.1,
      demoted: true,
      consecutive_failures: 12,
      success_rate: 0.1235,
      attempts: 13,
      failures: 14,
      calls: 15,
      retries: 16,
      hedges: 17,
      retries_left: 18,
      hedges_left: 19,
      p50_ms: 20,
      p95_ms: 21.1,
      p99_ms: 22,
      hedge_after_ms: 23,
      in_flight: 24,
      recent_attempts: 20,
      recent_failures: 11,
      last_failure: { kind: 'timeout', detail: 'slow', at: '2026-11-15T11:59:59.000Z' },
    },
    gate: { in_flight_limit: 25, running: 26, waiting: 27, unasked_answers: 28 },
  });
});

test('what is not known is null, and no zero', async () => {
  const [, second] = (await listed()).providers;
  expect(second).toMatchObject({
    limits: { requests_per_second: null, in_flight_max: null, timeout_ms: null },
    health: {
      state: 'closed',
      demoted: false,
      success_rate: null,
      p50_ms: null,
      p95_ms: null,
      p99_ms: null,
      hedge_after_ms: null,
      last_failure: null,
    },
    quota: null,
    gate: null,
  });
});
