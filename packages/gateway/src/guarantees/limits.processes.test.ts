// One account attacks a gateway with default settings by everything that costs it nothing, over many connections and with keys
// that it creates and revokes. What it gets is bounded. Another account's calls may take a generous factor longer than in a
// baseline of the same run, with as many harmless requests beside them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GatewayProcess } from '../testing/gateway-process.ts';

/** Connections of the attacker. */
const AT_ONCE = 32;
/** Calls of the other account in a measurement; the attack lasts as long. */
const MEASURED = 20;
/**
 * Compared with the same calls beside as many connections that request /livez. So the load of the machine, and of this test that
 * plays both sides, is in both figures.
 */
const FACTOR_MAX = 8;
/** Below this baseline, other work of the machine would decide the ratio. */
const BASELINE_MS_MIN = 4;

let folder: string;
let gateway: GatewayProcess;
let url: string;
let token: string;
let bystander: string;
let unique = 0;

interface Asked {
  method?: string;
  body?: object;
  id?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Answer = { status: number; body: any };

async function ask(key: string, target: string, { method = 'GET', body, id }: Asked = {}): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
    ...(id && { 'x-reelgate-request-id': id }),
  };
  const answer = await fetch(target.startsWith('http') ? target : url + target, {
    ...{ method, headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function newAccount(name: string, limits: object = {}): Promise<string> {
  const admin = (target: string, body: object) =>
    ask(token, `${gateway.adminUrl()}/admin/v1/${target}`, { method: 'POST', body });
  await admin('accounts', { name });
  await admin(`accounts/${name}/topups`, { amount: '50', reference: name });
  return (await admin('keys', { account: name, name: 'first', ...limits })).body.secret;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-limits-'));
  gateway = new GatewayProcess(['serve'], {
    ...{
      REELGATE_PUBLIC: '127.0.0.1:0',
      REELGATE_ADMIN: '127.0.0.1:0',
      REELGATE_DATA: path.join(folder, 'data'),
    },
  });
  url = await gateway.url();
  token = /(rga_live_\w+)/.exec(gateway.out)![1]!;
  bystander = await newAccount('bystander', {
    rate: { requests: 1_000_000, per_seconds: 60, concurrent: 100 },
  });
  // Warms the gateway up.
  await medianMs();
}, 120_000);
afterAll(async () => {
  gateway.kill('SIGKILL');
  await gateway.ended;
  rmSync(folder, { recursive: true, force: true });
});

const SEARCH = '/api/u1/v1/library/app/search_video_v2?keyword=';

/** The median of calls one after the other, in milliseconds. */
async function medianMs(): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < MEASURED; i++) {
    const beganMs = performance.now();
    expect((await ask(bystander, `${SEARCH}cat${++unique}`)).status).toBe(200);
    took.push(performance.now() - beganMs);
  }
  return took.toSorted((a, b) => a - b)[MEASURED / 2]!;
}

interface Attacked {
  ratio: number;
  /** How many attacks were answered with each status. */
  statuses: Record<number, number>;
  tookMs: number;
}

/** The other account's median while many connections send requests, and the statuses that these got. */
async function besides(
  asks: (n: number) => Promise<Answer>,
): Promise<{ ms: number; statuses: Attacked['statuses'] }> {
  const statuses: Record<number, number> = {};
  let isOver = false;
  let n = 0;
  const askers = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      const { status } = await asks(++n);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  const ms = await medianMs().finally(() => {
    isOver = true;
  });
  await Promise.all(askers);
  return { ms, statuses };
}

async function underAttack(attack: (n: number) => Promise<Answer>): Promise<Attacked> {
  const harmless = await besides(() => ask(bystander, '/livez'));
  const beganMs = performance.now();
  const { ms, statuses } = await besides(attack);
  const tookMs = performance.now() - beganMs;
  return { ratio: ms / Math.max(harmless.ms, BASELINE_MS_MIN), statuses, tookMs };
}

/** A number of requests in a window of seconds. */
interface Limit {
  requests: number;
  seconds: number;
}

/** The most that a sliding window admits while an attack lasts. */
const mostOf = ({ requests, seconds }: Limit, tookMs: number) =>
  Math.floor(requests * (1 + (2 * tookMs) / (seconds * 1_000)));

describe.each<[string, () => Promise<{ attack: (n: number) => Promise<Answer>; limit: Limit }>]>([
  [
    'replays, with keys that it makes and revokes',
    async () => {
      const key = await newAccount('replays');
      await ask(key, `${SEARCH}mine`, { id: 'mine' });
      let [current, last] = [key, ''];
      /** Creates a key for the next replays and revokes the one before. */
      const renew = async () => {
        const body = { name: `k${++unique}` };
        const made = await ask(key, '/api/account/v1/keys', { method: 'POST', body });
        if (made.status !== 201) return;
        const before = last;
        [current, last] = [made.body.secret, made.body.key.id];
        if (before !== '')
          await ask(key, `/api/account/v1/keys/${before}/revoke`, { method: 'POST', body: {} });
      };
      const attack = async (n: number) => {
        if (n % 50 === 0) await renew();
        const answer = await ask(current, `${SEARCH}mine`, { id: 'mine' });
        // The key was revoked meanwhile.
        return answer.status === 401 ? { ...answer, status: 429 } : answer;
      };
      return { attack, limit: { requests: 100, seconds: 10 } };
    },
  ],
  [
    'videos that are not there',
    async () => {
      const key = await newAccount('misses');
      const ids = (n: number) => Array.from({ length: 50 }, (_, i) => `none-${n}-${i}`).join(',');
      return {
        attack: (n) => ask(key, `/api/u1/v1/library/app/get_video_v2?ids=${ids(n)}`),
        limit: { requests: 1_000 / 50, seconds: 3_600 },
      };
    },
  ],
  [
    'one free page of a walk under new ids',
    async () => {
      const key = await newAccount('walks');
      const walk = '/api/u1/v1/all/app/search_video_v2?keyword=a&count=1';
      const first = await ask(key, walk, { id: 'root' });
      expect(first.status).toBe(200);
      const page = `${walk}&pcursor=${first.body.pcursor}`;
      expect((await ask(key, page, { id: 'page' })).body.receipt.charged).toBe('0.000000');
      return { attack: (n) => ask(key, page, { id: `page-${n}` }), limit: { requests: 100, seconds: 10 } };
    },
  ],
  [
    'new names of its key',
    async () => {
      const key = await newAccount('renames');
      const { body } = await ask(key, '/api/account/v1/key');
      const target = `/api/account/v1/keys/${body.key.id}`;
      return {
        attack: (n) => ask(key, target, { method: 'PATCH', body: { name: `name-${n}` } }),
        limit: { requests: 60, seconds: 60 },
      };
    },
  ],
  [
    'tests of its webhook',
    async () => {
      const key = await newAccount('tests');
      const made = await ask(key, '/api/account/v1/webhooks', {
        ...{ method: 'POST', body: { url: 'https://webhooks.invalid/' } },
      });
      expect(made.status).toBe(201);
      const target = `/api/account/v1/webhooks/${made.body.webhook.id}/test`;
      return {
        attack: () => ask(key, target, { method: 'POST', body: {} }),
        limit: { requests: 20, seconds: 3_600 },
      };
    },
  ],
  [
    'long lists of its calls',
    async () => {
      const key = await newAccount('lists');
      for (let i = 0; i < 40; i++)
        await Promise.all(Array.from({ length: 10 }, () => ask(key, `${SEARCH}l${++unique}`)));
      return {
        attack: () => ask(key, '/api/account/v1/requests?limit=500'),
        limit: { requests: 200 / 5, seconds: 10 },
      };
    },
  ],
])('an account that asks for %s', (_, prepare) => {
  test('gets as much as its limit says, and slows another account by no more than a bounded factor', async () => {
    const { attack, limit } = await prepare();
    const { ratio, statuses, tookMs } = await underAttack(attack);
    expect(Object.keys(statuses).filter((status) => !['200', '201', '429'].includes(status))).toEqual([]);
    expect(statuses[429]).toBeGreaterThan(0);
    expect((statuses[200] ?? 0) + (statuses[201] ?? 0)).toBeLessThanOrEqual(mostOf(limit, tookMs));
    expect(ratio).toBeLessThan(FACTOR_MAX);
  }, 120_000);
});

test('an account that calls free tools for agents gets as much as its limit says', async () => {
  const key = await newAccount('agents');
  const said = { refused: 0, answered: 0 };
  const attack = async (n: number) => {
    const body = { jsonrpc: '2.0', id: n, method: 'tools/call', params: { name: 'account', arguments: {} } };
    const answer = await ask(key, '/mcp', { method: 'POST', body });
    const isRefused = JSON.stringify(answer.body).includes('RATE_LIMITED');
    said[isRefused ? 'refused' : 'answered']++;
    return answer;
  };
  const { ratio, tookMs } = await underAttack(attack);
  expect(said.refused).toBeGreaterThan(0);
  expect(said.answered).toBeLessThanOrEqual(mostOf({ requests: 200, seconds: 10 }, tookMs));
  expect(ratio).toBeLessThan(FACTOR_MAX);
}, 120_000);
