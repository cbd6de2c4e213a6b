// Nodes share the limits of a provider: whatever their demand, no second has more requests than the limit and one
// slice, and requests at one time never exceed the limit.
import { expect, test } from 'vitest';
import { fairShare } from '../domain/limiting/fair-share.ts';
import { renewLeases } from '../storage/nouns/leases.ts';
import type { LimitPart, Storage } from '../storage/storage.ts';
import { Gate, type GateLimits, type Leave } from '../upstream/gate.ts';
import { type LeaseDeps, LimitLeases } from './lease-limits.ts';

const PER_SECOND = 10;
const PLACES = 12;
const NODES = 3;
const provider = { name: 'p', requestsPerSecond: PER_SECOND, inFlightMax: PLACES };

/** The table of leases, without a database. */
class Leases {
  readonly #rows = new Map<string, Record<string, unknown>>();

  renew(node: string, nowMs: number, input: Parameters<Storage['leases']['renew']>[0]) {
    const steps = renewLeases(input, { nowMs, node });
    let step = steps.next();
    while (step.done !== true) step = steps.next(this.#run(step.value as { sql: string; values: unknown[] }));
    return step.value;
  }

  get live(): Record<string, unknown>[] {
    return [...this.#rows.values()].filter(({ node }) => node !== '');
  }

  get leased(): number {
    return this.live.reduce((sum, { rate_part }) => sum + (rate_part as number), 0);
  }

  get places(): number {
    return this.live.reduce((sum, { places_part }) => sum + (places_part as number), 0);
  }

  #run({ sql, values }: { sql: string; values: unknown[] }): never[] {
    if (sql.startsWith('INSERT')) {
      const [provider, node, rate_part, rate_wanted, places_part, places_wanted, until_ms] = values;
      const row = { provider, node, rate_part, rate_wanted, places_part, places_wanted, until_ms };
      this.#rows.set(`${provider} ${node}`, row);
      return [];
    }
    if (sql.startsWith('DELETE')) {
      for (const [key, { provider, until_ms }] of this.#rows)
        if (provider !== '' && (until_ms as number) <= (values[0] as number)) this.#rows.delete(key);
      return [];
    }
    return this.live.filter(({ node }) => node !== values[0]) as never[];
  }
}

class World {
  nowMs = 0;
  readonly table = new Leases();
  readonly clock = { nowMs: () => this.nowMs, monotonicMs: () => this.nowMs };
  readonly nodes = Array.from({ length: NODES }, (_, i) => new ModelNode(this, `node ${i}`));
  readonly sentMs: number[] = [];
  isAway = false;
  /** Milliseconds since the last sign of life of each node. */
  readonly silentMs: number[] = [];

  get inFlight(): number {
    return this.nodes.reduce((sum, { gate }) => sum + gate.state.inFlight, 0);
  }
}

class ModelNode {
  readonly gate: Gate;
  readonly leases: LimitLeases;
  readonly inside: Leave[] = [];
  /** Requests that would wait in a real gateway. */
  refused = 0;
  readonly #world: World;

  constructor(world: World, name: string) {
    this.#world = world;
    this.gate = new Gate({ requestsPerSecond: PER_SECOND / NODES, inFlightMax: PLACES / NODES }, world.clock);
    const clients = () => [
      { provider: 'p', entered: this.gate.entered, ...this.gate.state, waiting: this.refused },
    ];
    const allow = (parts: ReadonlyMap<string, GateLimits>) => this.gate.allow(parts.get('p')!);
    const storage = {
      nodes: async () =>
        Array.from({ length: NODES }, (_, i) => ({
          id: '',
          pid: 0,
          host: null,
          silentMs: this.#world.silentMs[i] ?? 0,
        })),
      leases: { renew: async (input: Parameters<Storage['leases']['renew']>[0]) => this.#renew(name, input) },
    } as LeaseDeps['storage'];
    const deps = { storage, clock: world.clock, http: { clients, allow }, processes: 1 };
    this.leases = new LimitLeases({ ...deps, providers: () => [provider] });
  }

  ask(): void {
    const leave = this.gate.enterAtOnce(null);
    if (leave === null) {
      this.refused++;
      return;
    }
    this.#world.sentMs.push(this.#world.nowMs);
    this.inside.push(leave);
  }

  #renew(name: string, input: Parameters<Storage['leases']['renew']>[0]) {
    this.refused = 0;
    if (this.#world.isAway) throw new Error('away');
    return this.#world.table.renew(name, this.#world.nowMs, input);
  }
}

/** The most requests in any second. */
function busiest(sentMs: readonly number[]): number {
  let from = 0;
  let most = 0;
  for (const [to, atMs] of sentMs.entries()) {
    while (atMs - sentMs[from]! >= 1_000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Always returns the same sequence of numbers. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test.each([1, 2, 3])(
  'a minute of changing load on three nodes keeps to the rate and the places (%i)',
  async (seed) => {
    const world = new World();
    const chance = seeded(seed);
    let eager = [true, true, true];
    let [inFlight, leased] = [0, 0];
    for (; world.nowMs < 60_000; world.nowMs += 10) {
      if (world.nowMs % 5_000 === 0) eager = eager.map(() => chance() < 0.6);
      for (const [i, node] of world.nodes.entries()) {
        // Each node renews at its own moment of the second.
        if (world.nowMs % 1_000 === i * 330) await node.leases.renew();
        if (eager[i]) node.ask();
        if (chance() < 0.02) node.inside.pop()?.('good');
      }
      inFlight = Math.max(inFlight, world.inFlight);
      leased = Math.max(leased, world.table.leased);
    }
    expect(inFlight).toBeLessThanOrEqual(PLACES);
    expect(leased).toBeLessThanOrEqual(PER_SECOND * 1_000);
    expect(busiest(world.sentMs)).toBeLessThanOrEqual(PER_SECOND + PER_SECOND / NODES);
  },
);

test('a node with all of the demand has nearly the whole rate after two seconds, and gives it up when others have demand', async () => {
  const world = new World();
  const [busy] = world.nodes;
  const run = async (untilMs: number, asked: readonly ModelNode[]) => {
    for (; world.nowMs < untilMs; world.nowMs += 10) {
      if (world.nowMs % 1_000 === 0) for (const node of world.nodes) await node.leases.renew();
      for (const node of asked) {
        node.ask();
        node.inside.pop()?.('good');
      }
    }
  };
  await run(4_000, [busy!]);
  world.sentMs.length = 0;
  await run(14_000, [busy!]);
  const whole = fairShare(PER_SECOND, [100, 0, 0], 0);
  expect(world.sentMs.length).toBeGreaterThanOrEqual(Math.floor(whole * 10) - 10);
  await run(20_000, world.nodes);
  const parts = world.table.live.map(({ rate_part }) => rate_part as number);
  for (const part of parts) expect(part).toBeCloseTo((PER_SECOND * 1_000) / NODES, -2);
});

test('without the ledger each node uses an equal part', async () => {
  const world = new World();
  world.isAway = true;
  for (const node of world.nodes) await expect(node.leases.renew()).rejects.toThrow('away');
  for (; world.nowMs < 10_000; world.nowMs += 10) {
    for (const node of world.nodes) {
      node.ask();
      node.inside.pop()?.('good');
    }
  }
  expect(world.sentMs.length).toBeLessThanOrEqual(PER_SECOND * 10 + NODES);
  expect(world.sentMs.length).toBeGreaterThanOrEqual(PER_SECOND * 10 - NODES);
});

test('the part of a killed node is used by the others as soon as its lease ends', async () => {
  const world = new World();
  for (; world.nowMs < 3_000; world.nowMs += 1_000) {
    for (const node of world.nodes) {
      node.refused = 100;
      await node.leases.renew();
    }
  }
  const [, ...alive] = world.nodes;
  // They renewed at 2,000 ms, for three seconds.
  for (const [nowMs, leases] of [
    [4_999, 3],
    [5_000, 2],
  ] as const) {
    world.nowMs = nowMs;
    for (const node of alive) await node.leases.renew();
    expect(world.table.live).toHaveLength(leases);
  }
  for (; world.nowMs < 9_000; world.nowMs += 1_000) {
    world.silentMs[0] = world.nowMs - 2_000;
    for (const node of alive) {
      node.refused = 100;
      await node.leases.renew();
    }
  }
  expect(world.table.live).toHaveLength(2);
  expect(world.table.leased).toBe(PER_SECOND * 1_000);
  expect(world.table.places).toBe(PLACES);
});

test('after an outage of the ledger no node takes the parts of nodes that have not reported yet', async () => {
  const world = new World();
  const renewAll = async () => {
    for (const node of world.nodes) await node.leases.renew().catch(() => {});
  };
  const run = async (untilMs: number) => {
    for (; world.nowMs < untilMs; world.nowMs += 10) {
      if (world.nowMs % 1_000 === 0) await renewAll();
      for (const node of world.nodes) {
        node.ask();
        node.inside.pop()?.('good');
      }
    }
  };
  await run(4_000);
  world.isAway = true;
  await run(14_000);
  world.isAway = false;
  world.silentMs.push(10_000, 10_000, 10_000);
  await run(16_000);
  world.silentMs.length = 0;
  await run(25_000);
  expect(busiest(world.sentMs)).toBeLessThanOrEqual(PER_SECOND + NODES);
  expect(world.table.leased).toBe(PER_SECOND * 1_000);
});

test.each([
  [3, 4],
  [3, 5],
  [4, 6],
])('%i nodes use all of %i places, and none of them twice', (count, placesMost) => {
  const table = new Leases();
  const want = { provider: 'p', rateMost: null, rateWanted: 0, placesMost, placesWanted: 10, placesHeld: 0 };
  for (let round = 0; round < 3; round++) {
    for (let node = 0; node < count; node++) {
      const [part] = table.renew(`node ${node}`, round, { nodes: count, lastsMs: 3_000, wanted: [want] });
      expect(part!.placesPart).toBeGreaterThanOrEqual(Math.floor(placesMost / count));
    }
    expect(table.places).toBe(placesMost);
  }
});

test('nodes that had more places than their part when they started take no new ones, however many attempts wait', () => {
  const table = new Leases();
  const placesMost = 8;
  let held = [4, 4, 4];
  const renew = (node: number, round: number) => {
    const want = {
      provider: 'p',
      rateMost: null,
      rateWanted: 0,
      placesMost,
      placesWanted: 20,
      placesHeld: held[node]!,
    };
    const [part] = table.renew(`node ${node}`, round, { nodes: 3, lastsMs: 3_000, wanted: [want] });
    return Math.max(1, part!.placesPart);
  };
  for (let round = 0; round < 4; round++) held = held.map((_, node) => renew(node, round));
  expect(held.reduce((sum, one) => sum + one, 0)).toBe(placesMost);
});

test.each<[name: string, nodes: number, parts: LimitPart | 'away', allowed: GateLimits]>([
  ['alone, it has the whole', 1, 'away', { requestsPerSecond: 8, inFlightMax: 6 }],
  ['it has the part that it leased', 2, part(5_000, 4), { requestsPerSecond: 5, inFlightMax: 4 }],
  ['a small part leaves it a quarter of an equal one, for its next call', 2, part(1, 0), reserve(1, 1)],
  ['of four nodes each keeps that quarter', 4, part(0, 0), reserve(0.5, 1)],
  ['without the ledger it has an equal part', 4, 'away', { requestsPerSecond: 2, inFlightMax: 1 }],
])('what a node may send: %s', async (_, nodes, leased, allowed) => {
  const seen: ReadonlyMap<string, GateLimits>[] = [];
  const renew = async () => {
    if (leased === 'away') throw new Error('away');
    return [leased, { ...leased, ratePart: 0 }];
  };
  const serving = Array.from({ length: nodes }, () => ({ id: '', pid: 0, host: null, silentMs: 0 }));
  const leases = new LimitLeases({
    storage: { nodes: async () => serving, leases: { renew } } as LeaseDeps['storage'],
    clock: { nowMs: () => 0, monotonicMs: () => 0 },
    http: { clients: () => [], allow: (parts) => seen.push(parts) },
    providers: () => [
      { name: 'p', requestsPerSecond: 8, inFlightMax: 6 },
      { name: 'places only', requestsPerSecond: null, inFlightMax: 6 },
      { name: 'unlimited', requestsPerSecond: null, inFlightMax: null },
    ],
    processes: 1,
  });
  await leases.renew().catch(() => {});
  expect(Object.fromEntries(seen.at(-1)!)).toMatchObject({
    p: allowed,
    'places only': { requestsPerSecond: null, inFlightMax: allowed.inFlightMax },
  });
  expect(seen.at(-1)!.has('unlimited')).toBe(false);
});

function part(ratePart: number, placesPart: number): LimitPart {
  return { provider: 'p', ratePart, placesPart };
}

function reserve(requestsPerSecond: number, inFlightMax: number): GateLimits {
  return { requestsPerSecond, inFlightMax };
}
