// Proves that a gate is shared: turns rotate over the waiting accounts, no account holds more than half of the places while
// others wait, some places stay available for the next account, and a full queue is shared as well.
import { expect, test } from 'vitest';
import type { Clock } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { gatheringParty } from '../domain/limiting/fair-share.ts';
import { Gate, type GateLimits, type Leave } from './gate.ts';
import { Parties } from './gate-parties.ts';
import { IN_FLIGHT_DEFAULT, PARTIES_IDLE_MAX } from './limits.ts';
import { TimeLimit } from './time-limit.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** A gate, and the accounts that were admitted, in order. */
class World {
  nowMs = 0;
  readonly gate: Gate;
  readonly entered: string[] = [];
  readonly refused: string[] = [];
  readonly #inside = new Map<string, Leave[]>();

  constructor(limits: Partial<GateLimits>) {
    const clock: Clock = { nowMs: () => 0, monotonicMs: () => this.nowMs };
    this.gate = new Gate({ requestsPerSecond: null, inFlightMax: null, ...limits }, clock);
  }

  async ask(account: string, times = 1, leftMs = FOREVER): Promise<void> {
    for (let n = 0; n < times; n++) {
      const entered = this.gate.enter(new TimeLimit(FOREVER, null), leftMs, account);
      inBackground(entered.then((leave) => this.#note(account, leave)));
    }
    await this.#settled();
  }

  /** One request of the account ends. */
  async end(account: string, sign: 'good' | 'overloaded' | 'unknown' = 'unknown'): Promise<void> {
    this.#inside.get(account)!.pop()!(sign);
    await this.#settled();
  }

  held(account: string): number {
    return this.#inside.get(account)?.length ?? 0;
  }

  #note(account: string, leave: Leave | null): void {
    if (leave === null) {
      this.refused.push(account);
      return;
    }
    this.entered.push(account);
    const inside = this.#inside.get(account) ?? [];
    inside.push(leave);
    this.#inside.set(account, inside);
  }

  async #settled(): Promise<void> {
    await new Promise(setImmediate);
  }
}

test('turns rotate over the waiting accounts, however many requests each has waiting', async () => {
  const world = new World({ inFlightMax: 1 });
  await world.ask('many', 5);
  await world.ask('few', 2);
  await world.ask('one', 1);
  for (let n = 0; n < 7; n++) await world.end(world.entered.at(-1)!);
  expect(world.entered.join(' ')).toBe('many many few one many few many many');
});

test('a rate is shared in turns as well', async () => {
  const world = new World({ requestsPerSecond: 10, inFlightMax: 100 });
  await world.ask('many', 5);
  await world.ask('few', 2);
  for (let n = 0; n < 6; n++) {
    world.nowMs += 100;
    // Any request makes the gate check its clock.
    world.gate.enterAtOnce('nobody');
    await world.ask('nobody', 0);
  }
  expect(world.entered.slice(0, 5).join(' ')).toBe('many many few many few');
});

test('an account alone leaves a sixth of the places available, and the next account need not wait', async () => {
  const world = new World({});
  await world.ask('busy', 80);
  expect(world.held('busy')).toBe(50);
  expect(IN_FLIGHT_DEFAULT).toBe(60);
  await world.ask('other', 5);
  expect(world.held('other')).toBe(5);
});

test('three accounts that take all they get still leave a place for the fourth', async () => {
  const world = new World({});
  for (const account of ['a', 'b', 'c']) await world.ask(account, 80);
  expect(world.gate.state.inFlight).toBeLessThan(IN_FLIGHT_DEFAULT);
  await world.ask('d');
  expect(world.held('d')).toBe(1);
});

test('while others wait, no account gets more than half of the places', async () => {
  const world = new World({ inFlightMax: 10 });
  await world.ask('busy', 30);
  expect(world.held('busy')).toBe(8);
  await world.ask('other', 30);
  // Each place that becomes available goes to the other account, until the busy one is down to its half.
  while (world.held('busy') > 5) {
    const before = world.held('other');
    await world.end('busy');
    expect(world.held('busy') + world.held('other')).toBeGreaterThanOrEqual(8);
    expect(world.held('other')).toBeGreaterThanOrEqual(before);
  }
  for (let n = 0; n < 20; n++) {
    await world.end(n % 2 === 0 ? 'busy' : 'other');
    expect(world.held('busy')).toBeLessThanOrEqual(5);
    expect(world.held('other')).toBeLessThanOrEqual(5);
  }
});

test.each([1, 2, 3])(
  'with %d places none is kept available, but half of them is still the most',
  async (places) => {
    const world = new World({ inFlightMax: places });
    await world.ask('busy', 10);
    expect(world.held('busy')).toBe(places);
    await world.ask('other', 10);
    while (world.held('busy') > 1 || world.held('other') === 0) await world.end('busy');
    expect(world.held('other')).toBe(1);
    expect(world.held('busy')).toBe(Math.min(1, places - 1));
  },
);

test('overload that one account brings about leaves a place for the others', async () => {
  const world = new World({ inFlightMax: 50 });
  for (let n = 0; n < 40; n++) {
    await world.ask('busy', 60);
    while (world.held('busy') > 0) await world.end('busy', 'overloaded');
  }
  await world.ask('busy', 60);
  expect(world.gate.state.limit).toBe(4);
  expect(world.held('busy')).toBe(3);
  await world.ask('other');
  expect(world.held('other')).toBe(1);
});

test('the expected wait of an account follows from its own turns, not from the queue of another', async () => {
  const world = new World({ inFlightMax: 1 });
  await world.ask('busy');
  world.nowMs = 100;
  await world.end('busy', 'good');
  await world.ask('busy', 11);
  expect(world.gate.expectedWaitMs('busy')).toBe(1_000);
  // The busy account holds its half: the next turn is the other account's.
  expect(world.gate.expectedWaitMs('other')).toBe(0);
  expect(world.gate.turnsAway(500, 'busy')).toBe(true);
  expect(world.gate.turnsAway(500, 'other')).toBe(false);
});

test('slow requests of one account do not make another one look too slow to wait for', async () => {
  const world = new World({ inFlightMax: 2 });
  await world.ask('quick');
  world.nowMs += 10;
  await world.end('quick', 'good');
  for (let n = 0; n < 5; n++) {
    await world.ask('slow');
    world.nowMs += 10_000;
    await world.end('slow', 'good');
  }
  await world.ask('slow', 2);
  await world.ask('quick', 3);
  expect(world.gate.turnsAway(1_000, 'quick')).toBe(false);
  expect(world.gate.turnsAway(FOREVER, 'slow')).toBe(true);
});

test('in a full queue the account with most waiting requests loses one, but never to an account with as many', async () => {
  const world = new World({ inFlightMax: 1, waitingMax: 4 });
  await world.ask('busy', 5);
  await world.ask('other', 2);
  expect(world.refused).toEqual(['busy', 'busy']);
  await world.ask('other');
  expect(world.refused).toEqual(['busy', 'busy', 'other']);
  expect(world.gate.state.waiting).toBe(4);
});

test('the gateway itself is not limited to a share', async () => {
  const world = new World({ inFlightMax: 10 });
  const never = new TimeLimit(FOREVER, null);
  for (let n = 0; n < 10; n++) expect(await world.gate.enter(never, FOREVER, null)).not.toBeNull();
});

test('idle accounts are forgotten beyond a bound, those that hold or wait never', () => {
  const parties = new Parties<object>();
  const holder = parties.of('holder');
  holder.held = 1;
  const waiter = {};
  parties.wait(parties.of('waiting'), waiter);
  const idle = parties.of('idle');
  for (let n = 0; n < PARTIES_IDLE_MAX; n++) parties.of(`account ${n}`);
  expect(parties.of('holder')).toBe(holder);
  expect(parties.of('waiting').waiting.has(waiter)).toBe(true);
  expect(parties.of('idle')).not.toBe(idle);
});

const COLLECTIONS = gatheringParty('a');

test('collections and watches get a turn only when no other party can use it, and turns rotate over their accounts', async () => {
  const world = new World({ inFlightMax: 1 });
  await world.ask('x');
  await world.ask(COLLECTIONS, 2);
  await world.ask(gatheringParty('b'));
  await world.ask('y', 2);
  await world.end('x');
  await world.end('y');
  await world.end('y');
  await world.end(COLLECTIONS);
  expect(world.entered).toEqual(['x', 'y', 'y', COLLECTIONS, gatheringParty('b')]);
});

test('a collection has all requests that are of none before it, and no other request has a collection before it', () => {
  const parties = new Parties<object>();
  const wait = (name: string, times: number) => {
    for (let n = 0; n < times; n++) parties.wait(parties.of(name), {});
  };
  wait('x', 3);
  wait('y', 1);
  wait(COLLECTIONS, 2);
  const ahead = (name: string) => parties.ahead(parties.of(name), () => true);
  expect(ahead('z')).toBe(1 + 1);
  expect(ahead('y')).toBe(1 + 2);
  expect(ahead(gatheringParty('b'))).toBe(1 + 4);
  expect(ahead(COLLECTIONS)).toBe(2 + 4);
});

test('collections and watches of all accounts together hold at most their share of the places', async () => {
  const world = new World({ inFlightMax: 20, gatheringShare: 0.25 });
  for (const account of ['a', 'b', 'c']) await world.ask(gatheringParty(account), 4);
  expect(world.gate.state).toMatchObject({ inFlight: 5, waiting: 7 });
  await world.ask('x', 8);
  expect(world.held('x')).toBe(8);
  await world.end('x');
  expect(world.gate.state).toMatchObject({ inFlight: 12, waiting: 7 });
});

test('collections that wait do not halve the places of a party, and lose their places in a full queue first', async () => {
  const world = new World({ inFlightMax: 4, gatheringShare: 0.25, waitingMax: 2 });
  await world.ask(COLLECTIONS, 3);
  await world.ask('x', 3);
  expect(world.held('x')).toBe(2);
  await world.ask('y', 1);
  expect(world.refused).toEqual([COLLECTIONS]);
});
