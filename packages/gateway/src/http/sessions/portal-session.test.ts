// The rules of a portal session over real HTTP: it acts as a key of its account and nothing more, needs both halves
// and a page of the gateway's own origin, and ends with its time, its key, or by signing out.
import { type IncomingHttpHeaders, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { KEYS_MADE_PER_DAY_MAX } from '../../domain/limits.ts';
import { toMicros } from '../../domain/money.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { makeCall, makeKey } from '../../verb/testing/account.ts';
import { SEARCH, type Servers, startServers } from '../testing/servers.ts';

let servers: Servers;
let accountId: string;
beforeAll(async () => {
  servers = await startServers({ keyCheckLimit: { requests: 1_000, perSeconds: 60 } });
  accountId = (await servers.world.storage.accounts.list({ limit: 1, after: null })).items[0]!.id;
});
afterAll(() => servers.close());

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
  body: any;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
  port?: number;
}

function ask(path: string, { method = 'GET', headers = {}, body, port }: Asked = {}): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const to = { host: '127.0.0.1', port: port ?? servers.publicPort, path, method };
  const sent = request({ ...to, headers: { ...type, ...headers } }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const cookie = answer.headers['set-cookie']?.[0] ?? '';
      const read = JSON.parse(Buffer.concat(chunks).toString());
      resolve({ status: answer.statusCode!, headers: answer.headers, cookie, body: read });
    });
  });
  sent.on('error', reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

const SAME = { 'sec-fetch-site': 'same-origin' };
const SESSION = '/api/account/v1/session';
const KEYS = '/api/account/v1/keys';

const open = (body: object, headers: Record<string, string> = SAME) =>
  ask(SESSION, { method: 'POST', headers, body });

type Halves = Record<'cookie' | 'x-reelgate-page' | 'sec-fetch-site', string>;

async function signIn(body: object = { key: servers.key }): Promise<Halves> {
  const answer = await open(body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return { ...SAME, cookie: answer.cookie.split(';')[0]!, 'x-reelgate-page': answer.body.page_secret };
}

const askLink = (account: string, body: object) =>
  ask(`/admin/v1/accounts/${account}/portal-links`, {
    ...{ method: 'POST', port: servers.adminPort, body },
    headers: { authorization: `Bearer ${servers.adminToken}` },
  });

function codeIn({ status, body }: Reply): string {
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/portal\/#code=rgc_live_\w{38}$/);
  return body.url.split('=')[1];
}

const linkCode = async (body: object = {}): Promise<string> => codeIn(await askLink(accountId, body));

/** A further key of the account. */
async function newKey(limits: object = {}): Promise<{ id: string; secret: string }> {
  const { secret, holder } = await makeKey(servers.world.storage, accountId, limits);
  return { id: holder.key.id, secret };
}

const balanceOf = (headers: Record<string, string>) => ask('/api/account/v1/balance', { headers });

describe('signing in', () => {
  test('with a key gives two halves, neither of which is the key', async () => {
    const { status, cookie, body } = await open({ key: servers.key });
    expect(status).toBe(201);
    expect(cookie).toMatch(
      new RegExp(
        `^reelgate_portal_${servers.publicPort}=rgs_live_\\w{38}; Max-Age=43200; Path=/api; HttpOnly; SameSite=Strict$`,
      ),
    );
    expect(body).toMatchObject({ session: { by: 'key' }, account: { id: accountId }, page_secret: /^rgp_/ });
    expect(JSON.stringify(body) + cookie).not.toContain(servers.key);
  });

  test("by the operator's link works once, for two minutes, and not at the console", async () => {
    const code = await linkCode();
    const atConsole = await ask('/admin/v1/session', {
      ...{ method: 'POST', port: servers.adminPort, headers: SAME, body: { code } },
    });
    expect(atConsole.status).toBe(403);
    expect((await open({ code })).body.session.by).toBe('link');
    expect((await open({ code })).status).toBe(403);
    const late = await linkCode();
    servers.world.advance(120_000);
    expect((await open({ code: late })).status).toBe(403);
  });

  test("by the operator's link is for the first key that works, and never for one that does not", async () => {
    const { keys, accounts } = servers.world.storage;
    const account = await accounts.create({
      ...{ actor: 'test', id: 'acc_links', name: 'links', currency: 'USD', rate: null },
    });
    expect(account.kind).toBe('created');
    const make = async (limits: object = {}) =>
      (await makeKey(servers.world.storage, 'acc_links', limits)).holder.key.id;
    const link = (body: object = {}) => askLink('links', body);
    const [disabled, revoked] = [await make(), await make()];
    const over = await make({ expiresAtMs: servers.world.clock.nowMs() });
    await keys.update({ actor: 'test', id: disabled, status: 'disabled' });
    await keys.revoke({ actor: 'test', id: revoked });
    for (const body of [{}, { key: disabled }, { key: revoked }, { key: over }])
      expect([body, (await link(body)).status]).toEqual([body, 404]);
    const working = [await make(), await make()];
    const signedIn = async (body: object) => (await open({ code: codeIn(await link(body)) })).body.key.id;
    expect(working).toContain(await signedIn({}));
    for (const key of working) expect(await signedIn({ key })).toBe(key);
    expect((await askLink(accountId, { key: working[0]! })).status).toBe(404);
  });

  test('with nothing, both, or a key that does not work is refused', async () => {
    const revoked = await newKey();
    await servers.world.storage.keys.revoke({ actor: 'test', id: revoked.id });
    const far = await newKey({ addresses: ['192.0.2.1'] });
    expect((await open({})).status).toBe(400);
    expect((await open({ key: servers.key, code: 'x' })).status).toBe(400);
    for (const key of ['nonsense', revoked.secret, far.secret, servers.adminToken])
      expect((await open({ key })).status).toBe(403);
    expect((await open({ key: servers.key }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect((await open({ key: servers.key }, { ...SAME, host: 'evil.example' })).status).toBe(403);
  });

  test('is limited per address, together with key checks', async () => {
    const few = await startServers({ keyCheckLimit: { requests: 2, perSeconds: 60 } });
    const attempt = () =>
      ask(SESSION, { method: 'POST', port: few.publicPort, headers: SAME, body: { key: 'nonsense' } });
    expect([(await attempt()).status, (await attempt()).status, (await attempt()).status]).toEqual([
      403, 403, 429,
    ]);
    await few.close();
  });
});

describe('a session', () => {
  test('reads its account and makes calls as its key would', async () => {
    const halves = await signIn();
    expect((await ask(SESSION, { headers: halves })).body).toMatchObject({
      session: { by: 'key' },
      account: { id: accountId },
    });
    expect((await balanceOf(halves)).status).toBe(200);
    const before = servers.calls.seen.length;
    expect((await ask(`${SEARCH}?keyword=cat`, { headers: halves })).status).toBe(200);
    expect(servers.calls.seen.at(-1)).toMatchObject({
      authorization: null,
      visitor: { account: { id: accountId } },
    });
    expect(servers.calls.seen.length).toBe(before + 1);
  });

  test('that cannot be looked up because the database is unavailable answers 503, and the node goes on', async () => {
    const halves = await signIn();
    const search = () => ask(`${SEARCH}?keyword=a`, { headers: halves });
    expect((await search()).status).toBe(200);
    const away = new StorageUnavailable('connect ECONNREFUSED');
    const look = vi.spyOn(servers.world.storage.sessions, 'findByCookie').mockRejectedValue(away);
    // A rejection that no code handles ends the process; Vitest reports it as an error of this file.
    const answer = await search().finally(() => look.mockRestore());
    expect([answer.status, answer.body.code, answer.body.charged]).toEqual([
      503,
      'STORAGE_UNAVAILABLE',
      '0.000000',
    ]);
    expect((await search()).status).toBe(200);
  });

  test('neither half works alone, nor from another origin, for reads and for calls', async () => {
    const halves = await signIn();
    const { cookie, 'x-reelgate-page': page } = halves;
    const other = await signIn();
    for (const [headers, status] of [
      [{ ...SAME, cookie }, 401],
      [{ ...SAME, 'x-reelgate-page': page }, 401],
      [{ ...SAME, cookie, 'x-reelgate-page': other['x-reelgate-page'] }, 401],
      [{ ...SAME, cookie: cookie.replace('portal', 'console'), 'x-reelgate-page': page }, 401],
      [{ ...halves, 'sec-fetch-site': 'cross-site' }, 403],
      [{ cookie, 'x-reelgate-page': page, origin: 'https://evil.example' }, 403],
      [{ ...halves, host: 'evil.example' }, 403],
      [{ ...halves, host: 'portal.example' }, 200],
      [{ ...halves, authorization: 'Bearer nonsense' }, 401],
    ] as [Record<string, string>, number][]) {
      expect([headers, (await balanceOf(headers)).status]).toEqual([headers, status]);
      expect([headers, (await ask(`${SEARCH}?keyword=cat`, { headers })).status]).toEqual([headers, status]);
    }
    expect((await balanceOf({ ...halves, host: 'evil.example' })).body.detail).toContain('portal.hosts');
  });

  test('of the console opens nothing here', async () => {
    const halves = await signIn();
    const { status } = await ask('/admin/v1/session', { headers: halves, port: servers.adminPort });
    expect(status).toBe(401);
  });

  test('ends after twelve hours, by signing out, and with the key that opened it', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const out = await ask(SESSION, { method: 'DELETE', headers: first });
    expect([out.status, out.cookie]).toEqual([200, expect.stringMatching(/=; Max-Age=0;/)]);
    expect((await balanceOf(first)).status).toBe(401);
    servers.world.advance(12 * 3_600_000 - 1);
    expect((await balanceOf(second)).status).toBe(200);
    servers.world.advance(1);
    expect((await balanceOf(second)).status).toBe(401);

    const key = await newKey();
    const third = await signIn({ key: key.secret });
    const { storage, clock } = servers.world;
    const graceUntilMs = clock.nowMs() + 1_000;
    await storage.keys.rotate({ actor: 'test', id: key.id, prefix: 'p', hash: 'other', graceUntilMs });
    expect((await balanceOf(third)).status).toBe(200);
    servers.world.advance(1_000);
    expect((await balanceOf(third)).status).toBe(401);
  });

  test('ends when its key is revoked or its account closed', async () => {
    const key = await newKey();
    const halves = await signIn({ key: key.secret });
    await servers.world.storage.keys.revoke({ actor: 'test', id: key.id });
    expect((await balanceOf(halves)).status).toBe(401);
  });

  test('may switch to keys that have no more rights than the one that opened it; by link, to all', async () => {
    const weak = await newKey({ platforms: ['demo'] });
    const choose = (headers: Halves, key: string) =>
      ask(SESSION, { method: 'PATCH', headers, body: { key } });
    const strong = await signIn();
    expect((await choose(strong, weak.id)).body.key.id).toBe(weak.id);
    expect((await ask(SESSION, { headers: strong })).body.key.id).toBe(weak.id);
    const { id: mine } = (await ask(SESSION, { headers: await signIn() })).body.key;
    const limited = await signIn({ key: weak.secret });
    expect((await choose(limited, mine)).status).toBe(403);
    // The key that opened it decides, not the one that it uses now.
    expect((await choose(strong, mine)).body.key.id).toBe(mine);
    expect((await choose(limited, 'key_of_nobody')).status).toBe(404);
    const over = await newKey({ expiresAtMs: servers.world.clock.nowMs() });
    const gone = await newKey();
    await servers.world.storage.keys.revoke({ actor: 'test', id: gone.id });
    for (const { id } of [over, gone]) expect([id, (await choose(strong, id)).status]).toEqual([id, 404]);
    const byLink = await signIn({ code: await linkCode({ key: weak.id }) });
    expect((await ask(SESSION, { headers: byLink })).body.key.id).toBe(weak.id);
    expect((await choose(byLink, mine)).body.key.id).toBe(mine);
  });

  test('by link sees, names, rotates and revokes every key of the account, also those with more rights than the one it uses', async () => {
    const weak = await newKey({ platforms: ['demo'] });
    const strong = await newKey();
    const byLink = await signIn({ code: await linkCode({ key: weak.id }) });
    const listed = (await ask(KEYS, { headers: byLink })).body.keys.map(({ id }: { id: string }) => id);
    expect(listed).toEqual(expect.arrayContaining([weak.id, strong.id]));
    const byWeak = await signIn({ key: weak.secret });
    for (const [path, method, body] of [
      ['', 'PATCH', { name: 'other' }],
      ['/rotate', 'POST', {}],
      ['/revoke', 'POST', {}],
    ] as const) {
      const change = async (headers: Halves) =>
        (await ask(`${KEYS}/${strong.id}${path}`, { method, headers, body })).status;
      expect([path, await change(byWeak), await change(byLink)]).toEqual([path, 403, 200]);
    }
  });

  test('opened by a capped key spends no other key, and a key without caps may choose the capped one', async () => {
    const capped = await newKey({ dailyCapMicros: 1_000_000 });
    const free = await newKey();
    const choose = (headers: Halves, key: string) =>
      ask(SESSION, { method: 'PATCH', headers, body: { key } });
    const own = await signIn({ key: capped.secret });
    expect((await ask(SESSION, { headers: own })).body.keys.map(({ id }: { id: string }) => id)).toEqual([
      capped.id,
    ]);
    expect((await choose(own, free.id)).status).toBe(403);
    expect((await ask(SESSION, { headers: own })).body.key.id).toBe(capped.id);
    const strong = await signIn();
    expect((await choose(strong, capped.id)).body.key.id).toBe(capped.id);
  });

  test('ends when its own key gets a cap that the key of its calls does not have', async () => {
    const [own, other] = [await newKey(), await newKey()];
    const halves = await signIn({ key: own.secret });
    await ask(SESSION, { method: 'PATCH', headers: halves, body: { key: other.id } });
    expect((await balanceOf(halves)).status).toBe(200);
    const capped = { actor: 'test', id: own.id, dailyCapMicros: toMicros(1_000_000) };
    await servers.world.storage.keys.update(capped);
    expect((await balanceOf(halves)).status).toBe(403);
    expect((await balanceOf(await signIn({ key: own.secret }))).status).toBe(200);
  });

  test('lists the keys that it may switch to, also after it switched to the one with the fewest rights', async () => {
    const weak = await newKey({ platforms: ['demo'] });
    const gone = await newKey();
    await servers.world.storage.keys.revoke({ actor: 'test', id: gone.id });
    const over = await newKey({ expiresAtMs: servers.world.clock.nowMs() });
    const named = (body: { keys: { id: string }[] }) => body.keys.map(({ id }) => id);
    const strong = await signIn();
    const { body: before } = await ask(SESSION, { headers: strong });
    expect(named(before)).toEqual(expect.arrayContaining([before.key.id, weak.id]));
    for (const useless of [gone.id, over.id]) expect(named(before)).not.toContain(useless);
    const chosen = await ask(SESSION, { method: 'PATCH', headers: strong, body: { key: weak.id } });
    expect([chosen.body.key.id, named(chosen.body)]).toEqual([weak.id, named(before)]);
    expect(named((await ask(SESSION, { headers: strong })).body)).toEqual(named(before));
    expect(named((await ask(KEYS, { headers: strong })).body)).toContain(before.key.id);
    const limited = await signIn({ key: weak.secret });
    expect(named((await ask(SESSION, { headers: limited })).body)).not.toContain(before.key.id);
    const byKey = { authorization: `Bearer ${servers.key}` };
    expect((await ask(SESSION, { headers: byKey })).body).toMatchObject({ session: null, keys: [] });
  });
});

describe("the caller's own keys", () => {
  const byKey = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const make = (headers: Record<string, string>, body: object) =>
    ask(KEYS, { method: 'POST', headers, body });
  let own: { id: string; secret: string };

  beforeAll(async () => {
    const { body } = await ask(KEYS, { headers: byKey(servers.key) });
    const first = (await ask(SESSION, { headers: byKey(servers.key) })).body.key.id;
    for (const { id } of body.keys)
      if (id !== first) await servers.world.storage.keys.revoke({ actor: 'test', id });
    own = await newKey({ groups: ['u1'], expiresAtMs: servers.world.clock.nowMs() + 3_600_000 });
  });

  test('a key makes one like itself, whose secret is shown once and works', async () => {
    const made = await make(byKey(own.secret), { name: 'laptop', daily_cap: '1' });
    expect([made.status, made.body.key]).toMatchObject([
      201,
      { name: 'laptop', groups: ['u1'], daily_cap: '1.000000', status: 'active' },
    ]);
    expect((await balanceOf(byKey(made.body.secret))).status).toBe(200);
    const listed = await ask(KEYS, { headers: byKey(own.secret) });
    expect(JSON.stringify(listed.body)).not.toContain(made.body.secret);
    expect(listed.body.keys.map(({ name }: { name: string }) => name)).toContain('laptop');
    const { items } = await servers.world.storage.audit.list({ limit: 1, after: null });
    expect(items[0]).toMatchObject({ actor: `key:${own.id}`, action: 'key.create' });
  });

  test('no key makes one with more rights', async () => {
    for (const more of [
      { groups: ['u1', 'u2'] },
      { expires_at: null },
      { expires_at: '2099-01-01T00:00:00Z' },
    ]) {
      const { status, body } = await make(byKey(own.secret), { name: 'more', ...more });
      expect([more, status, body.code]).toEqual([more, 403, 'FORBIDDEN']);
    }
    // Neither rate nor project can be set.
    expect((await make(byKey(own.secret), { name: 'more', rate: null })).status).toBe(400);
  });

  test('a key with a cap makes no keys: the cap would start anew', async () => {
    const capped = await newKey({ dailyCapMicros: 1_000_000 });
    const { status, body } = await make(byKey(capped.secret), { name: 'again', daily_cap: '0.5' });
    expect([status, body.detail]).toEqual([403, expect.stringContaining('cap')]);
    await servers.world.storage.keys.revoke({ actor: 'test', id: capped.id });
  });

  test('a list of keys shows what is spent of the caps of each, and of no other account', async () => {
    const { storage } = servers.world;
    const { holder } = await makeKey(storage, accountId, { dailyCapMicros: 1_000_000 });
    const [capped, free] = [holder.key, await newKey()];
    await makeCall(storage, holder, 'spends', '0.25');
    const { body } = await ask(KEYS, { headers: byKey(servers.key) });
    const capsOf = (id: string) => body.keys.find((key: { id: string }) => key.id === id).caps;
    expect(capsOf(capped.id)).toMatchObject([
      { scope: 'key', window: 'day', limit: '1.000000', spent: '0.250000', left: '0.750000' },
    ]);
    expect(capsOf(free.id)).toEqual([]);
    for (const { id } of [capped, free]) await storage.keys.revoke({ actor: 'test', id });
  });

  test('a key neither sees nor changes one with more rights, nor one of another account', async () => {
    const strong = (await ask('/api/account/v1/key', { headers: byKey(servers.key) })).body.key.id;
    const { body } = await ask(KEYS, { headers: byKey(own.secret) });
    expect(body.keys.map(({ id }: { id: string }) => id)).not.toContain(strong);
    for (const id of [strong, 'key_of_nobody']) {
      for (const [path, method, sent] of [
        [`${KEYS}/${id}/rotate`, 'POST', {}],
        [`${KEYS}/${id}/revoke`, 'POST', {}],
        [`${KEYS}/${id}`, 'PATCH', { name: 'x' }],
      ] as const) {
        expect([path, (await ask(path, { method, headers: byKey(own.secret), body: sent })).status]).toEqual([
          path,
          404,
        ]);
      }
    }
  });

  test('a session renames, rotates and revokes, and the audit log has its name', async () => {
    const halves = await signIn();
    const { body } = await make(halves, { name: 'one' });
    const at = `${KEYS}/${body.key.id}`;
    expect((await ask(at, { method: 'PATCH', headers: halves, body: { name: 'two' } })).body.key.name).toBe(
      'two',
    );
    const rotated = await ask(`${at}/rotate`, {
      method: 'POST',
      headers: halves,
      body: { grace_seconds: 0 },
    });
    expect((await balanceOf(byKey(body.secret))).status).toBe(401);
    expect((await balanceOf(byKey(rotated.body.secret))).status).toBe(200);
    const revoked = await ask(`${at}/revoke`, { method: 'POST', headers: halves, body: {} });
    expect(revoked.body.key.status).toBe('revoked');
    expect((await balanceOf(byKey(rotated.body.secret))).status).toBe(401);
    const again = await ask(`${at}/revoke`, { method: 'POST', headers: halves, body: {} });
    expect(again.status).toBe(409);
    const { items } = await servers.world.storage.audit.list({ limit: 4, after: null });
    expect(items.map(({ action }) => action)).toEqual([
      'key.revoke',
      'key.rotate',
      'key.update',
      'key.create',
    ]);
    expect(new Set(items.map(({ actor }) => actor.split('/')[0])).size).toBe(1);
    expect(items[0]!.actor).toMatch(/^portal:.+\/ses_/);
  });

  test('an account makes as many keys as the operator allows, and none when that is switched off', async () => {
    const halves = await signIn();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) statuses.push((await make(halves, { name: `n${i}` })).status);
    expect(statuses.at(-1)).toBe(409);
    const listed = await ask(KEYS, { headers: halves });
    expect(listed.body).toMatchObject({ may_create: false, keys_max: 5 });
  });
});

// Last, because it moves the clock by days.
describe('making keys', () => {
  const byKey = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const make = (headers: Record<string, string>, body: object) =>
    ask(KEYS, { method: 'POST', headers, body });

  test('an account makes a limited number of keys per day, and the refusal says when the next is possible', async () => {
    const DAY_MS = 86_400_000;
    const leftMs = DAY_MS - (servers.world.clock.nowMs() % DAY_MS);
    servers.world.advance(leftMs);
    const { items } = await servers.world.storage.keys.list({ accountId, limit: 100, after: null });
    for (const { id } of items) await servers.world.storage.keys.revoke({ actor: 'test', id });
    const maker = await newKey();
    const statuses: number[] = [];
    for (let i = 0; i < KEYS_MADE_PER_DAY_MAX / 2; i++) {
      const made = await make(byKey(maker.secret), { name: `short-${i}` });
      const at = `${KEYS}/${made.body.key.id}`;
      const rotated = await ask(`${at}/rotate`, { method: 'POST', headers: byKey(maker.secret), body: {} });
      const revoked = await ask(`${at}/revoke`, { method: 'POST', headers: byKey(maker.secret), body: {} });
      statuses.push(made.status, rotated.status, revoked.status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 201]));
    const refusals = [
      await make(byKey(maker.secret), { name: 'one-more' }),
      await ask(`${KEYS}/${maker.id}/rotate`, { method: 'POST', headers: byKey(maker.secret), body: {} }),
    ];
    for (const { status, body, headers } of refusals) {
      expect([status, body.code, body.detail]).toEqual([
        ...[429, 'RATE_LIMITED'],
        expect.stringContaining('at most 20 keys on one UTC day'),
      ]);
      expect(Number(headers['retry-after'])).toBe(DAY_MS / 1_000);
    }
    servers.world.advance(DAY_MS);
    expect((await make(byKey(maker.secret), { name: 'tomorrow' })).status).toBe(201);
  });
});
