// Tests that a form becomes the call that its fields describe, at the price of the list.
import { expect, test } from 'vitest';
import type { PricedEndpoint } from '../../api/api-types.ts';
import { callOf, priceOf } from './call.ts';
import { readForm } from './form.ts';

function endpoint(change: Partial<PricedEndpoint>): PricedEndpoint {
  return {
    path: '/api/u1/v1/library/app/search_video_v2',
    method: 'GET',
    group: 'u1',
    version: 'v1',
    platform: 'library',
    made_up: false,
    operation: 'video.search',
    variant: 'stable',
    unit_price: '0.012000',
    tiers: null,
    tier: null,
    month_used: null,
    unit: 'call',
    minimum: null,
    free_per_day: null,
    charged_when: 'success',
    alternatives: [],
    deprecated: false,
    coverage: null,
    sunset_at: null,
    effective_from: '2026-01-01T00:00:00.000Z',
    summary: null,
    ...change,
  };
}

const form = (search: Record<string, unknown>) => readForm({ platform: 'library', ...search });

test('a search sends the keyword and its filters, and nothing else', () => {
  const call = callOf([endpoint({})], form({ about: ' 猫 ', sort: 'newest', region: 'DE', comment: 'x' }));
  expect(call?.query).toEqual({ keyword: '猫', sort: 'newest', region: 'DE' });
});

test.each([
  ['https://example.org/@cat', { url: 'https://example.org/@cat' }],
  ['@cat', { handle: 'cat' }],
  ['UC123', { author_id: 'UC123' }],
])('an author given as %s is asked for by the right parameter', (about, query) => {
  const able = endpoint({ operation: 'author.get', path: '/a' });
  expect(callOf([able], form({ operation: 'author.get', about, region: 'DE', count: '5' }))?.query).toEqual(
    query,
  );
});

test('several ids are asked for in one call, at the price of each', () => {
  const able = endpoint({ operation: 'video.get', unit_price: '0.004000' });
  const several = form({ operation: 'video.get', about: 'a, b,c,' });
  expect(callOf([able], several)?.query).toEqual({ ids: 'a,b,c' });
  expect(priceOf(able, several)).toEqual({ most: 12_000n, isExact: false });
  const native = { ...several, group: 'u2' as const };
  expect(callOf([{ ...able, group: 'u2' }], native)?.query).toEqual({ id: 'a, b,c,' });
});

test('a search over all platforms costs at most what each of them costs', () => {
  const leg = { path: '/p', minimum: null, tiers: null, tier: null, month_used: null };
  const legs = [
    { ...leg, platform: 'library', unit: 'call' as const, unit_price: '0.012000' },
    { ...leg, platform: 'tube', unit: 'item' as const, unit_price: '0.001000' },
  ];
  const all = endpoint({ platform: 'all', unit: 'leg', unit_price: '0.032000', legs });
  expect(priceOf(all, form({})).most).toBe(32_000n);
  expect(priceOf(all, form({ count: '5' })).most).toBe(32_000n);
  expect(priceOf(all, form({ count: '50' })).most).toBe(62_000n);
});

test('there is no call while something is missing', () => {
  expect(callOf([endpoint({})], form({}))).toBeNull();
  expect(callOf([], form({ about: 'cat' }))).toBeNull();
  const replies = endpoint({ operation: 'comment.replies' });
  expect(callOf([replies], form({ operation: 'comment.replies', about: 'v1' }))).toBeNull();
});

test('the price of a call is exact, that of items is the most they can cost', () => {
  expect(priceOf(endpoint({}), form({}))).toEqual({ most: 12_000n, isExact: true });
  const items = endpoint({ unit: 'item', unit_price: '0.001000', minimum: '0.005000' });
  expect(priceOf(items, form({ count: '30' }))).toEqual({ most: 30_000n, isExact: false });
  expect(priceOf(items, form({ count: '2' })).most).toBe(5_000n);
});
