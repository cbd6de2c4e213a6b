// Schedules of faults within one process, each played once, step by step: S5, S7, S8 and S12 of twelve. S1 to S4, S9 and S11 are
// in schedules.processes.test.ts; S6 is in call/billing.test.ts and nodes.processes.test.ts, S10 in upstream/reuse.test.ts.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../assemble/core.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import type { Storage } from '../storage/storage.ts';
import type { ScriptedAnswer } from '../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

const STABLE = 12_000;
const FULL = 10_000_000;
const TARGET = '/api/u1/v1/scripted/app/search_video_v2?keyword=a';
const page = (id: string): ScriptedAnswer => ({ ids: [id], cursor: null });
const times = <T>(count: number, work: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => work(i));

/** A point that the call reaches, and where it waits until the test lets it go on. */
class Gate {
  readonly #reached = Promise.withResolvers<void>();
  readonly #open = Promise.withResolvers<void>();
  readonly reached = this.#reached.promise;
  goOn = () => this.#open.resolve();

  pass(): Promise<void> {
    this.#reached.resolve();
    return this.#open.promise;
  }
}

describe('S5: a caller that hangs up', () => {
  let gateway: TestGateway;
  let asked: number;
  let gates: { open: Gate | null; settle: Gate | null };

  beforeEach(async () => {
    gates = { open: null, settle: null };
    const ports = {
      openStorage: async (...given: Parameters<typeof openStorage>) => gated(await openStorage(...given)),
    };
    gateway = await startTestGateway({ ports });
    asked = 0;
    gateway.script = () => page(`answer-${++asked}`);
  });
  afterEach(() => gateway.close());

  function gated(storage: Storage): Storage {
    const { open, settle } = storage.calls;
    const after = async <R>(gate: Gate | null, result: R) => {
      await gate?.pass();
      return result;
    };
    return {
      ...storage,
      calls: {
        ...storage.calls,
        open: async (input) => after(gates.open, await open(input)),
        settle: async (input) => after(gates.settle, await settle(input)),
      },
    };
  }

  const headers = () => ({ authorization: `Bearer ${gateway.key}`, 'x-reelgate-request-id': 'gone' });

  async function hangUpAt(gate: Gate): Promise<void> {
    const abort = new AbortController();
    const lost = fetch(gateway.url + TARGET, { headers: headers(), signal: abort.signal });
    await gate.reached;
    abort.abort();
    await expect(lost).rejects.toThrow();
    gate.goOn();
  }

  /** One execution, one charge, and the caller that paid can get the answer. */
  async function expectPaidOnce(): Promise<void> {
    const again = await gateway.search({ keyword: 'a' }, { id: 'gone' });
    expect([again.status, again.headers.get('x-reelgate-replayed')]).toEqual([200, 'true']);
    expect(again.body.items[0].id).toBe('answer-1');
    expect(asked).toBe(1);
    expect(await gateway.money()).toEqual({ balance: FULL - STABLE, held: 0 });
  }

  test('before its request is read has opened no call', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(`GET ${TARGET} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${gateway.key}\r\n`);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
    expect(await gateway.money()).toEqual({ balance: FULL, held: 0 });
    expect(asked).toBe(0);
  });

  test('before the platform is asked is charged when the answer comes, and can replay it at no cost', async () => {
    const gate = new Gate();
    gates.open = gate;
    await hangUpAt(gate);
    gates.open = null;
    await expectPaidOnce();
  });

  test('while the platform works is charged when the answer comes, and can replay it at no cost', async () => {
    const gate = new Gate();
    gateway.script = async () => {
      await gate.pass();
      return page(`answer-${++asked}`);
    };
    await hangUpAt(gate);
    await expectPaidOnce();
  });

  test('while the platform works is charged nothing when the platform fails', async () => {
    const gate = new Gate();
    gateway.script = async () => {
      await gate.pass();
      return { kind: 'refused', detail: 'as told' };
    };
    await hangUpAt(gate);
    await expect.poll(() => gateway.money()).toEqual({ balance: FULL, held: 0 });
  });

  test('between its charge and the first byte can replay the answer at no cost', async () => {
    const gate = new Gate();
    gates.settle = gate;
    await hangUpAt(gate);
    await expectPaidOnce();
  });

  test('in the middle of the answer can replay it at no cost', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    const lines = Object.entries({ host: 'a', ...headers() }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET ${TARGET} HTTP/1.1\r\n${lines.join('')}\r\n`);
    // Reads one byte of the answer, and no more.
    await new Promise<void>((resolve) => {
      socket.on('readable', () => socket.read(1) !== null && resolve());
    });
    socket.destroy();
    await expectPaidOnce();
  });
});

describe('S7: two attempts for one call', () => {
  test('that answer in the same moment, or ten seconds apart, are one charge and one answer', async () => {
    const clock = createTestClock();
    const gateway = await startTestGateway({ ports: { clock, chance: () => 0 } });
    // Enough good answers for the gateway to know how long they usually take.
    for (const i of times(25, (n) => n)) await gateway.search({ keyword: `learn ${i}` });
    const before = await gateway.money();

    const both = new Gate();
    gateway.script = async (_, { provider }) => {
      // The hedge is due when this much time has passed.
      if (provider === 'first') clock.advance(1_000);
      else both.goOn();
      await both.pass();
      return page(provider);
    };
    const tied = await gateway.search({ keyword: 'tied' }, { id: 'tied' });
    expect(tied.status).toBe(200);
    const { body } = await gateway.ask('/api/account/v1/requests/tied');
    const winners = body.call.attempts.filter(({ outcome }: { outcome: string }) => outcome === 'ok');
    expect(body.call.attempts).toHaveLength(2);
    expect(winners).toMatchObject([{ provider: tied.body.items[0].id }]);

    const late = new Gate();
    gateway.script = async (_, { provider }) => {
      if (provider !== 'first') return page(provider);
      clock.advance(1_000);
      await late.pass();
      return page(provider);
    };
    const hedged = await gateway.search({ keyword: 'late' }, { id: 'late' });
    expect(hedged.body.items[0].id).toBe('second');
    clock.advance(10_000);
    late.goOn();
    for (const first of [tied, hedged]) {
      const id = first.body.request_id;
      expect((await gateway.search({ keyword: id }, { id })).text).toBe(first.text);
    }
    expect(await gateway.money()).toEqual({ balance: before.balance - 2 * STABLE, held: 0 });
    await gateway.close();
  });
});

/** Accepts, reads, and never answers. */
class BlackHole {
  questions = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (String(chunk).startsWith('GET ')) this.questions++;
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops the server. */
  end(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

describe('S8: a platform that never answers', () => {
  const CALLS = 500;
  const IN_FLIGHT = 100;
  /** All calls are of one account, which does not get all of the places. */
  const IN_FLIGHT_ALONE = 83;

  test('takes no place of another platform: 500 calls wait for it, and 100 calls to another one are served as usual', async () => {
    const hole = new BlackHole();
    const base_url = await hole.start();
    const provider = { connector: 'peertube', base_url, allow_private: true, in_flight_max: IN_FLIGHT };
    const settings = TEST_SETTINGS.replace('scripted: [first', 'peertube: [hole], scripted: [first').replace(
      '  first:',
      `  hole: ${JSON.stringify(provider)}\n  first:`,
    );
    const gateway = await startTestGateway({ settings });
    const lost = times(CALLS, (i) => {
      const action = i % 2 === 0 ? 'search_video' : 'search_video_v2';
      return gateway.search({ keyword: `lost ${i}` }, { path: `/api/u1/v1/peertube/app/${action}` });
    });
    await expect.poll(() => hole.questions, { timeout: 10_000 }).toBe(IN_FLIGHT_ALONE);
    let timedOut = 0;
    const noting = lost.map((call) => call.then(({ status }) => void (status === 504 && timedOut++)));
    const well = await Promise.all(times(100, (i) => gateway.search({ keyword: `well ${i}` })));
    expect(well.map(({ status }) => status)).toEqual(times(100, () => 200));
    // A call that had to wait for the dead platform would have waited until its deadline.
    expect(timedOut).toBe(0);
    hole.end();
    const answers = await Promise.all(lost);
    await Promise.all(noting);
    for (const { status } of answers) expect([502, 503, 504]).toContain(status);
    // A dead platform is asked once per call at most, and a tenth more for all retries together.
    expect(hole.questions).toBeLessThanOrEqual(CALLS * 1.1);
    expect(await gateway.money()).toEqual({ balance: FULL - 100 * STABLE, held: 0 });
    await gateway.close();
  }, 60_000);
});

describe('S12: new prices and a revoked key', () => {
  const CALLS = 100;

  test('leave 100 calls in flight as they were admitted, and apply to the next one', async () => {
    const gateway = await startTestGateway();
    const gate = new Gate();
    let inFlight = 0;
    const all = Promise.withResolvers<void>();
    gateway.script = async () => {
      if (++inFlight === CALLS) all.resolve();
      await gate.pass();
      return page('1');
    };
    const keys = [await gateway.newKey(), await gateway.newKey()] as const;
    const running = times(CALLS, (i) =>
      gateway.search({ keyword: `a ${i}` }, { key: keys[i % 2]!.secret, id: `call-${i}` }),
    );
    await all.promise;
    const endpoints = [{ path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.5' }];
    expect((await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } })).status).toBe(
      201,
    );
    expect((await gateway.admin(`keys/${keys[0].id}/revoke`, { method: 'POST' })).status).toBe(200);
    const refused = await gateway.search({ keyword: 'next' }, { key: keys[0].secret });
    expect(refused.status).toBe(401);
    gate.goOn();
    for (const { status, body } of await Promise.all(running)) {
      expect(status).toBe(200);
      expect(body.receipt).toMatchObject({ charged: '0.012000', catalog_version: 1 });
    }
    const next = await gateway.search({ keyword: 'next' }, { key: keys[1].secret });
    expect(next.body.receipt).toMatchObject({ charged: '0.500000', catalog_version: 2 });
    // Not even a replay of what it paid for.
    const own = await gateway.search({ keyword: 'a 0' }, { key: keys[0].secret, id: 'call-0' });
    expect(own.status).toBe(401);
    expect(await gateway.money()).toEqual({ balance: FULL - CALLS * STABLE - 500_000, held: 0 });
    await gateway.close();
  });
});
