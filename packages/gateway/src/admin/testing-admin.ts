// Owns the admin side of the test world: dependencies whose refreshes are counted, and a way to ask any verb.
import { type Answer, ask, createWorld, type Input, type World } from '../account/testing-world.ts';
import { type Clock, systemRandom } from '../domain/clock.ts';
import { toMicros, ZERO } from '../domain/money.ts';
import type { AnyVerb } from '../domain/verb.ts';
import { dataRoutes } from '../operations/index.ts';
import type { Payments } from '../payments/payments.ts';
import type { Storage } from '../storage/storage.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const CALLER: AdminCaller = { actor: 'admin:tok_test' };

export interface AdminWorld extends World {
  deps: AdminDeps;
  refreshes(): number;
  ask(verb: AnyVerb<AdminDeps, AdminCaller>, input?: Input): Promise<Answer>;
}

/** A provider of cards to whom nothing was paid. */
const NO_PAYMENTS = {
  way: 'stripe',
  bounds: { minMicros: ZERO, maxMicros: toMicros(1_000_000_000), stepMicros: 1 },
  cards: {
    paidSince: async function* () {},
    disputedSince: async function* () {},
    // It never answers, so what is wanted stays wanted.
    refund: async () => ({ kind: 'unknown', why: 'away' }),
  },
} as unknown as Payments;

export function adminDepsOf(storage: Storage, clock: Clock, refresh = async () => {}): AdminDeps {
  return {
    storage,
    clock,
    random: systemRandom,
    currency: 'USD',
    freeOnlyPaths: () => [],
    providerNames: () => ['demo'],
    signup: () => ({ mode: 'invite', creditMicros: ZERO, creditDays: 30, perDayMax: 100 }),
    webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
    settings: () => ({ file: null, given: [] }),
    consoleUrl: () => 'http://127.0.0.1:8081',
    publicUrl: () => 'http://127.0.0.1:8080',
    title: () => 'Reelgate',
    paths: () => dataRoutes({ demo: ['video.search'] }).map((route) => route.path),
    probe: async (provider) => [
      { provider, platform: 'demo', outcome: 'ok', items: 5, end: 'more', duration_ms: 3, detail: 'a title' },
    ],
    payments: async () => ({ ...NO_PAYMENTS }),
    providers: async () => ({ states: [], answered: 0, processes: 0, replays: 0 }),
    refresh,
  };
}

export async function createAdminWorld(): Promise<AdminWorld> {
  const world = await createWorld();
  let refreshes = 0;
  const deps = adminDepsOf(world.storage, world.clock, async () => {
    refreshes += 1;
  });
  return {
    ...world,
    deps,
    refreshes: () => refreshes,
    ask: async (verb, input) => (await ask(verb, deps, CALLER, input)) as Answer,
  };
}
