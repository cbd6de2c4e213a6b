// kill -9 at any time: every charge that a client saw is in the ledger, and no request id is charged twice. The moments of the
// kills come from a seed that the test prints; they are spread over a thousand calls.
import path from 'node:path';
import { expect, test } from 'vitest';
import { seedOfRun } from '../testing/drawn.ts';
import { DataFolder, GatewayProcess, run } from '../testing/gateway-process.ts';

const CALLS = 1_000;
const KILLS = 6;
const CALLERS = 16;
const PRICE_MICROS = 12_000;
/** More attempts than kills can explain. */
const TRIES_MAX = 50;

/** mulberry32: a small seeded generator, good enough to pick moments. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test('kill -9 during a thousand calls loses no paid answer and charges no id twice', async () => {
  const seed = seedOfRun();
  const random = seededRandom(seed);
  const folder = new DataFolder();
  const file = folder.writeConfig(
    `data: ${path.join(folder.path, 'data')}\n` +
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }\n' +
      'limits: { rate: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, account: { reads: { requests: 1000000, concurrent: 10000 }, writes: { requests: 1000000 } } }\n',
  );
  const serve = () => new GatewayProcess(['serve', '--config', file]);
  let gateway = serve();
  let url = await gateway.url();
  const key = /key {4}(rgk_\S+)/.exec(gateway.out)![1]!;
  const topup = ['account', 'topup', 'demo', '1000', '--reference', 'more', '--config', file];
  expect((await run(topup)).code).toBe(0);

  const killAt = Array.from({ length: KILLS }, () => Math.floor(random() * CALLS)).sort((a, b) => a - b);
  const bodies = new Map<string, string>();
  let next = 0;
  let done = 0;
  let restart: Promise<void> = Promise.resolve();

  async function killAndRestart(): Promise<void> {
    gateway.kill('SIGKILL');
    await gateway.ended;
    gateway = serve();
    url = await gateway.url();
  }

  /** One caller: a fresh id per call, and the same id until it is answered. */
  async function callOn(): Promise<void> {
    while (next < CALLS) {
      const id = `call-${next++}`;
      for (let tries = 0; !(await callOnce(id)); tries++) expect(tries).toBeLessThan(TRIES_MAX);
      done++;
      if (killAt[0] !== undefined && done >= killAt[0]) {
        killAt.shift();
        restart = restart.then(killAndRestart);
      }
    }
  }

  async function callOnce(id: string): Promise<boolean> {
    await restart;
    try {
      const headers = { authorization: `Bearer ${key}`, 'x-reelgate-request-id': id };
      const answer = await fetch(`${url}/api/u1/v1/library/app/search_video_v2?keyword=${id}`, { headers });
      const text = await answer.text();
      if (answer.status === 200) bodies.set(id, text);
      return answer.status === 200;
    } catch {
      return false; // The connection died with the process: the outcome is unknown, so the call is repeated under the same id.
    }
  }

  await Promise.all(Array.from({ length: CALLERS }, callOn));
  await restart;
  // A kill can happen between the answer and this check: every id must still replay what its caller saw.
  for (const [id, text] of bodies) {
    const headers = { authorization: `Bearer ${key}`, 'x-reelgate-request-id': id };
    const again = await fetch(`${url}/api/u1/v1/library/app/search_video_v2?keyword=${id}`, { headers });
    expect(await again.text()).toBe(text);
    expect(again.headers.get('x-reelgate-charged')).toBe('0.000000');
  }
  gateway.kill('SIGKILL');
  await gateway.ended;
  gateway = serve();
  await gateway.url();
  gateway.kill('SIGTERM');
  await gateway.ended;

  const verdict = await run(['ledger', 'verify', '--json', '--config', file]);
  expect([verdict.code, verdict.err]).toEqual([0, '']);
  const report = JSON.parse(verdict.out);
  expect(report).toMatchObject({ clean: true, held: '0.000000' });
  expect(bodies.size).toBe(CALLS);
  expect(report.balance).toBe((1_010 - (CALLS * PRICE_MICROS) / 1e6).toFixed(6));
  folder.remove();
}, 180_000);
