// The environment of verb tests: real SQLite storage in a temporary folder, with clock and randomness controlled by the test. `ask` checks
// input and answer against the verb's schemas, as http/ does.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Catalog } from '../../domain/catalog.ts';
import { type Clock, type RandomBytes, systemRandom } from '../../domain/clock.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { toMicros, ZERO } from '../../domain/money.ts';
import type { Payments } from '../../domain/payment-port.ts';
import { createPuzzles } from '../../features/signups/puzzles.ts';
import { createStatusFigures } from '../../features/status/status-figures.ts';
import { dataRoutes } from '../../operations/index.ts';
import { createSealedQuotes } from '../../operations/sealed-quote.ts';
import { createExportLinks } from '../../secrets/export-links.ts';
import { createTestClock, START_MS } from '../../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { putLedger } from '../../testing/prepared-folder.ts';
import type { AdminCaller, AdminDeps, Collecting, Watching } from '../deps.ts';
import type { AnyVerb } from '../verb.ts';

export { START_MS };

export interface World {
  storage: Storage;
  /** The ledger's. */
  file: string;
  clock: Clock;
  advance(ms: number): void;
  close(): Promise<void>;
}

export async function createWorld(random: RandomBytes = systemRandom): Promise<World> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-verbs-'));
  const clock = createTestClock();
  const file = path.join(folder, 'test.db');
  await putLedger(file);
  const storage = await openSqliteStorage({ file, clock, random, serves: true });
  return {
    ...{ storage, file, clock, advance: clock.advance },
    async close() {
      await storage.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function accountDepsOf(world: World, catalog: Catalog) {
  return {
    ...world,
    random: systemRandom,
    complaintBounds: () => ({ allowanceMicros: ZERO, automaticPerDay: 20 }),
    ownKeys: () => ({ enabled: true, max: 5 }),
    signup: () => ({ mode: 'invite' as const, creditMicros: ZERO, creditDays: 30, perDayMax: 100 }),
    puzzles: createPuzzles(new Uint8Array(32), world.clock, systemRandom),
    currency: 'USD',
    refresh: async () => {},
    catalog: () => catalog,
    quotes: createSealedQuotes(new Uint8Array(32), systemRandom),
    routes: () => dataRoutes({ demo: ['video.search'], other: ['video.search'] }),
    takePlace: () => ({ kind: 'place' as const, leave: () => {} }),
    confirmAbove: () => null,
    showsProviders: () => true,
    lookForDuties: () => {},
    waitForEvents: async () => null,
    pictureAddress: (url: string) => `/api/pictures/v1/picture?of=${encodeURIComponent(url)}`,
    webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
    payments: null,
    log: { warn: () => {} },
    coverage: () => null,
    statusFigures: createStatusFigures(world),
    platformHealth: () => [{ platform: 'demo', made_up: false, health: 'ok' as const }],
    suggest: async () => [],
    collecting: collectsAnything,
    watching: watchesAnything,
    publicUrl: () => 'https://api.example',
  };
}

/** Every question is a list of the platform in its path, at a thousandth for each item. */
export const collectsAnything: Collecting = {
  refusal: () => null,
  rules: () => ({ runningMax: 2, keptMax: 3 }),
  keep: () => ({ keepMs: 604_800_000, termsMs: null }),
  terms: async ({ path: asked, query }) => ({
    ...{ kind: 'terms', billedPath: asked, platform: asked.split('/')[4] ?? '', operation: 'video.search' },
    ...{ shape: query.ids === undefined ? 'list' : 'batch', unit: 'item', unitPriceMicros: toMicros(1_000) },
    ...{ leastMicros: ZERO, pageItemsMax: 50, mostMicros: toMicros(50_000) },
  }),
  locate: async (_holder, asked, url) => ({ path: asked, id: url.split('/').at(-1)! }),
  links: createExportLinks(new Uint8Array(32)),
};

/** Every question is a list that costs a thousandth for each item. */
export const watchesAnything: Watching = {
  rules: () => ({ max: 3, everyMinMs: 900_000 }),
  terms: async ({ path }) => ({
    ...{ kind: 'terms', billedPath: path, platform: 'demo', operation: 'video.search', shape: 'list' },
    ...{ unit: 'item', unitPriceMicros: toMicros(1_000), leastMicros: toMicros(100) },
    ...{ pageItemsMax: 20, mostMicros: toMicros(60_000) },
  }),
  quotas: () => [null],
};

export interface Input {
  params?: object;
  query?: object;
  body?: unknown;
}

export type Answer = Record<string, unknown>;

/** The input does not match the schema of the verb. */
interface Misshapen {
  kind: 'misshapen';
  fields: string[];
}

function misshapenIn(schema: TSchema, value: unknown): string[] {
  if (Value.Check(schema, value)) return [];
  return Value.Errors(schema, value).map((error) => error.instancePath.slice(1));
}

/** With caches that take a turn of the event loop to refresh. */
function slowToRefresh<Deps>(deps: Deps): { slow: Deps; isRefreshing(): boolean } {
  let running = 0;
  const refresh = async () => {
    running++;
    await nextTurn();
    await (deps as Partial<Pick<AdminDeps, 'refresh'>>).refresh?.();
    running--;
  };
  return { slow: { ...deps, refresh }, isRefreshing: () => running > 0 };
}

export async function ask<Deps, Caller>(
  verb: AnyVerb<Deps, Caller>,
  deps: Deps,
  caller: Caller,
  input: Input = {},
): Promise<Answer | Failure | Misshapen> {
  const { params = {}, query = {}, body = {} } = input;
  const fields = [
    ...misshapenIn(verb.params, params),
    ...misshapenIn(verb.query, query),
    ...misshapenIn(verb.body, body),
  ];
  if (fields.length > 0) return { kind: 'misshapen', fields };
  const { slow, isRefreshing } = slowToRefresh(deps);
  const answer = await verb.run(slow, { params, query, body }, caller);
  // Whoever has the answer relies on it: the keys of an account that was closed make no call any more.
  if (isRefreshing()) throw new Error(`${verb.name} answered before the caches were refreshed`);
  if (isFailure(answer)) return answer;
  const wrong = misshapenIn(verb.result, answer);
  if (wrong.length > 0) throw new Error(`${verb.name} answered outside its schema: ${wrong.join(', ')}`);
  return answer as Answer;
}

export const CALLER: AdminCaller = { actor: 'admin:tok_test' };

export interface AdminWorld extends World {
  deps: AdminDeps;
  refreshes(): number;
  ask(verb: AnyVerb<AdminDeps, AdminCaller>, input?: Input): Promise<Answer>;
}

/** A card provider that has no payments. */
const NO_PAYMENTS = {
  way: 'stripe',
  bounds: { minMicros: ZERO, maxMicros: toMicros(1_000_000_000), stepMicros: 1 },
  cards: {
    paidSince: async function* () {},
    disputedSince: async function* () {},
    // Never answers, so that paybacks stay `wanted`.
    refund: async () => ({ kind: 'unknown', why: 'away' }),
  },
} as unknown as Payments;

export function adminDepsOf(storage: Storage, clock: Clock, refresh = async () => {}): AdminDeps {
  return {
    storage,
    clock,
    random: systemRandom,
    currency: 'USD',
    coverage: () => [],
    freeOnlyPaths: () => [],
    providerNames: () => ['demo'],
    madeUp: () => [],
    breakableNames: () => ['demo'],
    signup: () => ({ mode: 'invite', creditMicros: ZERO, creditDays: 30, perDayMax: 100 }),
    webhookRules: () => ({ enabled: true, perAccountMax: 5, allowPrivate: false }),
    settings: () => ({ file: null, given: [] }),
    collectionKeep: () => ({ keepMs: 604_800_000, termsMs: null }),
    consoleUrl: () => 'http://127.0.0.1:8081',
    publicUrl: () => 'http://127.0.0.1:8080',
    title: () => 'Reelgate',
    paths: () => dataRoutes({ demo: ['video.search'] }).map((route) => route.path),
    probe: async (provider) => [
      {
        provider,
        platform: 'demo',
        outcome: 'ok',
        items: 5,
        end: 'more',
        duration_ms: 3,
        detail: 'a title',
        new_keys: [],
        missing_keys: [],
      },
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
