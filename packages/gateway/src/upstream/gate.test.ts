// Proves the gate: its rate on the monotonic clock, its places, its order, its bounded queue and its deadline, and that the gates
// of two providers are independent.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Clock } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { gatheringParty } from '../domain/limiting/fair-share.ts';
import { Gate, type Leave } from './gate.ts';
import { IN_FLIGHT_DEFAULT } from './limits.ts';
import { ok, World } from './testing/raw-server.ts';
import { Cancel, TimeLimit } from './time-limit.ts';

const FOREVER = Number.POSITIVE_INFINITY;
const never = new TimeLimit(FOREVER, null);

describe('on a clock of the test', () => {
  let nowMs = 0;
  const clock: Clock = { nowMs: () => 0, monotonicMs: () => nowMs };

  beforeEach(() => {
    nowMs = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    for (let step = 0; step < ms; step++) {
      nowMs++;
      await vi.advanceTimersByTimeAsync(1);
    }
  }

  /** Makes this many requests at once and records when each was admitted. */
  function ask(gate: Gate, times: number, leftMs = FOREVER): { atMs: number; leave: Leave | null }[] {
    const entries: { atMs: number; leave: Leave | null }[] = [];
    for (let n = 0; n < times; n++) {
      inBackground(gate.enter(never, leftMs, null).then((leave) => entries.push({ atMs: nowMs, leave })));
    }
    return entries;
  }

  test('collections and watches have their share of the rate, and the rest is left to others', async () => {
    const gate = new Gate({ requestsPerSecond: 4, inFlightMax: null, gatheringShare: 0.5 }, clock);
    const gathered: number[] = [];
    for (let n = 0; n < 3; n++) {
      const entered = gate.enter(never, FOREVER, gatheringParty('a'));
      inBackground(entered.then(() => gathered.push(nowMs)));
    }
    await pass(600);
    const others = ask(gate, 2);
    await pass(900);
    expect(gathered).toEqual([0, 500, 1_250]);
    // The third of them waits for the others, although its share would allow it at 1,000 ms.
    expect(others.map(({ atMs }) => atMs)).toEqual([750, 1_000]);
  });

  test('a rate is kept evenly, one request at a time', async () => {
    const gate = new Gate({ requestsPerSecond: 2, inFlightMax: null }, clock);
    const entries = ask(gate, 5);
    await pass(2_100);
    expect(entries.map(({ atMs }) => atMs)).toEqual([0, 500, 1_000, 1_500, 2_000]);
  });

  test('a high rate allows a burst of a tenth of a second', async () => {
    const gate = new Gate({ requestsPerSecond: 100, inFlightMax: 1_000 }, clock);
    const entries = ask(gate, 300);
    await pass(0);
    expect(entries.length).toBe(10);
    await pass(1_000);
    expect(entries.length).toBe(110);
  });

  test('unused time is not saved up beyond the burst', async () => {
    const gate = new Gate({ requestsPerSecond: 10, inFlightMax: null }, clock);
    nowMs = 3_600_000;
    const entries = ask(gate, 5);
    await pass(99);
    expect(entries.length).toBe(1);
  });

  test('a rate below one a second works', async () => {
    const gate = new Gate({ requestsPerSecond: 0.5, inFlightMax: null }, clock);
    const entries = ask(gate, 2);
    await pass(1_999);
    expect(entries.length).toBe(1);
    await pass(2);
    expect(entries.length).toBe(2);
  });

  test('no more are in flight than allowed, and each that leaves admits the next, in order', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 2 }, clock);
    const order: number[] = [];
    const leaves: Leave[] = [];
    for (let n = 0; n < 4; n++) {
      const entered = gate.enter(never, FOREVER, null).then((leave) => {
        order.push(n);
        leaves.push(leave!);
      });
      inBackground(entered);
    }
    await pass(1);
    expect(order).toEqual([0, 1]);
    leaves[1]!('good');
    leaves[1]!('good'); // Leaving twice frees one place.
    await pass(1);
    expect(order).toEqual([0, 1, 2]);
  });

  test('without a setting the default number is in flight', async () => {
    const entries = ask(
      new Gate({ requestsPerSecond: null, inFlightMax: null }, clock),
      IN_FLIGHT_DEFAULT + 1,
    );
    await pass(1);
    expect(entries.length).toBe(IN_FLIGHT_DEFAULT);
  });

  test('a full queue refuses at once', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1, waitingMax: 1 }, clock);
    ask(gate, 2);
    expect(await gate.enter(never, FOREVER, null)).toBeNull();
  });

  test('a deadline that passes while waiting gives up the place in the queue', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1, waitingMax: 1 }, clock);
    const leave = await gate.enter(never, FOREVER, null);
    const deadline = new Cancel();
    const waiting = gate.enter(new TimeLimit(FOREVER, deadline), FOREVER, null);
    deadline.abort();
    expect(await waiting).toBeNull();
    const next = gate.enter(never, FOREVER, null);
    leave!('good');
    expect(await next).not.toBeNull();
    expect(await gate.enter(new TimeLimit(FOREVER, deadline), FOREVER, null)).toBeNull();
  });

  test('a request whose turn at this rate cannot come before the deadline is refused at once', async () => {
    const gate = new Gate({ requestsPerSecond: 2, inFlightMax: null }, clock);
    const entries = ask(gate, 4, 1_510);
    const late = ask(gate, 1, 2_009);
    await pass(0);
    expect(late).toEqual([{ atMs: 0, leave: null }]);
    await pass(1_500);
    expect(entries.map(({ atMs }) => atMs)).toEqual([0, 500, 1_000, 1_500]);
    expect(entries.every(({ leave }) => leave !== null)).toBe(true);
  });

  test('so is a request behind more requests than can be served in time', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 2 }, clock);
    const first = ask(gate, 2);
    await pass(100);
    for (const { leave } of first) leave!('good');
    // One request takes 100 ms, two run at a time: six in the queue take 300 ms.
    ask(gate, 2);
    ask(gate, 6);
    expect(gate.expectedWaitMs(null)).toBe(300);
    expect(await gate.enter(never, 399, null)).toBeNull();
    ask(gate, 1, 400);
    expect(gate.state).toEqual({ limit: 2, inFlight: 2, waiting: 7 });
  });

  test('no request waits more than two seconds for a place, however much time is left', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1 }, clock);
    const first = await gate.enter(never, FOREVER, null);
    nowMs = 1_000;
    first!('good');
    ask(gate, 3);
    expect(gate.expectedWaitMs(null)).toBe(2_000);
    ask(gate, 1);
    expect(await gate.enter(never, FOREVER, null)).toBeNull();
    expect(gate.state.waiting).toBe(3);
  });

  test('a request whose turn comes in the last moment before the deadline is refused', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1 }, clock);
    const leave = await gate.enter(never, FOREVER, null);
    const [late, soon] = [gate.enter(never, 1_000, null), gate.enter(never, 1_020, null)];
    nowMs = 1_000;
    leave!('unknown');
    expect(await late).toBeNull();
    expect(await soon).not.toBeNull();
  });

  test('so is a request with less time than recent answers took', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1 }, clock);
    const first = await gate.enter(never, FOREVER, null);
    nowMs = 400;
    first!('good');
    const second = await gate.enter(never, FOREVER, null);
    const [tight, roomy] = [gate.enter(never, 500, null), gate.enter(never, 800, null)];
    nowMs = 600;
    second!('unknown');
    expect(await tight).toBeNull();
    expect(await roomy).not.toBeNull();
    expect(await gate.enter(never, 399, null)).toBeNull();
  });

  test('the moving mean follows a provider that becomes slow', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1 }, clock);
    const serve = async (ms: number) => {
      const leave = await gate.enter(never, FOREVER, null);
      nowMs += ms;
      leave!('good');
    };
    for (let n = 0; n < 50; n++) await serve(10);
    for (let n = 0; n < 20; n++) await serve(1_000);
    ask(gate, 2);
    expect(gate.expectedWaitMs(null)).toBeGreaterThan(850);
    expect(gate.expectedWaitMs(null)).toBeLessThan(1_000);
  });

  test('an emptied queue leaves no timer behind', async () => {
    const gate = new Gate({ requestsPerSecond: 0.01, inFlightMax: null }, clock);
    await gate.enter(never, FOREVER, null);
    const deadline = new Cancel();
    const entered = gate.enter(new TimeLimit(FOREVER, deadline), FOREVER, null);
    await pass(1);
    expect(vi.getTimerCount()).toBe(1);
    deadline.abort();
    expect(vi.getTimerCount()).toBe(0);
    expect(await entered).toBeNull();
  });

  test('a request that has waited leaves no timer behind, which would later take the end of its time from it', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1 }, clock);
    const first = await gate.enter(never, FOREVER, null);
    const entered = gate.enter(never, FOREVER, null);
    first!('good');
    expect(await entered).not.toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a larger part of the limits admits at once those that wait', async () => {
    const gate = new Gate({ requestsPerSecond: null, inFlightMax: 1 }, clock);
    const entries = ask(gate, 3);
    await pass(1);
    expect(entries).toHaveLength(1);
    gate.allow({ requestsPerSecond: null, inFlightMax: 3 });
    await pass(1);
    expect(entries.filter(({ leave }) => leave !== null)).toHaveLength(3);
  });
});

describe('on real connections', () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });
  afterEach(() => world.close());

  test('waiting beyond the deadline is reported as the local limit, and another provider is served meanwhile', async () => {
    const stuck = await world.server(() => {});
    const healthy = await world.server(ok('fine'));
    const policy = { provider: 'stuck', inFlightMax: 1 };
    const first = world.ask(stuck.origin, { policy, timeoutMs: 400 });
    const second = world.ask(stuck.origin, { policy, timeoutMs: 150 });
    expect(await world.ask(healthy.origin, { policy: { provider: 'healthy' } })).toMatchObject({
      body: 'fine',
    });
    expect(await second).toEqual({
      kind: 'unavailable',
      detail: 'local limit',
      isLocal: true,
      retryMs: expect.any(Number),
    });
    expect(stuck.seen.length).toBe(1);
    expect(await first).toMatchObject({ kind: 'timeout' });
  });

  test('a refusal is immediate: it is there before the next turn of the event loop, while hundreds wait', async () => {
    const stuck = await world.server(() => {});
    const policy = { provider: 'stuck', inFlightMax: 1, requestsPerSecond: 1 };
    const waiting = Array.from({ length: 300 }, () =>
      world.ask(stuck.origin, { policy, timeoutMs: 600_000 }),
    );
    const turn = () => new Promise<'turned'>((resolve) => setImmediate(resolve, 'turned'));
    // So that the queue is there, whatever the transport does first.
    await turn();
    for (let n = 0; n < 20; n++) {
      const refused = world.ask(stuck.origin, { policy, timeoutMs: 1_000 });
      expect(await Promise.race([refused, turn()])).toMatchObject({
        isLocal: true,
        retryMs: expect.any(Number),
      });
    }
    await world.http.close();
    await Promise.race(waiting);
  });

  test('a provider that never answers blocks only its own places', async () => {
    const hole = await world.server(() => {});
    const healthy = await world.server((socket) => void setImmediate(() => socket.write(ok('fine'))));
    const lost = Array.from({ length: 200 }, () =>
      world.ask(hole.origin, { policy: { provider: 'hole', inFlightMax: 20 }, timeoutMs: 1_000 }),
    );
    for (let n = 0; n < 50; n++) {
      const answer = await world.ask(healthy.origin, { policy: { provider: 'healthy', inFlightMax: 20 } });
      expect(answer).toMatchObject({ body: 'fine' });
    }
    // On a busy machine the first ones have timed out by now, and others have taken their places.
    const open = hole.sockets.filter(({ destroyed }) => !destroyed).length;
    expect([open > 0, open <= 20]).toEqual([true, true]);
    const [, fine] = world.http.clients();
    expect(fine).toMatchObject({ provider: 'healthy', limit: 20, inFlight: 0, waiting: 0 });
    const kinds = (await Promise.all(lost)).map((end) => ('isLocal' in end ? 'local' : end.kind));
    // Requests whose turn comes just before their deadline are not sent to it as well.
    expect(kinds.slice(0, 20)).toEqual(Array(20).fill('timeout'));
    expect(kinds.filter((kind) => kind === 'local').length).toBeGreaterThan(100);
    expect(world.http.clients()[0]).toMatchObject({ provider: 'hole', inFlight: 0, waiting: 0 });
    expect(world.http.clients()[0]!.limit).toBeLessThanOrEqual(14);
  });

  test('a place is available again after every kind of end', async () => {
    const server = await world.server((socket, { number }) => {
      if (number === 1) socket.resetAndDestroy();
      else socket.write(number === 2 ? 'garbage' : ok('served'));
    });
    const ask = () => world.ask(server.origin, { policy: { inFlightMax: 1 } });
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(answers.map(({ kind }) => kind)).toEqual(['unavailable', 'bad_response', 'response', 'response']);
  });

  test('a provider has no more connections than requests in flight', async () => {
    const server = await world.server((socket) => void setImmediate(() => socket.write(ok(''))));
    for (let round = 0; round < 5; round++) {
      world.rest();
      const ask = () => world.ask(server.origin, { policy: { inFlightMax: 3 } });
      await Promise.all([ask(), ask(), ask()]);
    }
    expect(server.sockets.length).toBe(3);
  });
});
