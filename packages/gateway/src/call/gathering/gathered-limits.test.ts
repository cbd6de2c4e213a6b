// Limits of gathered calls: of the key, of the links in records, and of what a stored answer costs.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectors as builtIn } from '../../connectors/index.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { keyIdOf } from '../../storage/testing/payer.ts';
import { scriptedConnector } from '../../testing/scripted-platform.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import { findHolder, gatherTerms } from './gather-terms.ts';
import { codeOf, type GatherRig, ITEM, listOf, numbers, openRig, SEARCH } from './testing/rig.ts';

const clock = createShiftedClock();
const LINKS_S = 3_600;
const { facts } = scriptedConnector;
const connectors = [
  ...builtIn,
  { ...scriptedConnector, facts: { ...facts, retention: { ...facts.retention, linkSeconds: LINKS_S } } },
];
const CACHE = `cache:
  fresh_seconds: 60
  routes: [{ path: "${SEARCH}", price_factor: 0.5 }, { path: "/api/u1/v1/scripted/collect/search_video_v2", price_factor: 0.1 }]`;

let rig: GatherRig;
beforeAll(async () => {
  rig = await openRig((text) => text.replace('cache: { fresh_seconds: 0 }', CACHE), { clock, connectors });
});
afterAll(() => rig.close());
beforeEach(() => {
  rig.seen.clear();
  rig.found.length = 0;
});

const ask = (keyword: string) => ({ query: { keyword, count: '10' } });

test('a stored answer costs the share of its interactive route', async () => {
  rig.script = listOf(numbers(0, 10));
  expect(await rig.collect(11, ask('share'))).toMatchObject({ chargedMicros: 10 * ITEM });
  rig.seen.clear();
  expect(await rig.collect(12, ask('share'))).toMatchObject({ chargedMicros: 5 * ITEM });
});

test('links live from when the platform answered, not from when the cache did; those of a run as long as its oldest page', async () => {
  rig.script = listOf(numbers(0, 20));
  const fetchedMs = clock.nowMs();
  await rig.collect(21, ask('links'));
  clock.advance(30_000);
  const { next } = rig.found[0] as { next: { pcursor: string } };
  await rig.collect(22, { query: { ...ask('links').query, pcursor: next.pcursor } });
  rig.seen.clear();
  await rig.collect(23, ask('links'));
  rig.seen.clear();
  await rig.watch(1, ask('links'));
  const lives = rig.found.map(({ linksUntilMs }) => (linksUntilMs! - fetchedMs) / 1_000 - LINKS_S);
  // Seconds after the first answer; the test itself takes a few.
  expect(lives.map((seconds) => Math.floor(seconds / 30))).toEqual([0, 1, 0, 0]);
});

test('the highest price that a key may pay for a call holds for each page of a run', async () => {
  rig.script = listOf(numbers(0, 100));
  const { keys } = rig.core.storage;
  const most = (maxCallMicros: Micros | null) =>
    keys.update({ actor: 't', id: keyIdOf('acc'), maxCallMicros });
  await most(toMicros(10 * ITEM - 1));
  expect(codeOf(await rig.watch(2, ask('key')))).toBe('PRICE_CEILING');
  await most(toMicros(10 * ITEM));
  expect(await rig.watch(3, ask('key'))).toMatchObject({ kind: 'settled', items: 30 });
  await most(null);
});

test('what is asked for owners that are removed meanwhile is limited, and returns with time; failed storage does not count', async () => {
  rig.script = listOf(numbers(0, 10));
  const { settle } = rig;
  const { requests, perSeconds } = rig.core.live.calls.missLimit;
  const page = (number: number) => rig.collect(number, ask(`removed ${number}`));
  try {
    rig.settle = () => Promise.reject(new StorageUnavailable('the disk is full'));
    await expect(page(31)).rejects.toThrow();
    rig.deps.misses.note('acc', requests - 2);
    rig.settle = () => Promise.reject(new Error('it is gone'));
    for (const number of [32, 33]) await expect(page(number)).rejects.toThrow('it is gone');
    const asked = rig.asked;
    expect(await page(34)).toMatchObject({ code: 'RATE_LIMITED' });
    expect(await rig.watch(4, ask('removed'))).toMatchObject({ code: 'RATE_LIMITED' });
    expect(rig.asked).toBe(asked);
    clock.advance(2 * perSeconds * 1_000);
    await expect(page(35)).rejects.toThrow('it is gone');
  } finally {
    rig.settle = settle;
  }
});

test('a revoked key learns no terms', async () => {
  const { keys } = rig.core.storage;
  const terms = async () => {
    const holder = (await findHolder(rig.core.storage, keyIdOf('bystander')))!;
    const read = await gatherTerms(rig.deps, { holder, path: SEARCH, ...ask('a'), purpose: 'collect' });
    return read.kind === 'failure' ? codeOf(read) : read.kind;
  };
  expect(await terms()).toBe('terms');
  await keys.revoke({ actor: 't', id: keyIdOf('bystander') });
  expect(await terms()).toBe('UNAUTHORIZED');
});
