// What a key that is limited to platforms or operations may do with its account, for every verb of the account, by key and by a
// session that it opened: a few reads, of its own calls only. A new verb is refused until it is named in the table below and in
// the rule.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountVerbs } from '../features/index.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

/** The routes that a limited key may use; all others under `/api/account/v1` are refused. */
const READS = [
  '/api/account/v1/balance',
  '/api/account/v1/key',
  '/api/account/v1/price-changes',
  '/api/account/v1/usage',
  '/api/account/v1/usage/by',
  '/api/account/v1/requests',
  '/api/account/v1/requests/{request_id}',
  '/api/account/v1/requests/{request_id}/records',
  '/api/account/v1/requests/{request_id}/pictures',
];
const SESSION = '/api/account/v1/session';

const LIMITS: [string, object, string][] = [
  ['platforms', { platforms: ['scripted'] }, 'limited by platforms.'],
  ['operations', { operations: ['video.search'] }, 'limited by operations.'],
  ['both', { platforms: ['scripted'], operations: ['video.search'] }, 'limited by platforms and operations.'],
];

let gateway: TestGateway;
let full: Caller;
let fullId: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  const made = await gateway.newKey();
  fullId = made.id;
  full = byKey(made.secret);
  await full.search('of-full');
});
afterAll(() => gateway.close());

interface Caller {
  ask(target: string, method?: string): ReturnType<TestGateway['ask']>;
  search(id: string): Promise<void>;
}

function callerOf(key: string | null, own: Record<string, string>): Caller {
  const send = (target: string, method = 'GET', more = {}) =>
    gateway.ask(target, { key, method, headers: { ...own, ...more }, ...(method !== 'GET' && { body: {} }) });
  return {
    ask: (target, method) => send(target, method),
    async search(id) {
      const target = `/api/u1/v1/scripted/app/search_video_v2?keyword=${id}`;
      expect((await send(target, 'GET', { 'x-reelgate-request-id': id })).status).toBe(200);
    },
  };
}

const byKey = (secret: string) => callerOf(secret, {});

async function bySession(secret: string): Promise<Caller> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const opened = await gateway.ask(SESSION, { key: null, method: 'POST', headers, body: { key: secret } });
  expect(opened.status).toBe(201);
  const cookie = opened.headers.get('set-cookie')!.split(';')[0]!;
  return callerOf(null, { ...headers, cookie, 'x-reelgate-page': opened.body.page_secret });
}

const targetOf = (path: string, id: string) => path.replace('{request_id}', id).replaceAll(/\{\w+\}/g, 'x');
const verbs = accountVerbs.filter(({ path }) => path.startsWith('/api/account/v1/'));

describe.each(LIMITS)('a key with a list of %s', (name, limits, words) => {
  let id: string;
  let key: Caller;
  let session: Caller;
  beforeAll(async () => {
    const made = await gateway.newKey(limits);
    id = made.id;
    key = byKey(made.secret);
    session = await bySession(made.secret);
    await key.search(`of-${name}`);
  });

  test.each(
    verbs.filter(({ path }) => path !== SESSION).map((verb) => [verb.method, verb.path, verb.name] as const),
  )('%s %s', async (method, path, verb) => {
    const target = targetOf(path, `of-${name}`);
    for (const caller of [key, session]) {
      const { status, body } = await caller.ask(target, method);
      if (READS.includes(path) && method === 'GET') {
        expect(status, JSON.stringify(body)).toBe(200);
        continue;
      }
      expect([status, body.code]).toEqual([403, 'FORBIDDEN']);
      expect(body.detail).toContain('no right to manage the account');
      expect(body.detail).toContain(`which ${verb} needs`);
      expect(body.detail).toContain(words);
    }
    expect((await full.ask(targetOf(path, 'of-full'), method)).status).not.toBe(403);
  });

  test('counts only its own calls', async () => {
    const whole = (await full.ask('/api/account/v1/usage')).body.totals.calls;
    for (const caller of [key, session]) {
      const usage = (await caller.ask('/api/account/v1/usage?by=key')).body;
      expect(usage.rows.map(({ group }: { group: string }) => group)).toEqual([id]);
      expect(usage.totals).toMatchObject({ calls: 1, charged: '0.012000' });
      expect((await caller.ask('/api/account/v1/usage')).body.totals.calls).toBe(1);
      for (const by of ['key', 'key,failure']) {
        const { rows } = (await caller.ask(`/api/account/v1/usage/by?by=${by}`)).body;
        expect(rows).toMatchObject([{ groups: expect.arrayContaining([id]), calls: 1 }]);
      }
      expect((await caller.ask('/api/account/v1/key')).body.spent_today).toBe('0.012000');
    }
    expect(whole).toBeGreaterThan(1);
  });

  test('sees only receipts and records of its own calls', async () => {
    for (const caller of [key, session]) {
      const { calls } = (await caller.ask('/api/account/v1/requests')).body;
      expect(calls.map((call: { request_id: string }) => call.request_id)).toEqual([`of-${name}`]);
      expect((await caller.ask(`/api/account/v1/requests?key=${id}`)).body.calls).toHaveLength(1);
      expect((await caller.ask(`/api/account/v1/requests?key=${fullId}`)).status).toBe(403);
      for (const part of ['', '/records', '/pictures']) {
        const of = async (request: string) =>
          (await caller.ask(`/api/account/v1/requests/${request}${part}`)).body;
        const [theirs, nobodys] = [await of('of-full'), await of('of-nobody')];
        expect([theirs.code, theirs.detail]).toEqual(['NOT_FOUND', nobodys.detail]);
      }
    }
    expect((await full.ask(`/api/account/v1/requests/of-${name}`)).status).toBe(200);
  });

  test('cannot use the session routes by key, and may read and end the session that it opened', async () => {
    for (const method of ['GET', 'PATCH', 'DELETE'])
      expect((await key.ask(SESSION, method)).status).toBe(403);
    expect((await session.ask(SESSION)).body.key.id).toBe(id);
    expect((await session.ask(SESSION, 'DELETE')).status).toBe(200);
    expect((await session.ask(SESSION)).status).toBe(401);
  });
});

test('every key may read prices', async () => {
  const limited = byKey((await gateway.newKey({ platforms: ['scripted'] })).secret);
  for (const path of ['endpoints', 'platforms', 'quote?path=/api/u1/v1/scripted/app/search_video_v2'])
    expect((await limited.ask(`/api/pricing/v1/${path}`)).status).toBe(200);
});

test('a session has the rights of the key that opened it, whichever key makes its calls', async () => {
  const limited = await gateway.newKey({ platforms: ['scripted'] });
  const wide = await gateway.newKey();
  const session = await bySession(wide.secret);
  const chosen = await gateway.admin(`sessions?limit=1`);
  await gateway.withStorage((storage) =>
    storage.sessions.useKey({ id: chosen.body.sessions[0].id, keyId: limited.id }),
  );
  expect((await session.ask(SESSION)).body.key.id).toBe(limited.id);
  expect((await session.ask('/api/account/v1/webhooks')).status).toBe(200);
});
