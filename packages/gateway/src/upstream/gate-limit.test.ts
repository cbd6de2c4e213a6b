// Proves that a provider which shows overload gets fewer concurrent requests, that one which answers gets them back, and that
// neither passes its bounds.
import { expect, test, vi } from 'vitest';
import type { Clock } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { Gate, type Leave } from './gate.ts';
import { GateLimit } from './gate-limit.ts';
import { ok, World } from './testing/raw-server.ts';
import { Cancel, TimeLimit } from './time-limit.ts';

const FULL = true;

/** A round trip: this many requests enter, then all of them end. */
function round(limit: GateLimit, sign: 'good' | 'overloaded' | 'unknown', isFull = FULL): void {
  const numbers = Array.from({ length: limit.places }, () => limit.enter());
  for (const number of numbers) limit.ended(number, sign, isFull);
}

test('it starts with what is configured', () => {
  expect(new GateLimit(50).places).toBe(50);
});

test('overload cuts once per round trip, however many requests show it', () => {
  const limit = new GateLimit(50);
  const seen = [50, 35, 24, 17, 12, 8, 5, 4, 4];
  for (const places of seen) {
    expect(limit.places).toBe(places);
    round(limit, 'overloaded');
  }
});

test('only a request that was sent after a cut can bring the next one', () => {
  const limit = new GateLimit(50);
  const [first, second] = [limit.enter(), limit.enter()];
  limit.ended(first, 'overloaded', FULL);
  const third = limit.enter();
  limit.ended(second, 'overloaded', FULL);
  expect(limit.places).toBe(35);
  limit.ended(third, 'overloaded', FULL);
  expect(limit.places).toBe(24);
});

test.each([1, 2, 3])('a configured maximum of %d is never cut below', (most) => {
  const limit = new GateLimit(most);
  for (let n = 0; n < 10; n++) round(limit, 'overloaded');
  expect(limit.places).toBe(most);
});

test('a round of good answers in full use adds about one place, up to what is configured', () => {
  const limit = new GateLimit(50);
  for (let n = 0; n < 10; n++) round(limit, 'overloaded');
  const before = limit.places;
  for (let n = 0; n < 10; n++) round(limit, 'good');
  expect(limit.places).toBeGreaterThanOrEqual(before + 8);
  expect(limit.places).toBeLessThanOrEqual(before + 10);
  for (let n = 0; n < 100; n++) round(limit, 'good');
  expect(limit.places).toBe(50);
});

test('the limit does not grow while places are available, or from ends that say nothing', () => {
  const limit = new GateLimit(50);
  round(limit, 'overloaded');
  for (let n = 0; n < 50; n++) round(limit, 'good', !FULL);
  for (let n = 0; n < 50; n++) round(limit, 'unknown');
  expect(limit.places).toBe(35);
});

test('a gate admits no more than the current limit, and the next only when enough have left', async () => {
  const clock: Clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const gate = new Gate({ requestsPerSecond: null, inFlightMax: 10 }, clock);
  const never = new TimeLimit(Number.POSITIVE_INFINITY, null);
  const inside: Leave[] = [];
  for (let n = 0; n < 10; n++) inside.push((await gate.enter(never, 1_000, null))!);
  inside.pop()!('overloaded');
  expect(gate.state).toEqual({ limit: 7, inFlight: 9, waiting: 0 });
  const next = gate.enter(never, 1_000, null);
  for (let n = 0; n < 2; n++) inside.pop()!('unknown');
  expect(gate.state).toEqual({ limit: 7, inFlight: 7, waiting: 1 });
  inside.pop()!('unknown');
  expect(await next).not.toBeNull();
  expect(gate.state).toEqual({ limit: 7, inFlight: 7, waiting: 0 });
});

/** A provider that answers ten requests at a time in 50 ms each and queues all others. */
class TenAtATime {
  readonly #queue: (() => void)[] = [];
  #working = 0;

  answer(): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push(resolve);
      this.#work();
    });
  }

  #work(): void {
    if (this.#working === 10 || this.#queue.length === 0) return;
    const done = this.#queue.shift()!;
    this.#working++;
    setTimeout(() => {
      this.#working--;
      done();
      this.#work();
    }, 50);
  }
}

test('under many times its load a provider still answers most of what it can', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const gate = new Gate(
    { requestsPerSecond: null, inFlightMax: 50 },
    { nowMs: () => 0, monotonicMs: () => performance.now() },
  );
  const provider = new TenAtATime();
  let answers = 0;
  async function call(): Promise<void> {
    const deadline = new Cancel();
    const { promise: lost, resolve } = Promise.withResolvers<'lost'>();
    const timer = setTimeout(() => {
      deadline.abort();
      resolve('lost');
    }, 400);
    const leave = await gate.enter(new TimeLimit(400, deadline), 400, null);
    const end = leave && (await Promise.race([provider.answer(), lost]));
    leave?.(end === 'lost' ? 'overloaded' : 'good');
    if (leave !== null && end !== 'lost') answers++;
    clearTimeout(timer);
  }
  // 1,000 calls a second for ten seconds, of which it can answer 200 a second.
  for (let n = 0; n < 10_000; n++) {
    inBackground(call());
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(answers).toBeGreaterThan(1_600);
  expect(gate.state.limit).toBeLessThan(45);
  vi.useRealTimers();
});

const overloads: [string, Buffer | null][] = [
  ['an answer 429', Buffer.from('HTTP/1.1 429 Slow Down\r\ncontent-length: 0\r\n\r\n')],
  ['an answer 503', Buffer.from('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n')],
  ['a lost connection', null],
];

test.each(overloads)('%s on a real connection is a sign of overload', async (_name, answer) => {
  const world = new World();
  const server = await world.server((socket) => {
    if (answer === null) socket.resetAndDestroy();
    else socket.write(answer);
  });
  await world.ask(server.origin, { policy: { inFlightMax: 10 } });
  expect(world.http.clients()).toMatchObject([{ provider: 'p', limit: 7, inFlight: 0, waiting: 0 }]);
  await world.close();
});

test('so is a deadline, but not a request that is no longer wanted, nor a refused connection', async () => {
  const world = new World();
  const silent = await world.server(() => {});
  const limit = () => world.http.clients().at(-1)!.limit;
  const policy = { inFlightMax: 10 };
  const cancel = new Cancel();
  const timeLimit = new TimeLimit(5_000, cancel);
  const request = { method: 'GET' as const, url: silent.origin, headers: {} };
  const whole = {
    provider: 'p',
    origin: silent.origin,
    allowPrivate: true,
    keepAlive: true,
    proxies: [],
    redirects: 'never' as const,
  };
  const cut = world.http.transport(
    request,
    timeLimit,
    { ...whole, requestsPerSecond: null, ...policy },
    null,
  );
  cancel.abort();
  expect(await cut).toMatchObject({ kind: 'timeout' });
  expect(limit()).toBe(10);
  await world.ask(silent.origin, { policy, timeoutMs: 30 });
  expect(limit()).toBe(7);
  const nobody = await world.server(ok(''));
  const { origin } = nobody;
  await nobody.close();
  await world.ask(origin, { policy });
  expect(limit()).toBe(10);
  await world.close();
});
