// The rules of a console session, over real HTTP with a clock that the test moves: a code works once and within its
// time; a session needs both halves and a page of the gateway's own origin, and ends after its time, by signing out
// or by revocation.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSecret } from '../../domain/access/key.ts';
import { systemRandom } from '../../domain/clock.ts';
import { type Servers, startServers } from '../testing/servers.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ signInLimit: { requests: 1_000, perSeconds: 60 } });
});
afterAll(() => servers.close());

interface Reply {
  status: number;
  headers: NodeJS.Dict<string | string[]>;
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
  const to = port ?? servers.adminPort;
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const asked = { host: '127.0.0.1', port: to, path, method, headers: { ...type, ...headers } };
  const sent = request(asked, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      resolve({ status: answer.statusCode!, headers: answer.headers, body });
    });
  });
  sent.on('error', reject);
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

const byToken = () => ({ authorization: `Bearer ${servers.adminToken}` });
const SAME = { 'sec-fetch-site': 'same-origin' };

async function makeCode(body: object = {}): Promise<string> {
  const made = await ask('/admin/v1/login-codes', { method: 'POST', headers: byToken(), body });
  expect(made.status).toBe(201);
  return made.body.code;
}

const exchangeCode = (code: string, headers: Record<string, string> = SAME) =>
  ask('/admin/v1/session', { method: 'POST', headers, body: { code } });

interface Halves {
  cookie: string;
  'x-reelgate-page': string;
}

const signIn = async (body: object = {}) => signedInBy(await makeCode(body));

async function signedInBy(code: string): Promise<Halves & { id: string }> {
  const { status, headers, body: answer } = await exchangeCode(code);
  expect(status).toBe(201);
  const cookie = headers['set-cookie']![0]!.split(';')[0]!;
  return { cookie, 'x-reelgate-page': answer.page_secret, id: answer.session.id };
}

const whoAmI = ({ cookie, 'x-reelgate-page': page }: Halves, more: Record<string, string> = SAME) =>
  ask('/admin/v1/session', { headers: { cookie, 'x-reelgate-page': page, ...more } });

describe('signing in', () => {
  test('a link leads to the console with its code in the fragment, and works for two minutes', async () => {
    const made = await ask('/admin/v1/login-codes', { method: 'POST', headers: byToken(), body: {} });
    expect(made.body).toMatchObject({
      url: `http://127.0.0.1:8081/#code=${made.body.code}`,
      expires_at: new Date(servers.world.clock.nowMs() + 120_000).toISOString(),
    });
  });

  test('a code becomes a cookie that no script reads, and a secret of the page', async () => {
    const { headers, body } = await exchangeCode(await makeCode({ name: 'ann', role: 'operator' }));
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(
          `^reelgate_console_${servers.adminPort}=rgs_live_\\w{38}; Max-Age=43200; Path=/admin; HttpOnly; SameSite=Strict$`,
        ),
      ),
    ]);
    expect(body).toEqual({
      request_id: expect.any(String),
      service: { title: 'Reelgate', public_url: 'http://127.0.0.1:8080', made_up: [] },
      session: expect.objectContaining({ name: 'ann', role: 'operator', kind: 'console', status: 'live' }),
      page_secret: expect.stringMatching(/^rgp_live_\w{38}$/),
    });
  });

  test('over https the cookie is only sent over https', async () => {
    const headers = { host: 'console.example', origin: 'https://console.example' };
    const { headers: answered } = await exchangeCode(await makeCode(), headers);
    expect(answered['set-cookie']![0]).toMatch(/; Secure$/);
  });

  test('a code works once', async () => {
    const code = await makeCode();
    expect((await exchangeCode(code)).status).toBe(201);
    const again = await exchangeCode(code);
    expect([again.status, again.body.code, again.headers['set-cookie']]).toEqual([
      403,
      'FORBIDDEN',
      undefined,
    ]);
  });

  test('a code that is two minutes old does not work, nor does one that was never made', async () => {
    const [young, code] = [await makeCode(), await makeCode()];
    servers.world.advance(119_999);
    expect((await exchangeCode(young)).status).toBe(201);
    servers.world.advance(1);
    expect((await exchangeCode(code)).status).toBe(403);
    expect((await exchangeCode(makeSecret('rgc', systemRandom))).status).toBe(403);
  });

  test('a session that the browser already has is not reused: signing in makes a new one', async () => {
    const viewer = await signIn({ role: 'viewer' });
    const { cookie, 'x-reelgate-page': page } = viewer;
    const asked = await exchangeCode(await makeCode({ role: 'owner' }), {
      ...SAME,
      cookie,
      'x-reelgate-page': page,
    });
    expect([asked.status, asked.body.session.role]).toEqual([201, 'owner']);
    expect(asked.headers['set-cookie']![0]!.split(';')[0]).not.toBe(cookie);
    expect(asked.body.page_secret).not.toBe(page);
    expect((await whoAmI(viewer)).body.session.role).toBe('viewer');
  });

  test('attempts of one address are limited, including valid codes, until the window ends', async () => {
    const few = await startServers({ signInLimit: { requests: 3, perSeconds: 60 } });
    const attempt = () =>
      ask('/admin/v1/session', {
        ...{ method: 'POST', headers: SAME, port: few.adminPort },
        body: { code: makeSecret('rgc', systemRandom) },
      });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) statuses.push((await attempt()).status);
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    few.world.advance(120_000);
    expect((await attempt()).status).toBe(403);
    await few.close();
  });

  test('a page of another origin, or another host name, opens no session and does not use up a code', async () => {
    const code = await makeCode();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { ...SAME, host: 'evil.example' },
    ]) {
      expect((await exchangeCode(code, headers)).status).toBe(403);
    }
    // A program that sends neither Origin nor Sec-Fetch-Site is not a page.
    expect((await exchangeCode(code, {})).status).toBe(201);
  });
});

describe('a session', () => {
  let halves: Halves & { id: string };
  beforeAll(async () => {
    halves = await signIn({ name: 'ann' });
  });

  test('with both halves acts as the operator who signed in', async () => {
    expect(await whoAmI(halves)).toMatchObject({
      status: 200,
      body: {
        session: { id: halves.id, name: 'ann', role: 'owner' },
        caller: { name: 'ann', role: 'owner', actor: `session:ann/${halves.id}` },
      },
    });
  });

  test('neither half works alone, nor with a half of another session', async () => {
    const other = await signIn();
    const page = halves['x-reelgate-page'];
    for (const headers of [
      { ...SAME, cookie: halves.cookie },
      { ...SAME, 'x-reelgate-page': page },
      { ...SAME, cookie: other.cookie, 'x-reelgate-page': page },
      { ...SAME, cookie: halves.cookie, 'x-reelgate-page': other['x-reelgate-page'] },
      { ...SAME, cookie: halves.cookie, 'x-reelgate-page': halves.cookie.split('=')[1]! },
      { ...SAME, cookie: `${halves.cookie}; ${other.cookie}`, 'x-reelgate-page': page },
      { ...SAME, cookie: halves.cookie.replace('console', 'portal'), 'x-reelgate-page': page },
    ]) {
      expect([headers, (await ask('/admin/v1/session', { headers })).status]).toEqual([headers, 401]);
    }
  });

  test('works under the names and addresses of its listener, and under listed hosts with their ports', async () => {
    const port = servers.adminPort;
    const statuses: Record<string, number> = {};
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      'console.example',
      'LOCALHOST:9',
      'localhost',
      'localhost:10',
      'console.example:81',
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.2',
    ]) {
      statuses[host] = (await whoAmI(halves, { ...SAME, host })).status;
    }
    expect(statuses).toEqual({
      [`127.0.0.1:${port}`]: 200,
      [`localhost:${port}`]: 200,
      [`[::1]:${port}`]: 200,
      'console.example': 200,
      'LOCALHOST:9': 200,
      localhost: 403,
      'localhost:10': 403,
      'console.example:81': 403,
      'evil.example': 403,
      [`evil.example:${port}`]: 403,
      '127.0.0.2': 403,
    });
  });

  test('a refusal names the setting to change', async () => {
    const { body } = await whoAmI(halves, { ...SAME, host: 'ops.example' });
    expect(body).toMatchObject({
      code: 'FORBIDDEN',
      detail: 'This gateway has no host name "ops.example": list it in console.hosts.',
    });
    expect((await whoAmI(halves, { origin: 'https://evil.example' })).body.detail).toContain('console.hosts');
  });

  test('changes are accepted only from pages of its own origin', async () => {
    const headers = { cookie: halves.cookie, 'x-reelgate-page': halves['x-reelgate-page'] };
    const change = (more: Record<string, string>) =>
      ask('/admin/v1/accounts', { method: 'POST', headers: { ...headers, ...more }, body: { name: 'made' } });
    const port = servers.adminPort;
    for (const more of [
      {},
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': 'cross-site', origin: `http://127.0.0.1:${port}` },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { origin: `http://127.0.0.1:${port + 1}` },
      { origin: `http://evil.example:${port}` },
    ]) {
      expect([more, (await change(more)).status]).toEqual([more, 403]);
    }
    expect((await change({ origin: `http://127.0.0.1:${port}` })).status).toBe(201);
  });

  test("a change is in the audit log under the operator's name", async () => {
    const { body } = await ask('/admin/v1/audit?limit=1', { headers: byToken() });
    expect(body.rows[0]).toMatchObject({ actor: `session:ann/${halves.id}`, action: 'account.create' });
  });

  test('when a token is sent too, the token counts and must be valid', async () => {
    const { status, body } = await whoAmI(halves, byToken());
    expect([status, body.session, body.caller.name]).toEqual([200, null, 'test']);
    expect((await whoAmI(halves, { authorization: 'Bearer nonsense' })).status).toBe(401);
  });

  test('ends by signing out, which deletes the cookie', async () => {
    const mine = await signIn();
    const headers = { cookie: mine.cookie, 'x-reelgate-page': mine['x-reelgate-page'], ...SAME };
    const out = await ask('/admin/v1/session', { method: 'DELETE', headers: { ...headers } });
    expect([out.status, out.body.session.status]).toEqual([200, 'ended']);
    expect(out.headers['set-cookie']![0]).toMatch(/^reelgate_console_\d+=; Max-Age=0; Path=\/admin;/);
    expect((await whoAmI(mine)).status).toBe(401);
    expect((await ask('/admin/v1/session', { method: 'DELETE', headers: byToken() })).status).toBe(404);
  });

  test('ends when it is revoked', async () => {
    const mine = await signIn({ name: 'bob' });
    const listed = await ask('/admin/v1/sessions', { headers: byToken() });
    expect(listed.body.sessions).toContainEqual(
      expect.objectContaining({ id: mine.id, name: 'bob', status: 'live' }),
    );
    const revoked = await ask(`/admin/v1/sessions/${mine.id}/revoke`, { method: 'POST', headers: byToken() });
    expect([revoked.status, revoked.body.session.status]).toEqual([200, 'ended']);
    expect((await whoAmI(mine)).status).toBe(401);
  });

  test('ends with the token that made its link, and so do unused links', async () => {
    const post = (path: string, headers: Record<string, string>, body: object) =>
      ask(path, { method: 'POST', headers, body });
    const made = await post('/admin/v1/tokens', byToken(), { name: 'lost', role: 'owner' });
    const lost = { authorization: `Bearer ${made.body.secret}` };
    const codeOf = async (headers: Record<string, string>) =>
      (await post('/admin/v1/login-codes', headers, {})).body.code as string;
    const mine = await signedInBy(await codeOf(lost));
    const next = await signedInBy(
      await codeOf({ ...SAME, cookie: mine.cookie, 'x-reelgate-page': mine['x-reelgate-page'] }),
    );
    const [unused, other] = [await codeOf(lost), await signIn()];
    expect([(await whoAmI(mine)).status, (await whoAmI(next)).status]).toEqual([200, 200]);
    await post(`/admin/v1/tokens/${made.body.token.id}/revoke`, byToken(), {});
    expect([(await whoAmI(mine)).status, (await whoAmI(next)).status]).toEqual([401, 401]);
    expect((await exchangeCode(unused)).status).toBe(403);
    expect((await whoAmI(other)).status).toBe(200);
  });

  test('ends after twelve hours', async () => {
    const mine = await signIn();
    servers.world.advance(12 * 3_600_000 - 1);
    expect((await whoAmI(mine)).status).toBe(200);
    servers.world.advance(1);
    expect((await whoAmI(mine)).status).toBe(401);
  });

  test('of a viewer reads and changes nothing; of an operator makes no sign-in links', async () => {
    const viewer = await signIn({ role: 'viewer' });
    const operator = await signIn({ role: 'operator' });
    const post = (who: Halves, path: string, body: object) =>
      ask(path, {
        method: 'POST',
        headers: { ...SAME, cookie: who.cookie, 'x-reelgate-page': who['x-reelgate-page'] },
        body,
      });
    expect((await whoAmI(viewer)).body.caller.role).toBe('viewer');
    const refused = await post(viewer, '/admin/v1/login-codes', {});
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      'Your role is viewer; this needs the role owner.',
    ]);
    expect((await post(operator, '/admin/v1/login-codes', {})).status).toBe(403);
  });
});
