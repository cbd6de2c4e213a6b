// Two nodes that share a real Valkey or Redis: what one paid a platform for, the other gives from the cache, and calls go on while the server
// is gone, is started again, or is full. cache/valkey.test.ts has the client alone, and shared-answers.test.ts every kind of answer.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemTimers, type Timers } from '../src/domain/clock.ts';
import { startTestGateway, type TestGateway } from '../src/testing/test-gateway.ts';
import { programsFor } from './programs.ts';
import { ServerProgram } from './server-program.ts';

/** A timeout that no other code uses, so that its timer can be told apart. No look-up is ever late, however busy the machine is. */
const LOOK_UP_TIMEOUT_MS = 9_999;
const timers: Timers = (ms, wake) => (ms === LOOK_UP_TIMEOUT_MS ? () => {} : systemTimers(ms, wake));
const PRICE = 12_000;
const FRESH_S = 60;
/** Less than the server itself uses: it accepts no value. */
const NO_ROOM = '1';

const programs = programsFor('a cache that nodes share', 'Valkey or Redis');

const settings = (port: number) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first] }
providers: { first: { connector: scripted } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 } }
cache: { fresh_seconds: ${FRESH_S}, price_factor: 0.5, url: "redis://127.0.0.1:${port}", timeout_ms: ${LOOK_UP_TIMEOUT_MS} }
`;

describe.skipIf(programs === null)('nodes that share a real server', () => {
  const [program] = Object.values(programs ?? {});
  let server: ServerProgram;
  let one: TestGateway;
  let other: TestGateway;
  let asked: string[];
  let question = 0;

  beforeAll(async () => {
    server = await new ServerProgram({
      name: 'cache',
      program: program!,
      args: ({ folder, port }) => [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--dir',
        folder,
        '--save',
        '',
      ],
    }).start();
    const nodeOf = async (name: string, beside?: TestGateway) => {
      const started = { settings: settings(server.port), ports: { timers }, ...(beside && { beside }) };
      const node = await startTestGateway(started);
      node.script = () => {
        asked.push(name);
        return { ids: ['a', 'b'], cursor: null };
      };
      return node;
    };
    one = await nodeOf('one');
    other = await nodeOf('other', one);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
    await server.remove();
  });
  beforeEach(async () => {
    await configure('maxmemory', '0');
    await untilShared();
    asked = [];
  });

  async function configure(name: string, value: string): Promise<void> {
    const { Valkey } = await import('iovalkey');
    const client = new Valkey(server.port, '127.0.0.1');
    await client.config('SET', name, value);
    client.disconnect();
  }

  const ask = async (node: TestGateway, keyword: string) => {
    const { status, body } = await node.search({ keyword });
    expect(status).toBe(200);
    return body.receipt as { source: string; charged: string };
  };
  const fresh = () => `question ${++question}`;

  /** A node writes behind its answer, and connects again by itself: new questions until one is shared. */
  async function untilShared(): Promise<void> {
    asked = [];
    await expect
      .poll(async () => {
        const keyword = fresh();
        await ask(one, keyword);
        return (await ask(other, keyword)).source;
      })
      .toBe('cache');
  }

  const puts = async (outcome: string) => {
    const { text } = await one.metrics();
    return Number(new RegExp(`shared_cache_puts_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1]);
  };

  test('an answer of one is given by the other, at the price of a cached one, and no platform is asked', async () => {
    const keyword = fresh();
    const [before, kept] = [await one.money(), await puts('kept')];
    await ask(one, keyword);
    await expect.poll(() => puts('kept')).toBeGreaterThan(kept);
    expect(await ask(other, keyword)).toMatchObject({ source: 'cache', charged: '0.006000' });
    expect(asked).toEqual(['one']);
    expect(before.balance - (await one.money()).balance).toBe(PRICE + PRICE / 2);
  });

  test('the server keeps an answer no longer than it may be given', async () => {
    const { Valkey } = await import('iovalkey');
    const client = new Valkey(server.port, '127.0.0.1');
    const names = await client.keys('*');
    const lives = await Promise.all(names.map((name) => client.pttl(name)));
    client.disconnect();
    expect(names.length).toBeGreaterThan(0);
    // -1: a value that never goes.
    expect(lives.filter((life) => life === -1)).toEqual([]);
  });

  test('without the server every call asks its platform, and after its restart answers are shared again', async () => {
    await server.stop();
    const keyword = fresh();
    expect((await ask(one, keyword)).source).toBe('live');
    expect((await ask(other, keyword)).source).toBe('live');
    expect(asked).toEqual(['one', 'other']);
    await server.start();
    await untilShared();
  });

  test('a server that is full accepts nothing, and calls go on; with room again they share', async () => {
    await configure('maxmemory', NO_ROOM);
    const [keyword, errors] = [fresh(), await puts('error')];
    expect((await ask(one, keyword)).source).toBe('live');
    expect((await ask(other, keyword)).source).toBe('live');
    expect(asked).toEqual(['one', 'other']);
    // The put is counted, and the server still counts as one that works.
    await expect.poll(() => puts('error')).toBeGreaterThan(errors);
    expect((await one.metrics()).text).toContain('reelgate_shared_cache_up 1');
    await configure('maxmemory', '0');
    await untilShared();
  });
});
