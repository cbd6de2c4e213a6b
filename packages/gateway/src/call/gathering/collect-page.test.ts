// A page of a collection: what it costs, what it delivers, and what becomes of it when it fails or its process dies.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { inBackground } from '../../domain/in-background.ts';
import { HOLD_TTL_MS } from '../../domain/limits.ts';
import { toMicros } from '../../domain/money.ts';
import { askedView } from '../../features/receipts/asked-view.ts';
import { addPayer, keyIdOf } from '../../storage/testing/payer.ts';
import { findHolder, gatherTerms } from './gather-terms.ts';
import type { GatherOutcome } from './gathered.ts';
import { causeOf } from './gathered.ts';
import {
  codeOf,
  type GatherRig,
  ITEM,
  LOOK_UP,
  listOf,
  numbers,
  openRig,
  PAGE_MINIMUM,
  SEARCH,
} from './testing/rig.ts';

let rig: GatherRig;
let page = 0;
let before: { balance: number; held: number };

beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());
beforeEach(async () => {
  page++;
  rig.seen.clear();
  rig.found.length = 0;
  rig.asked = 0;
  before = await rig.money();
});
afterEach(async () => {
  expect(await rig.money('bystander')).toEqual({ balance: 100_000, held: 0 });
});

const spent = async () => before.balance - (await rig.money()).balance;
const settled = (items: number, micros: number) => ({ kind: 'settled', items, chargedMicros: micros });
const failureOf = (outcome: GatherOutcome) => {
  if (outcome.kind !== 'failure') throw new Error(`expected a failure, got ${outcome.kind}`);
  return outcome;
};

test('is charged for the items that the collection has not seen, each once, and the position follows', async () => {
  rig.script = listOf(['1', '2', '2', '3', '4', ...numbers(5, 20)]);
  rig.seen.add('scripted:3');
  expect(await rig.collect(page)).toEqual(settled(8, 8 * ITEM));
  expect(rig.lastIds()).toEqual(['1', '2', '4', '5', '6', '7', '8', '9']);
  expect(rig.found).toMatchObject([{ items: 8, next: { pcursor: expect.any(String) } }]);
  expect(rig.found[0]!.seen).toContain('scripted:3');
  expect(await spent()).toBe(8 * ITEM);
});

test('goes on where the page before ended, to the end of the list', async () => {
  rig.script = listOf(numbers(0, 14));
  await rig.collect(page);
  const { next } = rig.found[0] as { next: { pcursor: string } };
  page++;
  const query = { keyword: 'cat', count: '10', pcursor: next.pcursor };
  expect(await rig.collect(page, { query })).toEqual(settled(4, 4 * ITEM));
  expect(rig.found[1]).toMatchObject({ next: { end: 'exhausted' } });
  expect(await spent()).toBe(14 * ITEM);
});

test('whose items were all seen costs the minimum and delivers nothing', async () => {
  rig.script = listOf(['1', '2']);
  for (const id of ['1', '2']) rig.seen.add(`scripted:${id}`);
  expect(await rig.collect(page)).toEqual(settled(0, PAGE_MINIMUM));
  expect(rig.found[0]).toMatchObject({ items: 0, body: null, bytes: 0 });
});

test('asks for no more than the items that are left, and holds no more', async () => {
  rig.script = listOf(numbers(0, 40));
  expect(await rig.collect(page, { itemsLeft: 3, ceilingMicros: toMicros(3 * ITEM) })).toEqual(
    settled(3, 3 * ITEM),
  );
  expect(rig.lastIds()).toEqual(['0', '1', '2']);
});

test('of ids is charged for those that exist, and names those without an answer', async () => {
  rig.script = (query) => ({
    ids: query
      .get('ids')!
      .split(',')
      .filter((id) => id !== 's-2'),
    cursor: null,
  });
  const more = { path: LOOK_UP, query: { ids: 's-1,s-2,s-3' } };
  expect(await rig.collect(page, more)).toEqual(settled(2, 2 * 4_000));
  expect(rig.lastIds()).toEqual(['s-1', 's-3']);
  expect(rig.found[0]).toMatchObject({ next: { end: 'exhausted' } });
});

test('that was settled before says so, costs nothing again and asks nothing of the owner', async () => {
  rig.script = listOf(['1', '2', '3']);
  await rig.collect(page);
  expect(await rig.collect(page)).toEqual({ kind: 'moved', retryAfterMs: null });
  expect(rig.found).toHaveLength(1);
  expect(await spent()).toBe(3 * ITEM);
});

test('whose process died between hold and charge costs nothing, and the same id is opened again', async () => {
  rig.script = listOf(['1', '2', '3']);
  const { settle } = rig;
  const reached = Promise.withResolvers<void>();
  rig.settle = () => {
    reached.resolve();
    return new Promise(() => {});
  };
  inBackground(rig.collect(page));
  await reached.promise;
  rig.settle = settle;
  expect(await rig.money()).toEqual({ ...before, held: 10 * ITEM });
  expect(await rig.collect(page)).toEqual({ kind: 'moved', retryAfterMs: expect.any(Number) });
  await rig.core.storage.calls.expire({ holdTtlMs: -HOLD_TTL_MS });
  expect(await rig.money()).toEqual(before);
  expect(await rig.collect(page)).toEqual(settled(3, 3 * ITEM));
  expect(await spent()).toBe(3 * ITEM);
});

test('whose items left changed between two tries is the same call', async () => {
  rig.script = () => ({ kind: 'unavailable', detail: 'down' });
  await rig.collect(page, { itemsLeft: 5 });
  rig.script = listOf(numbers(0, 40));
  expect(await rig.collect(page, { itemsLeft: 7 })).toEqual(settled(7, 7 * ITEM));
});

test('that throws releases its hold and throws on', async () => {
  rig.script = listOf(['1']);
  const { settle } = rig;
  rig.settle = () => Promise.reject(new Error('a bug'));
  await expect(rig.collect(page)).rejects.toThrow('a bug');
  rig.settle = settle;
  await expect.poll(() => rig.money()).toEqual(before);
  expect(await rig.collect(page)).toMatchObject({ kind: 'settled' });
});

test.each([
  ['unavailable', 'UPSTREAM_ERROR', 'provider'],
  ['rate_limited', 'UPSTREAM_BUSY', 'provider'],
  ['input_rejected', 'INVALID_REQUEST', 'refused'],
] as const)(
  'whose platform fails by %s is %s, costs nothing and names the cause %s',
  async (kind, code, cause) => {
    rig.script = () => ({ kind, detail: 'x', suspendMs: 1 });
    const outcome = failureOf(await rig.collect(page, { query: { keyword: kind, count: '10' } }));
    expect([outcome.code, causeOf(outcome)]).toEqual([code, cause]);
    expect(await rig.money()).toEqual(before);
  },
);

test.each([
  ['a ceiling below one page', { ceilingMicros: toMicros(10 * ITEM - 1) }, 'PRICE_CEILING', 'budget'],
  ['a path that is not a list', { path: LOOK_UP, query: { id: '1' } }, 'INVALID_REQUEST', 'refused'],
  ['many platforms', { path: SEARCH.replace('scripted', 'all') }, 'INVALID_REQUEST', 'refused'],
  ['an unknown parameter', { query: { keyword: 'a', color: 'red' } }, 'INVALID_REQUEST', 'refused'],
  ['a path without a price', { path: SEARCH.replace('_v2', '') }, 'ROUTE_NOT_FOUND', 'refused'],
])('with %s is refused before a platform is asked', async (_name, more, code, cause) => {
  const outcome = failureOf(await rig.collect(page, more));
  expect([outcome.code, causeOf(outcome), rig.asked]).toEqual([code, cause, 0]);
  expect(await rig.money()).toEqual(before);
});

test('without a price names the path that lacks it', async () => {
  const { detail } = failureOf(await rig.collect(page, { path: SEARCH.replace('_v2', '') }));
  expect(detail).toContain('/api/u1/v1/scripted/collect/search_video,');
});

test.each([
  ['balance', 'INSUFFICIENT_BALANCE', 'balance'],
  ['cap', 'SPEND_CAP_REACHED', 'cap'],
  ['platform', 'FORBIDDEN', 'refused'],
  ['revoked', 'UNAUTHORIZED', 'key'],
] as const)('of a key without %s is %s, and the worker learns the cause', async (what, code, cause) => {
  const { storage } = rig.core;
  const id = `poor-${what}`;
  const actor = 'test';
  await addPayer(storage, id, what === 'balance' ? 0 : 100);
  if (what === 'cap') await storage.keys.update({ actor, id: keyIdOf(id), dailyCapMicros: toMicros(1) });
  if (what === 'platform') await storage.keys.update({ actor, id: keyIdOf(id), platforms: ['library'] });
  if (what === 'revoked') await storage.keys.revoke({ actor, id: keyIdOf(id) });
  const outcome = failureOf(await rig.collect(page, {}, id));
  expect([outcome.code, causeOf(outcome), rig.asked]).toEqual([code, cause, 0]);
});

test('is in the list of calls under its billed path, with its figures', async () => {
  rig.script = listOf(['1', '2', '3']);
  await rig.collect(page);
  const { requestId } = { requestId: `c-col_0123456789abcdef-${page}` };
  expect(await rig.core.storage.calls.find({ accountId: 'acc', requestId })).toMatchObject({
    ...{ path: '/api/u1/v1/scripted/collect/search_video_v2', state: 'settled', delivered: { items: 3 } },
    ...{ chargedMicros: 3 * ITEM, operation: 'video.search', answerKept: false },
  });
});

test('its terms are known before anything is asked', async () => {
  const holder = (await findHolder(rig.core.storage, keyIdOf('acc')))!;
  const question = { holder, path: SEARCH, query: { keyword: 'cat', count: '10' } };
  expect(await gatherTerms(rig.deps, { ...question, purpose: 'collect' })).toMatchObject({
    ...{ unit: 'item', pageItemsMax: 10, mostMicros: 10 * ITEM, leastMicros: PAGE_MINIMUM, shape: 'list' },
  });
  expect(await gatherTerms(rig.deps, { ...question, purpose: 'watch', pagesMax: 3 })).toMatchObject({
    mostMicros: 30 * ITEM,
  });
  expect(
    codeOf((await gatherTerms(rig.deps, { ...question, path: '/x', purpose: 'watch' })) as GatherOutcome),
  ).toBe('INVALID_REQUEST');
});

test('what it asked stands on its call, with the fields that the collection keeps', async () => {
  rig.script = listOf(['1']);
  await rig.collect(page, { query: { keyword: 'cat', count: '10', fields: 'id' } });
  const { items } = await rig.core.storage.calls.list({ accountId: 'acc', limit: 1, after: null });
  expect(items[0]!.path).toContain('/collect/');
  expect(Object.fromEntries(items[0]!.asked!.parameters)).toMatchObject({
    ...{ keyword: 'cat', fields: expect.stringContaining('id') },
  });
  expect(askedView(items[0]!)?.path).toBe(SEARCH);
});
