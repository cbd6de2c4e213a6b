// Measures how long `ledger verify` takes on a large ledger: once from the start, and then, as every day, only what came since. The day's
// calls are paid through the storage, as the gateway pays them.
import type { OpenSettledCall, Storage } from '../../packages/gateway/src/storage/storage.ts';
import type { Price } from '../fill/plan.ts';
import { accountId, type FillPlan, keyId } from '../fill/plan.ts';
import type { Measured } from './measure.ts';

/** One call per second, as in the fill. */
const DAY_CALLS = 86_400;
const PARALLEL = 500;
/** What an operator may wait for every day. */
const DAILY_MS_MAX = 10_000;
const RATE = { requests: 1_000_000_000, perSeconds: 60, concurrent: 1_000_000 };

export interface Verified {
  storage: Storage;
  plan: FillPlan;
  price: Price;
}

export async function measureVerify(on: Verified): Promise<Measured[]> {
  const whole = await timed(on.storage, 'start');
  await payForDay(on);
  const daily = await timed(on.storage, 'checkpoint');
  return [
    measured(`verify, all of it`, whole, Number.POSITIVE_INFINITY),
    measured(`verify, ${DAY_CALLS} calls since`, daily, DAILY_MS_MAX),
  ];
}

async function timed(storage: Storage, from: 'start' | 'checkpoint'): Promise<number> {
  const beganMs = performance.now();
  const report = await storage.ledger.verify({ from });
  if (report.next === null) throw new Error(`the ledger has ${report.differenceCount} differences`);
  await storage.ledger.keepCheckpoint(report.next);
  return performance.now() - beganMs;
}

async function payForDay(on: Verified): Promise<void> {
  for (let first = 0; first < DAY_CALLS; first += PARALLEL) {
    const some = Array.from({ length: Math.min(PARALLEL, DAY_CALLS - first) }, (_, i) => first + i);
    const results = await Promise.all(some.map((n) => on.storage.calls.openSettled(callOf(on, n))));
    const refused = results.find(({ kind }) => kind !== 'settled');
    if (refused !== undefined) throw new Error(`a call was not paid: ${refused.kind}`);
  }
}

function callOf({ plan, price }: Verified, n: number): OpenSettledCall {
  const key = n % plan.keys;
  return {
    accountId: accountId(Math.floor(key / plan.keysPerAccount)),
    keyId: keyId(key),
    requestId: `day-${n}`,
    fingerprint: 'day',
    path: plan.path,
    group: 'u1',
    platform: 'fast',
    operation: 'video.search',
    variant: 'stable',
    catalogVersion: price.version,
    priceMicros: price.price as OpenSettledCall['priceMicros'],
    chargedMicros: price.price as OpenSettledCall['chargedMicros'],
    source: 'cache',
    answer: null,
    defaultRate: RATE,
    keysMax: 10,
  };
}

function measured(name: string, ms: number, limitMs: number): Measured {
  return { name, asked: 1, p50Ms: ms, p99Ms: ms, limitMs, isFast: ms < limitMs };
}
