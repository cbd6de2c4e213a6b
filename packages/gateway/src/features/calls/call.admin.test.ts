// Calls, usage and providers are shown to operators as the ledger has them; a wrong query is refused by field name.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Attempt } from '../../domain/call.ts';
import { toMicros } from '../../domain/money.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { type AdminWorld, createAdminWorld } from '../../verb/testing/world.ts';
import { catalogRevenue } from '../catalog/catalog.admin.ts';
import { keyRead } from '../keys/key.admin.ts';
import { ledgerVerify } from '../ledger/ledger.admin.ts';
import { providerCheck, providerHistory } from '../providers/provider.admin.ts';
import { overview } from '../service/service.admin.ts';
import { usageSlice } from '../usage/usage.admin.ts';
import { callList, callRead, idLookUp } from './call.admin.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of every verb.
type Seen = any;

let world: AdminWorld;
let payer: KeyHolder;
const attempt = (outcome: string, durationMs: number, cost: number): Attempt => ({
  ...{ provider: 'demo', startedMs: 1, durationMs, outcome, bytes: 9 },
  costMicros: toMicros(cost),
});

beforeAll(async () => {
  world = await createAdminWorld();
  const account = await makeAccount(world.storage, '10');
  payer = (await makeKey(world.storage, account.id, { dailyCapMicros: 1_000_000 })).holder;
  await makeCall(world.storage, payer, 'first', '0.012', [
    attempt('timeout', 900, 100),
    attempt('ok', 30, 4_000),
  ]);
  await makeCall(world.storage, payer, 'second', '0.001', [attempt('ok', 30, 4_000)]);
});
afterAll(() => world.close());

const ask = (verb: Parameters<AdminWorld['ask']>[0], input = {}): Promise<Seen> => world.ask(verb, input);

test('a list shows each call with its margin, and its sums are those of the ledger', async () => {
  const { calls, totals, newer_cursor } = await ask(callList, { query: { totals: true } });
  expect(calls.map(({ request_id, cost, margin }: Seen) => [request_id, cost, margin])).toEqual([
    ['second', '0.004000', '-0.003000'],
    ['first', '0.004100', '0.007900'],
  ]);
  expect(totals).toMatchObject({ calls: 2, charged: '0.013000', cost: '0.008100', margin: '0.004900' });
  const { balance } = await ask(ledgerVerify);
  expect(balance).toBe('9.987000');
  world.advance(10_000);
  expect((await ask(callList, { query: { after: newer_cursor } })).calls).toHaveLength(2);
  const later = (await ask(callList)).newer_cursor;
  world.advance(10_000);
  await makeCall(world.storage, payer, 'third', '0.012');
  const newer = await ask(callList, { query: { after: later } });
  expect(newer.calls.map(({ request_id }: Seen) => request_id)).toEqual(['third']);
  // A call that ended five seconds before a list is in the next list too, an older one is not.
  for (const [passedMs, again] of [
    [5_000, 1],
    [1, 0],
  ] as const) {
    world.advance(passedMs);
    const cursor = (await ask(callList)).newer_cursor;
    expect((await ask(callList, { query: { after: cursor } })).calls).toHaveLength(again);
  }
});

test('one call shows what was tried, what each attempt cost and what is left to refund', async () => {
  const [found] = (await ask(idLookUp, { query: { id: 'first' } })).found;
  expect(found).toMatchObject({ kind: 'call', name: 'first', account_id: payer.account.id });
  const { call } = await ask(callRead, { params: { call: found.id } });
  expect(call.tried.map(({ outcome, duration_ms, cost }: Seen) => [outcome, duration_ms, cost])).toEqual([
    ['timeout', 900, '0.000100'],
    ['ok', 30, '0.004000'],
  ]);
  expect(call).toMatchObject({ openings: 1, refundable: '0.012000', complaint: null, provider: 'demo' });
  expect(call.entries).toMatchObject([{ kind: 'charge', amount: '-0.012000' }]);
  expect(await ask(callRead, { params: { call: 'call_99' } })).toMatchObject({ code: 'NOT_FOUND' });
});

test('an overview has the figures of today, and asks for a decision when the ledger was not clean', async () => {
  const { difference_count } = await ask(ledgerVerify);
  const seen = await ask(overview);
  expect(seen.today).toMatchObject({ calls: 3, earned: '0.025000', cost: '0.008100', margin: '0.016900' });
  expect(seen.ledger).toMatchObject({ clean: false, differences: difference_count });
  expect(seen.hours.at(-1)).toMatchObject({ calls: 3 });
  expect(seen.hours).toHaveLength(37);
  // This world has no price list, so no call matches a list price.
  // No node works here, so the closing of a month waits too.
  expect(seen.decisions).toMatchObject([{ kind: 'duties' }, { kind: 'ledger' }]);
});

test('usage by two dimensions adds up, and says what it does not take', async () => {
  const seen = await ask(usageSlice, { query: { by: 'key,provider' } });
  expect(seen.totals).toMatchObject({ calls: 3, charged: '0.025000', cost: '0.008100' });
  expect(seen.rows).toMatchObject([{ groups: [payer.key.id, 'demo'], names: ['laptop', null] }]);
  expect(await ask(usageSlice, { query: { by: 'day,day' } })).toMatchObject({ code: 'INVALID_REQUEST' });
  expect(await ask(usageSlice, { query: { by: 'moon' } })).toMatchObject({ kind: 'misshapen' });
});

test('the history of a provider has a step for every five minutes of a day, and a check asks it now', async () => {
  const { steps } = await ask(providerHistory, { params: { provider: 'demo' } });
  expect(steps).toHaveLength(289);
  expect(steps.at(-1)).toMatchObject({ attempts: 4, failures: 1, success_rate: 0.75, p95_ms: 1_000 });
  expect(steps[0]).toMatchObject({ attempts: 0, success_rate: null, p95_ms: null, cost: '0.000000' });
  expect(await ask(providerCheck, { params: { provider: 'demo' } })).toMatchObject({ ok: true });
  expect(await ask(providerCheck, { params: { provider: 'other' } })).toMatchObject({ code: 'NOT_FOUND' });
});

test('a key shows how much of its caps is used', async () => {
  const { caps } = await ask(keyRead, { params: { key: payer.key.id } });
  expect(caps).toMatchObject([{ window: 'day', limit: '1.000000', spent: '0.025000', left: '0.975000' }]);
});

test('a draft of prices says what it would have earned on the calls of the last thirty days', async () => {
  const endpoints = [{ path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.020' }];
  const seen = await ask(catalogRevenue, { body: { endpoints } });
  expect(seen.rows).toMatchObject([{ calls: 3, earned: '0.025000', would_earn: '0.060000', is_exact: true }]);
  expect(seen.total).toMatchObject({ difference: '0.035000' });
});

test('a call over several platforms names everybody who answered, and the platform of each attempt', async () => {
  const legs = [
    { ...attempt('ok', 30, 10), provider: 'tube', leg: 'peertube' },
    { ...attempt('refused', 5, 10), provider: 'films', leg: 'archive' },
    { ...attempt('ok', 40, 10), provider: 'films', leg: 'archive' },
    { ...attempt('timeout', 90, 10), provider: 'short', leg: 'kuaishou' },
  ];
  await makeCall(world.storage, payer, 'over all', '0.012', legs);
  const [listed] = (await ask(callList, { query: {} })).calls;
  expect(listed).toMatchObject({ provider: 'tube', providers: ['tube', 'films'], attempts: 4 });
  const { call } = await ask(callRead, { params: { call: listed.id } });
  expect(call.tried.map(({ platform, provider }: Seen) => [platform, provider])).toEqual([
    ['peertube', 'tube'],
    ['archive', 'films'],
    ['archive', 'films'],
    ['kuaishou', 'short'],
  ]);
});

test('one call shows which grants paid it; one that was paid with ordinary money has nothing to show', async () => {
  const account = await makeAccount(world.storage, '1');
  const { holder } = await makeKey(world.storage, account.id);
  const grant = { id: 'gra_try', kind: 'promo' as const, priority: 10, expiresAtMs: null, reference: 'try' };
  const given = {
    ...grant,
    actor: 'test',
    accountId: account.id,
    amountMicros: toMicros(1_000),
    reason: 'to try',
  };
  await world.storage.grants.give(given);
  await makeCall(world.storage, holder, 'granted', '0.012');
  await makeCall(world.storage, holder, 'plain', '0.012');
  const read = async (id: string) => {
    const [found] = (await ask(idLookUp, { query: { id } })).found;
    return (await ask(callRead, { params: { call: found.id } })).call;
  };
  const paid_from = [{ grant: 'gra_try', kind: 'promo', amount: '0.001000' }];
  expect(await read('granted')).toMatchObject({ charged: '0.012000', paid_from });
  expect(await read('plain')).not.toHaveProperty('paid_from');
});

test('the calls of a collection or a watch are found by its id, those of another one and of another account are not', async () => {
  const other = await makeAccount(world.storage, '10');
  const stranger = (await makeKey(world.storage, other.id)).holder;
  for (const page of [0, 1, 10]) await makeCall(world.storage, payer, `c-col_1-${page}`, '0.010');
  await makeCall(world.storage, payer, 'c-col_10-0', '0.010');
  await makeCall(world.storage, payer, 'w-wat_1-1', '0.010');
  await makeCall(world.storage, stranger, 'c-col_1-0', '0.010');
  const account = payer.account.id;
  const of = async (query: object) => {
    const { calls, totals } = await ask(callList, { query: { totals: true, ...query } });
    return [calls.map(({ request_id }: Seen) => request_id).sort(), totals.calls, totals.charged];
  };
  const own = ['c-col_1-0', 'c-col_1-1', 'c-col_1-10'];
  expect(await of({ account, of: 'col_1' })).toEqual([own, 3, '0.030000']);
  expect(await of({ account, of: 'wat_1' })).toEqual([['w-wat_1-1'], 1, '0.010000']);
  expect(await of({ account, of: 'col_2' })).toEqual([[], 0, '0.000000']);
  expect(await of({ account: other.id, of: 'col_1' })).toEqual([['c-col_1-0'], 1, '0.010000']);
  expect(await of({ account: other.id, of: 'wat_1' })).toEqual([[], 0, '0.000000']);
  // Without its account a collection must exist, to say whose it is.
  expect(await ask(callList, { query: { of: 'col_1' } })).toMatchObject({ code: 'NOT_FOUND' });
});
