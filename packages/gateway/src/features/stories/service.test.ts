// The story of prices, providers, sign-ups, tokens and the state of the service: what everybody who asks gets, and which rows change.
import { inspect } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { hashSecret, makeSecret } from '../../domain/access/key.ts';
import type { Catalog } from '../../domain/catalog.ts';
import { toMicros } from '../../domain/money.ts';
import { UNBOUND } from '../../storage/testing/payer.ts';
import { DAY, HOUR, made, openStage, SEARCH, STEP, type Stage } from '../../testing/story-stage.ts';
import { expectTold } from '../../testing/told/told.ts';
import type { ProviderState } from '../../verb/deps.ts';
import { auditList } from '../audit/audit.admin.ts';
import {
  catalogPreview,
  catalogPublish,
  catalogRead,
  catalogRevenue,
  catalogVersion,
  catalogVersions,
} from '../catalog/catalog.admin.ts';
import { priceChanges, pricing } from '../catalog/price.account.ts';
import { priceQuote } from '../catalog/quote.account.ts';
import { dutyList } from '../duties/duty.admin.ts';
import { keyCheck } from '../keys/key-check.account.ts';
import { platforms } from '../providers/platform.account.ts';
import {
  providerCheck,
  providerFault,
  providerHistory,
  providerList,
  providerResume,
} from '../providers/provider.admin.ts';
import { overview, settingsRead, status } from '../service/service.admin.ts';
import { inviteCreate, inviteList, inviteRevoke } from '../signups/invite.admin.ts';
import { signUp, signUpRead } from '../signups/sign-up.account.ts';
import { serviceStatus } from '../status/status.account.ts';
import { tokenCreate, tokenList, tokenRevoke } from '../tokens/token.admin.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const OTHER = '/api/u1/v1/other/app/search_video_v2';
const PRICES = {
  note: 'the second',
  endpoints: [
    {
      ...{ path: '/api/*/v1/demo/app/search_video_v2', unit: 'item', unit_price: '0.002', minimum: '0.004' },
      ...{ summary: 'by item', free_per_day: 3 },
    },
    {
      ...{
        path: OTHER,
        tiers: [
          { from: 0, unit_price: '0.02' },
          { from: 2, unit_price: '0.01' },
        ],
      },
      ...{ deprecated: true, sunset_at: '2026-12-01T00:00:00.000Z', successor: SEARCH },
    },
  ],
  overrides: [{ account: 'alpha', path: OTHER, unit_price: '0.005' }],
};

async function inForce({ world, own }: Stage): Promise<void> {
  const all = (await world.storage.catalog.all()) as Catalog[];
  const nowMs = world.clock.nowMs();
  const current = all.filter(({ effectiveFromMs }) => effectiveFromMs <= nowMs).at(-1)!;
  own.catalog = () => current;
}

async function prices({
  everybody,
  everyOperator,
  operate,
  ask,
  owner,
  stranger,
  ...all
}: Stage): Promise<void> {
  const { world, buy } = all;
  await buy(owner, 'a', { path: OTHER });
  await buy(owner, 'b', { path: OTHER });
  await buy(stranger, 'c', { path: OTHER, micros: 13_000 });
  await buy(stranger, 'd', { path: OTHER, fails: true });
  for (const verb of [catalogPreview, catalogRevenue]) await everyOperator(verb, { body: PRICES });
  await everyOperator(catalogPublish, { body: PRICES });
  await operate(catalogPublish, { body: { ...PRICES, currency: 'EUR' } });
  const effective_from = new Date(world.clock.nowMs() + 2 * DAY).toISOString();
  const later = { mode: 'merge', effective_from, endpoints: [{ path: OTHER, unit_price: '0.03' }] };
  await operate(catalogPublish, { body: later });
  await operate(catalogPreview, { body: { ...later, mode: 'add', scheduled: 'cancel' } });
  await everyOperator(catalogRead);
  await everyOperator(catalogVersions);
  await everyOperator(catalogVersion, { params: { version: '2' } });
  await operate(catalogVersion, { params: { version: '99' } });
  await inForce(stage);
  for (const query of [{}, { path: OTHER }, { path: '/nowhere' }]) await everybody(pricing, { query });
  await ask(pricing, { name: 'nobody', account: null }, { query: {} });
  const quotes = [
    { path: SEARCH, count: 7, pages: 3 },
    { path: `${OTHER}?count=2`, pages: 500 },
    { path: '/nowhere' },
  ];
  for (const query of quotes) await everybody(priceQuote, { query });
  await everybody(priceChanges);
  await everybody(platforms);
  await everybody(serviceStatus);
}

const health = {
  ...{ breaker: 'open', ejectedForMs: 10.04, suspendedForMs: 0, isDemoted: true, consecutiveFailures: 12 },
  ...{
    successRate: 0.123_45,
    attempts: 13,
    failures: 14,
    calls: 15,
    retries: 16,
    hedges: 17,
    retriesLeft: 18,
  },
  ...{ hedgesLeft: 19, p50Ms: 20.04, p95Ms: 21.06, p99Ms: 22, hedgeAfterMs: 23, inFlight: 24 },
  recent: { attempts: 20, failures: 11 },
};
const stateOf = (name: string, atMs: number): ProviderState => ({
  ...{ name, connector: 'scripted', isMadeUp: name === 'demo', fault: null, costMicros: toMicros(1_500) },
  ...{ platforms: [{ platform: 'demo', position: 1 }], mounts: [], requestsPerSecond: 7, inFlightMax: 8 },
  ...{ timeoutMs: 9_000, quota: { units: 100, per: 'day', reset: 'UTC', cost: {} } },
  quotaLeft: { units: 40, resetsAtMs: atMs + HOUR },
  health: {
    ...health,
    provider: name,
    lastFailure: { kind: 'timeout', detail: 'slow', atMs },
  } as ProviderState['health'],
  gate: { limit: 25, inFlight: 26, waiting: 27, unasked: 28 },
});

async function providers({ admin, world, everyOperator, operate }: Stage): Promise<void> {
  const states = ['demo', 'second'].map((name) => stateOf(name, world.clock.nowMs() - STEP));
  admin.providers = async () => ({ states, answered: 1, processes: 2, replays: 4 });
  admin.providerNames = () => ['demo', 'second'];
  await everyOperator(providerList);
  for (const provider of ['demo', 'second', 'nobody']) {
    const params = { provider };
    await operate(providerResume, { params });
    await operate(providerFault, { params, body: { fault: 'slow' } });
    await operate(providerFault, { params, body: { fault: 'none' } });
    await operate(providerHistory, { params });
    await operate(providerCheck, { params, body: { keyword: 'cats' } });
  }
  await everyOperator(providerHistory, { params: { provider: 'demo' } });
  await everyOperator(providerCheck, { params: { provider: 'demo' }, body: {} });
  for (const verb of [overview, settingsRead, dutyList]) await everyOperator(verb);
  await operate(status);
}

async function people({ own, world, everyOperator, operate, ask, story }: Stage): Promise<void> {
  const { invite, url } = await made(
    operate(inviteCreate, { body: { title: 'Ann', contact: 'ann@example.com', credit: '3', days: 2 } }),
  );
  const unused = (await made(operate(inviteCreate, { body: {} }))).invite.id;
  await everyOperator(inviteList, { query: { limit: 1 } });
  const code = url.split('#invite=')[1];
  const signs = (body: object, network = '192.0.2.0/24') =>
    ask(signUp as never, { name: network, visitor: { network } }, { body });
  await signs({ name: 'ann', invite: 'rgi_live_wrong' });
  await signs({ name: 'beta', invite: code });
  await signs({ name: 'ann', invite: code, contact: 'other@example.com' });
  await signs({ name: 'ann2', invite: code });
  await everyOperator(inviteRevoke, { params: { invite: unused } });
  await operate(inviteRevoke, { params: { invite: invite.id } });
  const late = (await made(operate(inviteCreate, { body: {} }))).url.split('#invite=')[1];
  world.advance(7 * DAY);
  await signs({ name: 'late', invite: late });
  own.signup = () => ({ mode: 'open', creditMicros: toMicros(2_000_000), creditDays: 3, perDayMax: 5 });
  let solved = 0;
  own.puzzles = {
    give: (network) => ({ challenge: `for ${network}`, bits: 18, expiresAtMs: world.clock.nowMs() + HOUR }),
    solved(challenge, answer, network) {
      story.note(`judges ${JSON.stringify([challenge, answer, network])}`);
      return answer === 'right' ? `proof ${++solved}` : null;
    },
  };
  await ask(signUpRead as never, { name: 'somebody', visitor: { network: '192.0.2.0/24' } });
  for (const answer of ['wrong', 'right'])
    await signs({ name: `open-${answer}`, challenge: 'c', answer, contact: 'open@example.com' });
  await signs({ name: 'without' });
  const network = '198.51.100.0/24';
  for (const n of [1, 2, 3, 4]) await signs({ name: `crowd-${n}`, challenge: 'c', answer: 'right' }, network);
  await signs({ name: 'one-too-many', challenge: 'c', answer: 'right' }, '203.0.113.0/24');
  await signs({ name: 'one-more', challenge: 'c', answer: 'right' }, '203.0.113.0/25');
}

async function tokens({ world, everyOperator, operate, ask, owner, story }: Stage): Promise<void> {
  const { token } = await made(operate(tokenCreate, { body: { name: 'ops', role: 'operator' } }));
  await everyOperator(tokenCreate, { body: { name: 'eyes', role: 'viewer' } });
  await everyOperator(tokenList);
  await everyOperator(tokenRevoke, { params: { token: token.id } });
  await everyOperator(auditList, { query: { limit: 2 } });
  await operate(auditList, { query: { action: 'token.create' } });
  // An account and a provider may have the same name.
  await world.storage.accounts.create({
    actor: 'x',
    id: 'acc_named',
    name: 'demo',
    currency: 'USD',
    rate: null,
  });
  await operate(auditList, { query: { subject: 'demo' } });
  const secret = makeSecret('rgk', world.random);
  const shown = {
    id: 'key_checked',
    accountId: 'acc_beta',
    name: 'checked',
    prefix: 'rgk',
    hash: hashSecret(secret),
  };
  await world.storage.keys.create({ ...UNBOUND, actor: 'test', groups: ['u1'], ...shown });
  const check = async () =>
    story.say(inspect(await keyCheck.run(stage.own, { params: {}, query: {}, body: { key: secret } }, null)));
  await check();
  for (const step of ['disabled', 'active'] as const) {
    await world.storage.keys.update({ actor: 'test', id: 'key_checked', status: step, expiresAtMs: null });
    await check();
  }
  await world.storage.keys.update({
    actor: 'test',
    id: 'key_checked',
    expiresAtMs: world.clock.nowMs() + STEP,
  });
  world.advance(STEP - 1);
  await check();
  world.advance(1);
  await check();
  await world.storage.keys.update({ actor: 'test', id: 'key_checked', expiresAtMs: null });
  await world.storage.accounts.close({ actor: 'test', accountId: 'acc_beta' });
  await check();
  // Its secret is replaced, and works for a second more.
  const newer = { hash: 'newer', prefix: 'rgk', graceUntilMs: world.clock.nowMs() + STEP };
  await world.storage.keys.rotate({ actor: 'test', id: 'key_checked', ...newer });
  world.advance(STEP - 1);
  await check();
  world.advance(1);
  await check();
  story.happened();
  await world.storage.keys.revoke({ actor: 'test', id: 'key_checked' });
  await check();
  await ask(keyCheck, owner, { body: { key: 'rgk_live_none' } });
}

test('prices, providers, sign-ups and tokens: each caller gets what is kept, and no other row changes', async () => {
  await prices(stage);
  await providers(stage);
  await people(stage);
  await tokens(stage);
  const text = stage.story.text().replaceAll(/pid: \d+/g, 'pid: 1');
  expectTold({ by: import.meta.filename, name: 'service', text, begins: /^> / });
});
