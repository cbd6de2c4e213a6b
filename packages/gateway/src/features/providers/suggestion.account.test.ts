import { expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { failure } from '../../domain/failure.ts';
import { toMicros } from '../../domain/money.ts';
import { dataRoutes } from '../../operations/index.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import { accountDepsOf, ask, START_MS, type World } from '../../verb/testing/world.ts';
import { suggestions } from './suggestion.account.ts';

const rule = (path: string) => ({
  ...{
    path,
    unitPriceMicros: toMicros(1),
    summary: null,
    deprecated: false,
    sunsetAtMs: null,
    successor: null,
  },
});
const catalog: Catalog = {
  ...{ version: 1, currency: 'USD', effectiveFromMs: START_MS, publishedAtMs: START_MS, publishedBy: 'test' },
  ...{ note: null, overrides: [], endpoints: [rule('/api/u1/v1/library/app/search_video_v2')] },
};
const asked: [string, string][] = [];
const deps = {
  ...accountDepsOf({} as World, catalog),
  routes: () => dataRoutes({ library: ['video.search'], demo: ['video.search'] }),
  suggest: async (typed: string, accountId: string) => {
    asked.push([typed, accountId]);
    return [{ kind: 'title' as const, text: 'Night sky' }];
  },
};
const holder = (key: object) =>
  ({
    account: { id: 'acc_a' },
    key: { groups: ['u1'], platforms: null, operations: null, ...key },
  }) as KeyHolder;
const typed = (key: object, own: object = {}) =>
  ask(suggestions, { ...deps, ...own }, holder(key), { query: { keyword: 'nig' } });

test('only a key that may search the library sees its titles, and only where a search has a price', async () => {
  asked.length = 0;
  const none = { suggestions: [] };
  expect(await typed({ platforms: ['demo'] })).toEqual(none);
  expect(await typed({ operations: ['video.get'] })).toEqual(none);
  expect(await typed({ groups: ['u2'] })).toEqual(none);
  expect(await typed({}, { catalog: () => ({ ...catalog, endpoints: [] }) })).toEqual(none);
  expect(await typed({}, { routes: () => dataRoutes({ demo: ['video.search'] }) })).toEqual(none);
  expect(asked).toEqual([]);
  const seen = { suggestions: [{ kind: 'title', text: 'Night sky' }] };
  expect(await typed({ platforms: ['library'], operations: ['video.search'] })).toEqual(seen);
  expect(asked).toEqual([['nig', 'acc_a']]);
});

test('each counts as a free answer of the account, also when the library fails, and is refused beyond the limit', async () => {
  let open = 0;
  const takePlace = (id: string) => {
    expect(id).toBe('acc_a');
    open += 1;
    const leave = () => {
      open -= 1;
    };
    return { kind: 'place' as const, leave };
  };
  const seen: number[] = [];
  await typed({}, { takePlace, suggest: async () => [seen.push(open)].slice(1) });
  expect([seen, open]).toEqual([[1], 0]);
  const broken = () => Promise.reject(new Error('gone'));
  await expect(typed({}, { takePlace, suggest: broken })).rejects.toThrow('gone');
  expect(open).toBe(0);
  asked.length = 0;
  const refused = failure('RATE_LIMITED', 'slow down');
  expect(await typed({}, { takePlace: () => refused })).toEqual(refused);
  expect(asked).toEqual([]);
});
