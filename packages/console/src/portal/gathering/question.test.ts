// Tests the question of a new collection or watch: what can be gathered, what is sent, and what it can cost at most.
import { expect, test } from 'vitest';
import type { PricedEndpoint } from '../../api/api-types.ts';
import { readForm } from '../playground/form.ts';
import {
  gatherable,
  gatherLink,
  interactive,
  isGatherable,
  mostOf,
  priceFor,
  questionOf,
  questionsOf,
} from './question.ts';

const sold = (over: Partial<PricedEndpoint>) =>
  ({
    ...{ group: 'u1', operation: 'video.search', platform: 'library', variant: 'stable', unit: 'call' },
    ...{ path: '/api/u1/v1/library/app/search_video_v2', unit_price: '0.012000', minimum: null },
    ...over,
  }) as PricedEndpoint;

const SEARCH = sold({});
const COLLECT = sold({
  ...{ path: '/api/u1/v1/library/collect/search_video_v2', unit: 'item', unit_price: '0.001000' },
});
const ALL = [
  SEARCH,
  COLLECT,
  sold({ operation: 'video.get', path: '/api/u1/v1/library/app/get_video_v2' }),
  sold({ group: 'u2', path: '/api/u2/v1/library/app/search_video_v2' }),
  sold({ platform: 'all', unit: 'leg', path: '/api/u1/v1/all/app/search_video_v2' }),
];
const form = (fields: Record<string, unknown>) => ({ ...readForm(fields), platform: 'library' });

test('only lists of one platform in the unified form can be gathered', () => {
  expect(gatherable(ALL)).toEqual([SEARCH]);
  expect(isGatherable(ALL, form({}))).toBe(true);
  expect(isGatherable(ALL, form({ operation: 'video.get' }))).toBe(false);
  expect(isGatherable(ALL, form({ group: 'u2' }))).toBe(false);
  expect(isGatherable(ALL, { ...form({}), platform: 'all' })).toBe(false);
});

test('prices of pages and runs are not offered as calls', () => {
  expect(interactive(ALL)).not.toContain(COLLECT);
  expect(interactive(ALL)).toHaveLength(ALL.length - 1);
  const mounted = sold({ path: '/api/x1/v1/library/app/collect' });
  expect(interactive([mounted])).toEqual([mounted]);
});

test('a question has the filters of the form, and no page size', () => {
  const asked = form({ about: ' cat ', duration: 'short', count: '5' });
  expect(questionOf(ALL, asked)).toEqual({
    path: SEARCH.path,
    query: { keyword: 'cat', duration: 'short' },
  });
  expect(questionOf(ALL, form({}))).toBeNull();
});

test('each line is a question, and one that cannot be asked stops all', () => {
  expect(questionsOf(ALL, form({ about: 'cat\n\n dog \n' }))).toEqual({
    path: SEARCH.path,
    queries: [{ keyword: 'cat' }, { keyword: 'dog' }],
  });
  expect(questionsOf(ALL, form({ about: 'cat\nhttps://example.com/x' }))).toBeNull();
  expect(questionsOf(ALL, form({}))).toBeNull();
});

test('a collection costs at most its items, and never more than its budget', () => {
  const price = priceFor(ALL, SEARCH.path, 'collect');
  expect(price).toBe(COLLECT);
  expect(mostOf(price, 100, 2_000_000n)).toBe(100_000n);
  expect(mostOf(price, 100, 50_000n)).toBe(50_000n);
});

test('where the number of pages decides, the budget is the most', () => {
  expect(mostOf(priceFor(ALL, SEARCH.path, 'watch'), 100, 2_000_000n)).toBe(2_000_000n);
  expect(mostOf(SEARCH, 1, 2_000_000n)).toBe(2_000_000n);
  expect(mostOf({ ...COLLECT, minimum: '0.005000' }, 1, 2_000_000n)).toBe(2_000_000n);
});

test('from the playground the question goes along, without its page size', () => {
  const link = gatherLink('watches', form({ about: 'a&b', sort: 'newest', count: '5' }));
  const [place, search] = link.split('?');
  expect(place).toBe('#/watches/new');
  const fields = Object.fromEntries(new URLSearchParams(search));
  expect(fields).toMatchObject({ about: 'a&b', sort: 'newest', platform: 'library' });
  expect(fields).not.toHaveProperty('count');
  expect(questionOf(ALL, form(fields))).toEqual(questionOf(ALL, form({ about: 'a&b', sort: 'newest' })));
});
