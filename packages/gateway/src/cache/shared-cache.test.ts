// The shared cache, with a server that the test simulates: what it gives, and how it handles a server that is slow, wrong or
// unavailable.
import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandom, type Timers } from '../domain/clock.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import {
  type CacheServer,
  type ServedValue,
  SHARED_PUTS_MAX,
  SHARED_VALUE_BYTES_MAX,
  SharedCache,
} from './shared-cache.ts';

const clock = createTestClock();
const SECRET = new Uint8Array(32).fill(7);
const NAME = { provider: 'first', text: 'cats' };
const PAGE = {
  freshMs: 60_000,
  staleMs: 600_000,
  items: 2,
  about: [7, 8],
  mark: 'm',
  took: { bytes: 6, durationMs: 92 },
  results: Buffer.from('a page'),
};

/** A server in memory; `trouble` is what it does instead of answering. */
class PlayedServer implements CacheServer {
  values = new Map<string, ServedValue & { atMs: number }>();
  asked = 0;
  drops = 0;
  trouble: (() => Promise<never>) | null = null;
  isFull = false;

  async get(names: readonly string[], bytesMax: number) {
    this.asked++;
    if (this.trouble !== null) return this.trouble();
    return names.map((name) => {
      const found = this.values.get(name);
      const leftMs = found === undefined ? 0 : found.leftMs - (clock.monotonicMs() - found.atMs);
      return found === undefined || leftMs <= 0 || found.value.length > bytesMax
        ? null
        : { value: found.value, leftMs };
    });
  }

  async count(names: readonly string[]) {
    const found = await this.get(names, Number.POSITIVE_INFINITY);
    return found.filter((one) => one !== null).length;
  }

  async set(name: string, value: Uint8Array, lifeMs: number) {
    this.asked++;
    if (this.trouble !== null) return this.trouble();
    if (this.isFull) return false;
    this.values.set(name, { value: Buffer.from(value), leftMs: lifeMs, atMs: clock.monotonicMs() });
    return true;
  }

  drop() {
    this.drops++;
  }

  close() {}
}

let server: PlayedServer;
let waiting: (() => void)[];
let states: boolean[];
/** No timeout passes before the test fires it. */
const timers: Timers = (_ms, wake) => {
  waiting.push(wake);
  return () => {
    waiting = waiting.filter((one) => one !== wake);
  };
};

function node({ secret = SECRET, nowMs = () => clock.nowMs() } = {}): SharedCache {
  const ownClock = { nowMs, monotonicMs: () => clock.monotonicMs() };
  const onState = (isUp: boolean) => void states.push(isUp);
  const deps = { server, secret, clock: ownClock, timers, random: systemRandom };
  return new SharedCache({ ...deps, timeoutMs: () => 50, onState });
}

const look = async (cache: SharedCache, name = NAME) => (await cache.find([name]))[0]!;
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** As a call does it: a look-up without a result, then an answer of a provider. */
async function tell(cache: SharedCache, name = NAME, page = PAGE): Promise<void> {
  await look(cache, name);
  cache.put(name, page);
  await settled();
}

beforeEach(() => {
  server = new PlayedServer();
  waiting = [];
  states = [];
});

describe('an answer that one node stored', () => {
  test('is found by another, with the age that it has by then', async () => {
    await tell(node());
    clock.advance(1_500);
    const { results, ...figures } = (await look(node()))!;
    expect(Buffer.from(results).toString()).toBe('a page');
    const rest = { items: 2, about: [7, 8], mark: 'm', took: { bytes: 6, durationMs: 92 } };
    expect(figures).toEqual({ ageMs: 1_500, freshMs: 60_000, staleMs: 600_000, ...rest });
  });

  test('is not given after it has expired', async () => {
    await tell(node());
    clock.advance(659_999);
    expect(await look(node())).toMatchObject({ ageMs: 659_999 });
    clock.advance(1);
    expect(await look(node())).toBeNull();
  });

  test.each([
    ['the reader is behind', -3_600_000, 10_000],
    ['the reader is ahead', 5_000, 15_000],
  ])('is as old as the server says, or as the clocks say if that is more: %s', async (_, skewMs, ageMs) => {
    await tell(node());
    clock.advance(10_000);
    expect(await look(node({ nowMs: () => clock.nowMs() + skewMs }))).toMatchObject({ ageMs });
  });

  test('is not younger when the server was made to keep it for longer', async () => {
    await tell(node());
    for (const value of server.values.values()) value.leftMs += 3_600_000;
    clock.advance(659_999);
    expect(await look(node())).toMatchObject({ ageMs: 659_999 });
    clock.advance(1);
    expect(await look(node())).toBeNull();
  });

  test('is stored under a name that reveals nothing, with the version of its form as a prefix', async () => {
    await tell(node(), { provider: 'first', text: 'what alice searched for' });
    expect([...server.values.keys()]).toEqual([expect.stringMatching(/^reelgate:3:[\w-]{43}$/)]);
  });

  test.each([
    ['of another provider', node, { provider: 'second', text: 'cats' }],
    ['that asks for something else', node, { provider: 'first', text: 'dogs' }],
    ['of another gateway', () => node({ secret: new Uint8Array(32).fill(8) }), NAME],
  ])('is nothing to a call %s', async (_, other, name) => {
    await tell(node());
    expect(await look(other(), name)).toBeNull();
  });
});

describe('a value that is not ours is a miss:', () => {
  const poison = (change: (value: Buffer) => Buffer) => {
    for (const [name, kept] of server.values) server.values.set(name, { ...kept, value: change(kept.value) });
  };
  test.each<[string, (value: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['a few bytes', () => Buffer.from('hello')],
    ['text', () => Buffer.from('{"items":2}'.repeat(50))],
    ['zeros', (value) => Buffer.alloc(value.length)],
    [
      'one byte of the page changed',
      (value) => value.map((byte, i) => (i === value.length - 1 ? byte ^ 1 : byte)) as Buffer,
    ],
    [
      'one byte of its figures changed',
      (value) => value.map((byte, i) => (i === 45 ? byte ^ 1 : byte)) as Buffer,
    ],
    ['a length that lies', (value) => value.map((byte, i) => (i === 32 ? 255 : byte)) as Buffer],
    ['cut short', (value) => value.subarray(0, -1)],
    ['cut to its signature', (value) => value.subarray(0, 32)],
  ])('%s', async (_, change) => {
    await tell(node());
    poison(change);
    const cache = node();
    expect(await look(cache)).toBeNull();
    expect(cache.figures).toMatchObject({ looks: { miss: 1, error: 0 }, isUp: true });
  });

  test('an answer of another question, copied under this name', async () => {
    await tell(node(), { provider: 'first', text: 'dogs' });
    const [dogs] = server.values.values();
    await tell(node());
    poison(() => dogs!.value);
    expect(await look(node())).toBeNull();
    expect(await look(node(), { provider: 'first', text: 'dogs' })).not.toBeNull();
  });
});

describe('a server that', () => {
  test('does not answer in time delays no call, and is reconnected when that repeats', async () => {
    server.trouble = () => new Promise(() => {});
    const cache = node();
    const drops: number[] = [];
    for (let i = 0; i < 3; i++) {
      const found = look(cache);
      for (const wake of waiting) wake();
      expect(await found).toBeNull();
      drops.push(server.drops);
    }
    expect([drops, cache.figures.looks.error, cache.figures.isUp]).toEqual([[0, 0, 1], 3, false]);
  });

  test('fails three times is not asked for a while, and then once', async () => {
    server.trouble = () => Promise.reject(new Error('away'));
    const cache = node();
    for (let i = 0; i < 10; i++) await look(cache);
    expect([server.asked, states, cache.figures.isUp]).toEqual([3, [false], false]);
    expect(cache.figures.looks).toEqual({ hit: 0, miss: 0, error: 3, skipped: 7 });
    cache.put(NAME, PAGE);
    await settled();
    expect(server.asked).toBe(3);
    clock.advance(1_000);
    await Promise.all([look(cache), look(cache), look(cache)]);
    expect(server.asked).toBe(4);
    server.trouble = null;
    clock.advance(2_000);
    await look(cache);
    expect([states, cache.figures.isUp]).toEqual([[false, true], true]);
    await tell(cache);
    expect(await look(cache)).not.toBeNull();
  });

  test('is slower than the calls is sent no more than it can take', async () => {
    const cache = node();
    await look(cache);
    server.trouble = () => new Promise(() => {});
    const before = server.asked;
    for (let i = 0; i < SHARED_PUTS_MAX + 5; i++) cache.put({ ...NAME, text: String(i) }, PAGE);
    expect(server.asked - before).toBe(SHARED_PUTS_MAX);
    expect(cache.figures.puts.skipped).toBe(5);
  });
});

test('writes that have ended, well or not, take no place from later ones, and leave no timer', async () => {
  const cache = node();
  await look(cache);
  for (let i = 0; i < SHARED_PUTS_MAX; i++) cache.put({ ...NAME, text: String(i) }, PAGE);
  await settled();
  server.trouble = () => Promise.reject(new Error('away'));
  cache.put({ ...NAME, text: 'fails' }, PAGE);
  await settled();
  server.trouble = null;
  for (let i = 0; i < SHARED_PUTS_MAX; i++) cache.put({ ...NAME, text: `later ${i}` }, PAGE);
  await settled();
  expect(cache.figures.puts).toEqual({ kept: 2 * SHARED_PUTS_MAX, error: 1, skipped: 0 });
  expect(waiting).toEqual([]);
});

test('a page that is too long stays on the node that fetched it', async () => {
  const cache = node();
  await tell(cache, NAME, { ...PAGE, results: Buffer.alloc(SHARED_VALUE_BYTES_MAX) });
  expect([server.values.size, cache.figures.puts.skipped]).toEqual([0, 1]);
});

test('an answer that may not be cached is not stored', async () => {
  await tell(node(), NAME, { ...PAGE, freshMs: 0, staleMs: 0 });
  expect(server.values.size).toBe(0);
});

describe('an answer about something that is gone', () => {
  const OTHER = { ...NAME, text: 'dogs' };
  const told = { lifeMs: 660_000, providers: ['first'] };
  const shared = async () => {
    const one = node();
    await tell(one);
    await tell(one, OTHER, { ...PAGE, about: [9] });
    return one;
  };

  test('is no longer given by any node; other and later answers are', async () => {
    const one = await shared();
    one.reportGone(new Set([3, 8]), told);
    await settled();
    expect(await look(node())).toBeNull();
    expect(await look(node(), OTHER)).not.toBeNull();
    clock.advance(1);
    await tell(one);
    expect(await look(node())).not.toBeNull();
  });

  test('makes nodes forget all answers of its providers when the server does not accept the report', async () => {
    const one = await shared();
    server.isFull = true;
    one.reportGone(new Set([8]), told);
    await settled();
    server.isFull = false;
    // The node that knows it gives no stored answer, and tells the others with its next request.
    expect([await look(one), await look(one, OTHER)]).toEqual([null, null]);
    await settled();
    expect([await look(node()), await look(node(), OTHER)]).toEqual([null, null]);
  });

  test('is a miss while the server does not answer', async () => {
    await shared();
    server.count = () => Promise.reject(new Error('away'));
    expect(await look(node())).toBeNull();
  });
});

describe('an answer that one node makes all nodes forget', () => {
  test('is no longer given by any node, and later answers are', async () => {
    const [one, other] = [node(), node()];
    await tell(one);
    await tell(one, { provider: 'second', text: 'cats' });
    one.forgetAll('first');
    await settled();
    expect(await look(other)).toBeNull();
    expect(await look(other, { provider: 'second', text: 'cats' })).not.toBeNull();
    await tell(other);
    expect(await look(one)).not.toBeNull();
  });

  test('stays forgotten here while the server is unavailable, and everywhere once it answers again', async () => {
    const [one, other] = [node(), node()];
    await tell(one);
    server.trouble = () => Promise.reject(new Error('away'));
    one.forgetAll('first');
    await settled();
    server.trouble = null;
    expect(await look(one)).toBeNull();
    await settled();
    expect(await look(other)).toBeNull();
  });

  test('stays forgotten here while the server accepts nothing and still has the era before, and everywhere once it accepts', async () => {
    const [one, other] = [node(), node()];
    one.forgetAll('first');
    await settled();
    await tell(one);
    server.isFull = true;
    one.forgetAll('first');
    await settled();
    // At each look-up the node tries to tell the server, which refuses.
    expect([await look(one), await look(one)]).toEqual([null, null]);
    server.isFull = false;
    expect(await look(one)).toBeNull();
    await settled();
    expect([await look(one), await look(other)]).toEqual([null, null]);
    await tell(one);
    expect(await look(other)).not.toBeNull();
  });

  test('is not given by a look-up that was running', async () => {
    const cache = node();
    await tell(cache);
    const found = look(cache);
    cache.forgetAll('first');
    expect(await found).toBeNull();
  });
});

test('a full server still gives what it has, and the circuit breaker stays closed', async () => {
  const cache = node();
  await tell(cache);
  server.isFull = true;
  for (let i = 0; i < 5; i++) await tell(cache, { provider: 'first', text: `dogs ${i}` });
  expect(cache.figures).toMatchObject({ puts: { kept: 1, error: 5 }, isUp: true });
  expect(await look(node())).toMatchObject({ items: 2 });
});

test('concurrent failures report once that the circuit breaker opened', async () => {
  const cache = node();
  server.trouble = () => Promise.reject(new Error('away'));
  await Promise.all(Array.from({ length: 8 }, () => look(cache)));
  expect(states).toEqual([false]);
});

test('a server that has lost the era, and serves an old answer again, is sent the era before its answers are used', async () => {
  const cache = node();
  await tell(cache);
  const old = new Map(server.values);
  cache.forgetAll('first');
  await settled();
  expect(await look(cache)).toBeNull();
  server.values = old;
  expect(await look(cache)).toBeNull();
  await settled();
  expect([await look(cache), await look(node())]).toEqual([null, null]);
  await tell(cache);
  expect(await look(node())).toMatchObject({ items: 2 });
});

test('an era outlives every answer of the time before it, which lasts eight days at most, and not for ever', async () => {
  const DAY = 86_400_000;
  await tell(node(), NAME, { ...PAGE, freshMs: DAY, staleMs: 7 * DAY });
  const answers = [...server.values.keys()];
  node().forgetAll('first');
  await settled();
  const eras = [...server.values.keys()].filter((name) => !answers.includes(name));
  clock.advance(8 * DAY - 1);
  expect([await server.count(answers), await look(node())]).toEqual([1, null]);
  clock.advance(DAY);
  expect(await server.count(eras)).toBe(1);
  clock.advance(1);
  expect(await server.count(eras)).toBe(0);
});
