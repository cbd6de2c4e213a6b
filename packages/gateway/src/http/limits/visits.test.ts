// Every free route of an account has a limit, by key and by session, counted over all of them. A new verb is counted
// by its method.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '../../domain/access/key.ts';
import type { FreePlace } from '../../domain/limiting/account-limiter.ts';
import { AccountRateLimits, type AccountRateSettings } from '../../features/account-rate-limits.ts';
import { accountVerbs } from '../../features/index.ts';
import { ownWebhookTest } from '../../features/webhooks/webhook.account.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import { type Servers, startServers } from '../testing/servers.ts';
import { listWeight } from './list-weight.ts';

const WINDOW_MS = 60_000;
const limits: AccountRateSettings = {
  reads: { requests: 3, perSeconds: 60, concurrent: 2 },
  writes: { requests: 3, perSeconds: 60 },
  webhookTests: { requests: 2, perSeconds: 3_600 },
};

let servers: Servers;
let bystander: string;
beforeAll(async () => {
  servers = await startServers({
    visitLimits: () => limits,
    keyCheckLimit: { requests: 1_000, perSeconds: 60 },
  });
  const other = await makeAccount(servers.world.storage);
  bystander = (await makeKey(servers.world.storage, other.id)).secret;
});
afterAll(() => servers.close());

type Headers = Record<string, string>;
const byKey = (secret: string): Headers => ({ authorization: `Bearer ${secret}` });
const urlOf = (path: string) =>
  `http://127.0.0.1:${servers.publicPort}${path.replaceAll(/\{\w+\}/g, 'none')}`;

async function ask(method: string, path: string, headers: Headers): Promise<Response> {
  const body =
    method === 'GET' ? {} : { body: '{}', headers: { ...headers, 'content-type': 'application/json' } };
  const answer = await fetch(urlOf(path), { method, headers, ...body });
  await answer.arrayBuffer();
  return answer;
}

async function bySession(): Promise<Headers> {
  const answer = await fetch(urlOf('/api/account/v1/session'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ key: servers.key }),
  });
  const { page_secret } = (await answer.json()) as { page_secret: string };
  const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
  return { cookie, 'x-reelgate-page': page_secret, 'sec-fetch-site': 'same-origin' };
}

/** Moves the clock past both windows that count. */
const nextWindow = () => servers.world.advance(2 * WINDOW_MS);

describe.each(accountVerbs.map((verb) => [`${verb.method} ${verb.path}`, verb] as const))('%s', (_, verb) => {
  test.each(['key', 'session'])('is limited by %s, and for no other account', async (by) => {
    nextWindow();
    const headers = by === 'key' ? byKey(servers.key) : await bySession();
    const statuses: number[] = [];
    for (let i = 0; i < limits.reads.requests; i++)
      statuses.push((await ask(verb.method, verb.path, headers)).status);
    // Signing out ends the session, and tests of webhooks have a lower limit.
    const isEarlier = verb === ownWebhookTest || (by === 'session' && verb.name === 'closeSession');
    if (!isEarlier) expect(statuses).not.toContain(429);
    const further = isEarlier ? byKey(servers.key) : headers;
    const refused = await ask(verb.method, verb.path, further);
    if (by === 'key' || !isEarlier) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await ask(verb.method, verb.path, byKey(bystander))).status).not.toBe(429);
  });
});

test('keys and sessions of one account share the limit, reads and changes do not', async () => {
  nextWindow();
  const session = await bySession();
  const { account } = (await servers.world.storage.keys.findByHash({ hash: hashSecret(servers.key) }))!;
  const further = byKey((await makeKey(servers.world.storage, account.id)).secret);
  const read = async (headers: Headers) => (await ask('GET', '/api/account/v1/balance', headers)).status;
  expect([await read(byKey(servers.key)), await read(session), await read(further)]).toEqual([200, 200, 200]);
  for (const headers of [byKey(servers.key), session, further]) expect(await read(headers)).toBe(429);
  expect((await ask('DELETE', '/api/account/v1/recharge', session)).status).not.toBe(429);
});

test('a limited number of webhooks is tested per hour, and the previous hour counts in proportion', async () => {
  const HOUR_MS = limits.webhookTests.perSeconds * 1_000;
  const toNextHour = () => servers.world.advance(HOUR_MS - (servers.world.clock.monotonicMs() % HOUR_MS));
  servers.world.advance(HOUR_MS);
  toNextHour();
  const tried = async () =>
    (await ask('POST', '/api/account/v1/webhooks/none/test', byKey(servers.key))).status;
  expect([await tried(), await tried(), await tried()]).toEqual([404, 404, 429]);
  servers.world.advance(HOUR_MS - 1);
  expect(await tried()).toBe(429);
  servers.world.advance(1);
  expect(await tried()).toBe(429);
  servers.world.advance(HOUR_MS / 2);
  expect([await tried(), await tried()]).toEqual([404, 429]);
});

test('a long list counts as several reads, at one time and per window, and never as more than the limit', async () => {
  const wide = { ...limits, reads: { requests: 12, perSeconds: 60, concurrent: 10 } };
  const visits = new AccountRateLimits(servers.world.clock, () => wide);
  const list = { name: 'listRequests', method: 'GET' } as const;
  const weight = (url: string, accept?: string) =>
    listWeight({ url, headers: { ...(accept && { accept }) } });
  expect(
    ['/x', '/x?limit=100', '/x?a=1&limit=101', '/x?limit=500', '/x?limit=999999999', '/x?limit=0'].map(
      (url) => weight(url),
    ),
  ).toEqual([1, 1, 2, 5, 5, 1]);
  expect([weight('/x?format=csv&limit=1'), weight('/x', 'text/csv'), weight('/x?limit=nonsense')]).toEqual([
    5, 5, 1,
  ]);
  const [first, second] = [visits.take('a', list, 5), visits.take('a', list, 5)] as FreePlace[];
  expect(visits.take('a', list)).toMatchObject({ detail: 'At most 10 reads of an account at one time.' });
  expect(visits.take('b', list, 5)).toMatchObject({ kind: 'place' });
  first!.leave();
  second!.leave();
  expect(visits.take('a', list, 5)).toMatchObject({ detail: 'At most 12 reads of an account in 60 s.' });
  expect(visits.take('a', list, 2)).toMatchObject({ kind: 'place' });
  expect(new AccountRateLimits(servers.world.clock, () => limits).take('a', list, 5)).toMatchObject({
    kind: 'place',
  });
});

test('a place is available again when its answer was sent', async () => {
  nextWindow();
  for (let i = 0; i < 3; i++) {
    const all = await Promise.all(
      [1, 2].map(() => ask('GET', '/api/account/v1/balance', byKey(servers.key))),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    nextWindow();
  }
});
