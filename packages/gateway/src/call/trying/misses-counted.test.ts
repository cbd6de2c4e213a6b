// What counts as a miss, through a whole gateway: the requests that a platform answered for calls that end uncharged, of whatever kind. What
// a provider failed to answer, what was charged, and what another account asked does not count.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const MOST = 40;
const PATH = '/api/u1/v1/scripted/app';
const ECONOMY = `${PATH}/search_video`;
const BATCH = Array.from({ length: 10 }, (_, i) => `no-${i}`).join(',');
const REJECTS = { kind: 'input_rejected', detail: 'no such word' } as const;

let gateway: TestGateway;
/** Requests that the platform was asked. */
let asked: number;
beforeAll(async () => {
  const settings = TEST_SETTINGS.replace(
    'limits:\n',
    `limits:\n  misses: { requests: ${MOST}, per_seconds: 86400 }\n`,
  );
  gateway = await startTestGateway({ settings });
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked = 0;
  gateway.script = (query) => {
    asked++;
    if (query.get('q') === 'good') return { ids: ['a'], cursor: null };
    if (query.has('q')) return REJECTS;
    return query.has('playlist') ? { text: 'gone' } : { ids: [], cursor: null };
  };
});

let accounts = 0;
const newKey = async () => (await gateway.newAccount(`account-${++accounts}`)).secret;
const rejected = (key: string) => gateway.search({ keyword: 'bad' }, { path: ECONOMY, key });
/** What the account has left; the look itself is a miss. */
async function leftOf(key: string): Promise<number> {
  const { headers } = await rejected(key);
  return Number(/"misses";r=(\d+)/.exec(headers.get('ratelimit')!)![1]) + 1;
}

test.each([
  ['a rejected search', 'search_video', { keyword: 'bad' }, 400, 1],
  ['a look-up of what is not there', 'get_video', { id: 'no' }, 404, 1],
  ['a list of what is not there', 'list_playlist_videos', { playlist_id: 'no' }, 404, 1],
  ['a transcript that is not there', 'get_transcript', { id: 'no' }, 404, 1],
  ['a batch of ten that are not there', 'get_video', { ids: BATCH }, 200, 10],
  ['a search that is charged', 'search_video', { keyword: 'good' }, 200, 0],
])(
  '%s counts for its account by what it asked, and for no other',
  async (_what, action, query, status, misses) => {
    const [own, other] = [await newKey(), await newKey()];
    expect((await gateway.search(query, { path: `${PATH}/${action}`, key: own })).status).toBe(status);
    expect(MOST - (await leftOf(own))).toBe(misses);
    expect(await leftOf(other)).toBe(MOST);
  },
);

test('all kinds together reach one limit: then nothing is asked, with a time to wait, and another account is served', async () => {
  const [own, other] = [await newKey(), await newKey()];
  for (let left = MOST; left > 0; left -= 2) {
    await rejected(own);
    await gateway.search({ id: 'no' }, { path: `${PATH}/get_video`, key: own });
  }
  expect(asked).toBe(MOST);
  const refused = await gateway.search({ keyword: 'good' }, { path: ECONOMY, key: own });
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED', next: 'wait', charged: '0.000000' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('ratelimit')).toContain('"misses";r=0;');
  expect(asked).toBe(MOST);
  expect((await gateway.search({ keyword: 'good' }, { path: ECONOMY, key: other })).status).toBe(200);
});

test('fifty calls at once, half of them over the limit, ask no more than the limit allows', async () => {
  const own = await newKey();
  for (let i = 0; i < MOST / 2; i++) await rejected(own);
  await Promise.all(
    Array.from({ length: 50 }, () => gateway.search({ id: 'no' }, { path: `${PATH}/get_video`, key: own })),
  );
  expect(asked).toBe(MOST);
});

test('a request that two accounts share counts once, for the one that asked first', async () => {
  const [first, second] = [await newKey(), await newKey()];
  const { script } = gateway;
  const [gate, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gateway.script = async (query, at) => {
    begun.resolve();
    await gate.promise;
    return script(query, at);
  };
  const one = rejected(first);
  await begun.promise;
  const other = rejected(second);
  await gateway.ask('/api/account/v1/balance', { key: second });
  gate.resolve();
  expect([(await one).status, (await other).status, asked]).toEqual([400, 400, 1]);
  gateway.script = script;
  expect([MOST - (await leftOf(first)), MOST - (await leftOf(second))]).toEqual([1, 0]);
});

test.each(['timeout', 'unavailable', 'bad_response', 'refused'] as const)(
  'an outage (%s) counts for nobody, however long it lasts: afterwards the account is served',
  async (kind) => {
    const own = await newKey();
    const { script } = gateway;
    gateway.script = () => ({ kind, detail: 'it is away' });
    for (let i = 0; i < 2 * MOST; i++) {
      const { body } = await gateway.search({ id: 'a' }, { path: `${PATH}/get_video`, key: own });
      expect(body.code).not.toBe('RATE_LIMITED');
    }
    gateway.script = script;
    // Its breaker may still be open; the next test of this list would meet it too.
    expect((await gateway.search({ keyword: 'a' }, { platform: 'library', key: own })).status).toBe(200);
  },
);
