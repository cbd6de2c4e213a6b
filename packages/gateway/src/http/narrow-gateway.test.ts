// The story of a second gateway, whose operator switched off what can be switched off, hides providers, and set every limit low: what
// callers are told then, in full. The answers are compared with a digest, as in transcripts.test.ts.
import { afterAll, beforeAll, test, vi } from 'vitest';
import type { AttemptFailure } from '../connectors/connector.ts';
import { DAY_MS } from '../domain/duration.ts';
import { START_MS } from '../storage/contracts/storage.contract.ts';
import type { ScriptedPage } from '../testing/scripted-platform.ts';
import { type Saying, type StillGateway, startStillGateway } from '../testing/still-gateway.ts';
import { expectTold } from '../testing/told/told.ts';
import { post, SAME } from './testing/story/world.ts';

const SETTINGS = `
service:
  { name: acme, title: "Acme", show_providers: false, public: "127.0.0.1:0", admin: "[::1]:0", public_url: "https://acme.example", trust_proxy: ["127.0.0.1"], cors: { origins: ["https://page.example"] } }
platforms: { library: [library], scripted: [first, second] }
providers: { library: { connector: library }, first: { connector: scripted, quota: { units: 13 } }, second: { connector: scripted } }
limits:
  rate: { requests: 12, per_seconds: 600, concurrent: 2 }
  free: { requests: 4, per_seconds: 600, concurrent: 2 }
  misses: { requests: 2, per_seconds: 600 }
  key_check: { requests: 2, per_seconds: 600 }
  account: { reads: { requests: 8, per_seconds: 600, concurrent: 2 }, writes: { requests: 12, per_seconds: 600 } }
  keyword_chars_max: 10
gathering: { enabled: false }
webhooks: { enabled: false }
mcp: { enabled: false }
portal: { own_keys: false }
observe: { keep_questions: false }
cache: { fresh_seconds: 60, stale_if_error_seconds: 100, price_factor: 0.5 }
payments: { min: "2", max: "20", manual: { instructions: "Quote {reference} and pay {amount} {currency}." } }
prices:
  currency: EUR
  endpoints:
    - { path: "/api/*/v1/scripted/app/search_video", unit_price: "0.004", deprecated: true, sunset_at: "2027-01-31", successor: "/api/*/v1/scripted/app/search_video_v2" }
    - { path: "/api/*/v1/scripted/app/search_video_v2", unit: item, minimum: "0.005", tiers: [{ from: 0, unit_price: "0.003" }, { from: 5, unit_price: "0.001" }] }
    - { path: "/api/*/v1/scripted/app/get_video", unit_price: "0.01", free_per_day: 1, summary: "One video." }
    - { path: "/api/u1/v1/*/collect/search_video_v2", unit_price: "0.01" }
    - { path: "/api/u1/v1/*/watch/search_video_v2", unit_price: "0.01" }
`;

const SEARCH = '/api/u1/v1/scripted/app/search_video_v2?keyword=';
const CHEAP = '/api/u1/v1/scripted/app/search_video?keyword=';
const VIDEO = '/api/u1/v1/scripted/app/get_video?id=';
const ACCOUNT = '/api/account/v1';
/** Longer than every window of the settings. */
const WINDOW_MS = 1_200_000;

let still: StillGateway;
let answer: ScriptedPage | AttemptFailure = { ids: ['1', '2', '3'], cursor: null };

const ask = (
  title: string,
  target: string,
  { headers, ...saying }: Saying = {},
  key: string | null = still.gateway.key,
) =>
  still.say(title, still.gateway.url + target, {
    ...saying,
    headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
  });
const operate = (title: string, target: string, saying: Saying = {}) =>
  still.say(title, `${still.gateway.adminUrl}/admin/v1/${target}`, {
    ...saying,
    headers: { authorization: `Bearer ${still.gateway.adminToken}` },
  });

async function prices(): Promise<void> {
  await ask('each item has a price', `${SEARCH}items`, { headers: { 'x-acme-request-id': 'a-1' } });
  await ask('the same id again', `${SEARCH}items`, { headers: { 'x-acme-request-id': 'a-1' } });
  await ask('the answer of the cache costs its share', `${SEARCH}items`);
  await ask('the next tier', `${SEARCH}tier`);
  await ask('a leg over all', '/api/u1/v1/all/app/search_video_v2?keyword=legs&platforms=scripted');
  answer = { ids: ['1'], cursor: null };
  await ask('the least of a call', `${SEARCH}least`);
  await ask('a route that ends', `${CHEAP}old`);
  await ask('a call that is free today', `${VIDEO}1`);
  await ask('the second of the day', `${VIDEO}1`, { headers: { 'x-acme-request-id': 'a-2' } });
  await ask('no price', '/api/u1/v1/scripted/app/get_video_v2?id=1');
  await ask('no price on this platform', '/api/u1/v1/library/app/search_video_v2?keyword=x');
  still.clock.advance(90_000);
  // Not tried again: a wait before that would never end on a clock that stands still.
  answer = { kind: 'refused', detail: 'status 403' };
  await ask('an old answer while the providers fail', `${SEARCH}least`);
  still.clock.advance(100_000);
  await ask('too old an answer', `${SEARCH}least`);
  await ask('no answer newer than asked for', `${CHEAP}old&max_age=0`);
  answer = { ids: ['1'], cursor: null };
  still.clock.advance(WINDOW_MS / 12);
  await ask('more calls than the window has', `${CHEAP}more`);
  await ask('and one more', `${CHEAP}still`);
  still.clock.advance(WINDOW_MS);
  await ask('in the next window', `${CHEAP}next`);
  for (let times = 0; times < 5; times++) await ask('a dry run', `${CHEAP}dry&dry_run=1`);
  await ask('too long a keyword', `${CHEAP}12345678901`);
  for (let times = 0; times < 3; times++) await ask('a miss', `${VIDEO}nothing-${times}`);
  await ask('platforms while a quota is used up', '/api/pricing/v1/platforms');
  await ask('the second provider', `${SEARCH}second`);
  still.clock.advance(DAY_MS);
  await ask('a call that is free on the next day', `${VIDEO}1`);
}

async function whatIsOff(): Promise<void> {
  still.clock.advance(WINDOW_MS);
  const question = { path: SEARCH.split('?')[0], query: { keyword: 'x' } };
  await ask('a collection', '/api/collections/v1', post({ ...question, budget: '1' }));
  await ask('a watch', '/api/watches/v1', post({ ...question, every: '1d' }));
  await ask('a webhook', `${ACCOUNT}/webhooks`, post({ url: 'https://hook.example/' }));
  await ask('a key', `${ACCOUNT}/keys`, post({ name: 'x' }));
  await ask('a recharge', `${ACCOUNT}/recharge`, post({ below: '1', up_to: '2', month_max: '3' }));
  await ask('a tool', '/mcp', post({}));
  await ask('how to sign up', `${ACCOUNT}/signup`, {}, null);
  await ask('signs up', `${ACCOUNT}/signup`, post({ name: 'x', invite: 'y' }, SAME), null);
  await ask('prices without a key', '/api/pricing/v1/endpoints', {}, null);
  await ask('the status without a key', '/api/status/v1', {}, null);
  await ask('a top-up', `${ACCOUNT}/topups`, post({ amount: '5' }));
  await ask('too large a top-up', `${ACCOUNT}/topups`, post({ amount: '21' }));
  await ask('a notification of a payment', '/api/payments/v1/stripe', post({}), null);
  for (let times = 0; times < 6; times++) await ask('changes', `${ACCOUNT}/topups`, post({ amount: '1' }));
}

async function reads(): Promise<void> {
  still.clock.advance(WINDOW_MS);
  await ask('a receipt', `${ACCOUNT}/requests/a-1`);
  await ask('its records', `${ACCOUNT}/requests/a-1/records`);
  await ask('prices', '/api/pricing/v1/endpoints');
  await ask('platforms', '/api/pricing/v1/platforms');
  await ask('a rich quote', `/api/pricing/v1/quote?path=${SEARCH.split('?')[0]}&count=20&pages=2`);
  for (let times = 0; times < 4; times++) await ask('reads', `${ACCOUNT}/balance`);
  for (let times = 0; times < 3; times++)
    await ask('checks a key', '/api/test/apikey', post({ key: 'rgk_live_x' }), null);
}

async function addresses(): Promise<void> {
  still.clock.advance(WINDOW_MS);
  const limits = { addresses: ['203.0.113.0/24'], rate: { requests: 3, per_seconds: 60, concurrent: 1 } };
  const { body } = await operate(
    'a key of some addresses',
    'keys',
    post({ account: 'demo', name: 'net', ...limits }),
  );
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  await ask('from one of them', `${ACCOUNT}/balance`, from('203.0.113.5'), body.secret);
  await ask('from another', `${ACCOUNT}/balance`, from('198.51.100.5'), body.secret);
  await ask(
    'from behind a proxy that is not ours',
    `${ACCOUNT}/balance`,
    from('203.0.113.5, 198.51.100.5'),
    body.secret,
  );
  await ask('a call from another', `${CHEAP}net`, from('198.51.100.5'), body.secret);
  const page = { origin: 'https://page.example' };
  await ask('a page that may read', `${ACCOUNT}/key`, { headers: page });
  await ask('one that may not', `${ACCOUNT}/key`, { headers: { origin: 'https://other.example' } });
  const preflight = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  await ask(
    'asks before',
    `${ACCOUNT}/keys`,
    { method: 'OPTIONS', headers: { ...page, ...preflight } },
    null,
  );
  await ask('asks for nothing', `${ACCOUNT}/keys`, { method: 'OPTIONS', headers: page }, null);
  const opening = post({ key: still.gateway.key }, { ...SAME, 'x-forwarded-proto': 'https' });
  await ask('signs in', `${ACCOUNT}/session`, opening, null);
  await operate('the settings', 'settings');
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS });
  still = await startStillGateway({ settings: SETTINGS, script: () => answer }, () => []);
  still.transcript.begin('narrow');
  await prices();
  await whatIsOff();
  await reads();
  await addresses();
});
afterAll(async () => {
  vi.useRealTimers();
  await still.close();
});

test('a gateway with everything off and every limit low answers as its digest says', () => {
  const text = still.transcript.textOf('narrow');
  expectTold({ by: import.meta.filename, name: 'narrow', text, begins: /^# / });
});
