// The client of Valkey and Redis, against a simulated server with faults, and against a real one where one is installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { parseCacheServer } from '../domain/network/cache-server.ts';
import { RespServer } from '../testing/resp-server.ts';
import { type CacheServer, SharedCache } from './shared-cache.ts';
import { openValkey, pingValkey } from './valkey.ts';

const REAL = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
/** Far longer than any test takes. */
const LIFE_MS = 3_600_000;
const BYTES_MAX = 100;

async function connect(url: string): Promise<CacheServer> {
  const { server, ready } = await openValkey(parseCacheServer(url)!);
  await ready;
  return server;
}

/** What every server of this kind does, the simulated one too. */
function keepsValues(server: () => CacheServer): void {
  test('a value is given again as it was, with what is left of its life', async () => {
    const value = Buffer.from([0, 255, 13, 10, 36, 42]);
    await server().set('some', value, LIFE_MS);
    const [nothing, some] = await server().get(['nothing', 'some'], BYTES_MAX);
    expect(nothing).toBeNull();
    expect(some!.value).toEqual(value);
    expect(some!.leftMs).toBeGreaterThan(0);
    expect(some!.leftMs).toBeLessThanOrEqual(LIFE_MS);
  });

  test('a value that is longer than asked for is treated as missing', async () => {
    await server().set('fits', Buffer.alloc(BYTES_MAX, 'x'), LIFE_MS);
    await server().set('long', Buffer.alloc(BYTES_MAX + 1, 'x'), LIFE_MS);
    const [fits, long] = await server().get(['fits', 'long'], BYTES_MAX);
    expect([fits?.value.length, long]).toEqual([BYTES_MAX, null]);
  });
}

describe('a simulated server', () => {
  let resp: RespServer;
  let server: CacheServer;
  beforeAll(async () => {
    resp = await RespServer.start();
    server = await connect(resp.url);
  });
  afterAll(async () => {
    server.close();
    await resp.close();
  });
  keepsValues(() => server);
});

describe('a failing server costs a look-up, and nothing else:', () => {
  let resp: RespServer;
  afterEach(() => resp.close());

  async function troubled() {
    resp = await RespServer.start();
    const server = await connect(resp.url);
    let late = () => {};
    const timers = (_ms: number, wake: () => void) => {
      late = wake;
      return () => {};
    };
    const deps = { server, secret: new Uint8Array(32), clock: systemClock, random: systemRandom };
    const cache = new SharedCache({ ...deps, timers, timeoutMs: () => 50, onState: () => {} });
    return { server, cache, late: () => late() };
  }

  test.each(['cuts', 'babbles', 'refuses'] as const)('one that %s', async (mood) => {
    const { cache } = await troubled();
    resp.mood = mood;
    expect(await cache.find([{ provider: 'a', text: 'b' }])).toEqual([null]);
    expect(cache.figures.looks).toMatchObject({ error: 1, miss: 0 });
    cache.close();
  });

  test('one that is full does not count as failing: it answers, and accepts nothing', async () => {
    const { server, cache } = await troubled();
    resp.mood = 'refuses';
    expect(await server.set('a', Buffer.of(1), 1_000)).toBe(false);
    cache.close();
  });

  test('one that hangs, until the timeout', async () => {
    const { cache, late } = await troubled();
    resp.mood = 'hangs';
    const found = cache.find([{ provider: 'a', text: 'b' }]);
    await resp.heard('getrange');
    late();
    expect(await found).toEqual([null]);
    cache.close();
  });

  test('one that is gone: a request fails at once', async () => {
    const { server, cache } = await troubled();
    await resp.close();
    resp = await RespServer.start();
    await expect(server.get(['a'], 1)).rejects.toThrow();
    await expect(server.set('a', Buffer.of(1), 1)).rejects.toThrow();
    expect(await cache.find([{ provider: 'a', text: 'b' }])).toEqual([null]);
    cache.close();
  });

  test('one that was never there: the check of an operator fails with a clear message', async () => {
    resp = await RespServer.start();
    const { url } = resp;
    await pingValkey(parseCacheServer(url)!);
    await resp.close();
    await expect(pingValkey(parseCacheServer(url)!)).rejects.toThrow('ECONNREFUSED');
    resp = await RespServer.start();
  });
});

if (REAL === undefined)
  console.warn('SKIPPED: neither valkey-server nor redis-server is installed, so no real server was tried');

describe.skipIf(REAL === undefined)(`a real server (${REAL ?? 'none is installed'})`, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-valkey-'));
  const PASSWORD = 'a password: @/?#%';
  let child: ReturnType<typeof spawn>;
  let server: CacheServer;
  let url: string;

  beforeAll(async () => {
    const started = await startReal(folder, PASSWORD);
    child = started.child;
    url = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${started.port}/3`;
    server = await connect(url);
  });
  afterAll(async () => {
    server?.close();
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  keepsValues(() => server);

  test('a value of another type under our name is treated as missing, and the others are given', async () => {
    const { Valkey } = await import('iovalkey');
    const other = new Valkey(url);
    await other.rpush('list', 'not', 'ours');
    await other.set('for ever', 'not ours');
    other.disconnect();
    await server.set('some', Buffer.from('value'), LIFE_MS);
    const [list, forever, some] = await server.get(['list', 'for ever', 'some'], BYTES_MAX);
    expect([list, forever, some?.value.toString()]).toEqual([null, null, 'value']);
  });

  test('a wrong password is reported to the operator', async () => {
    await pingValkey(parseCacheServer(url)!);
    await expect(pingValkey({ ...parseCacheServer(url)!, password: 'wrong' })).rejects.toThrow(/WRONGPASS/);
  });

  test('an answer that one node stored is found by another', async () => {
    const [one, other] = await Promise.all([nodeOn(url), nodeOn(url)]);
    const name = { provider: 'first', text: 'cats' };
    expect(await one.find([name])).toEqual([null]);
    one.put(name, {
      freshMs: LIFE_MS,
      staleMs: 0,
      items: 3,
      about: [7],
      mark: 'm',
      took: { bytes: 4, durationMs: 92 },
      results: Buffer.from('page'),
    });
    // On the first node's connection, after its write.
    await one.find([name]);
    const [found] = await other.find([name]);
    expect(found).toMatchObject({ items: 3, freshMs: LIFE_MS });
    for (const node of [one, other]) node.close();
  });
});

async function nodeOn(url: string): Promise<SharedCache> {
  const deps = { secret: new Uint8Array(32), clock: systemClock, random: systemRandom };
  // No timeout passes, however busy the machine is.
  const timers = () => () => {};
  const server = await connect(url);
  return new SharedCache({ ...deps, server, timers, timeoutMs: () => 50, onState: () => {} });
}

/** On a port that was available a moment ago; another one when it was taken meanwhile. */
async function startReal(folder: string, password: string) {
  for (;;) {
    const probe = await RespServer.start();
    const { port } = parseCacheServer(probe.url)!;
    await probe.close();
    const flags = [
      '--port',
      port,
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--requirepass',
      password,
    ];
    const child = spawn(REAL!, flags.map(String), { stdio: ['ignore', 'pipe', 'ignore'] });
    let said = '';
    const ended = once(child, 'exit').then(() => false);
    const ready = new Promise<boolean>((resolve) => {
      child.stdout.on('data', (text) => {
        said += text;
        if (/ready to accept connections/i.test(said)) resolve(true);
      });
    });
    if (await Promise.race([ready, ended])) return { child, port };
  }
}
