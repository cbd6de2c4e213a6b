// Where a collection goes on after a page: nothing is asked twice, and nothing is left out.
import { expect, test } from 'vitest';
import type { PageRead } from '../../call/gathering/gathered.ts';
import { IDLE_PAGES_MAX, nextOf, queryOf } from './collection-walk.ts';

const list = { path: '/p', query: { keyword: 'a' } };
const batch = { path: '/p', query: { ids: 'a,b,c,d' } };
const at = { question: 0, questionCount: 2, pcursor: null, idlePages: 0, items: 0, itemsMax: 100 };
const read = (changes: Partial<PageRead> = {}): PageRead => ({
  ...{
    items: 1,
    body: null,
    bytes: 0,
    linksUntilMs: null,
    seen: [],
    pcursor: null,
    end: 'exhausted',
    unanswered: [],
  },
  ...changes,
});

test('a list is asked for the largest pages, with the cursor of the page before', () => {
  expect(queryOf(list, null)).toEqual({ keyword: 'a', count: '50' });
  expect(queryOf(list, 'next')).toEqual({ keyword: 'a', count: '50', pcursor: 'next' });
  expect(queryOf(batch, null)).toEqual({ ids: 'a,b,c,d' });
});

test('after a page: the next page, then the next question, then the end', () => {
  expect(nextOf(at, list, read({ pcursor: 'next', end: 'more' }), 100)).toEqual({
    question: 0,
    pcursor: 'next',
  });
  expect(nextOf(at, list, read(), 100)).toEqual({ question: 1, pcursor: null });
  expect(nextOf({ ...at, question: 1 }, list, read(), 100)).toEqual({ end: 'exhausted' });
  expect(nextOf({ ...at, items: 99 }, list, read({ pcursor: 'next' }), 1)).toEqual({ end: 'items' });
});

test('a list that breaks off says so, also when other questions follow', () => {
  expect(nextOf(at, list, read({ end: 'upstream_cap' }), 100)).toMatchObject({ listEnd: 'upstream_cap' });
  expect(nextOf({ ...at, question: 1 }, list, read({ end: 'more' }), 100)).toEqual({ end: 'unknown' });
});

test('ids that were not asked for yet come next; those without an answer are asked for once more', () => {
  const cut = nextOf(at, batch, read({ unanswered: ['b'] }), 2);
  expect(cut).toEqual({ question: 0, pcursor: 'ids c,d,b' });
  expect(queryOf(batch, 'ids c,d,b')).toEqual({ ids: 'c,d,b' });
  const again = nextOf(
    { ...at, pcursor: 'ids c,d,b' },
    { ...batch, query: { ids: 'c,d,b' } },
    read({ unanswered: ['d'] }),
    50,
  );
  expect(again).toEqual({ question: 0, pcursor: 'again d' });
  const last = nextOf(
    { ...at, pcursor: 'again d' },
    { ...batch, query: { ids: 'd' } },
    read({ items: 0, unanswered: ['d'] }),
    50,
  );
  expect(last).toEqual({ question: 1, pcursor: null, listEnd: 'unknown' });
});

test.each([
  [IDLE_PAGES_MAX - 2, { question: 0, pcursor: 'next' }],
  [IDLE_PAGES_MAX - 1, { question: 1, pcursor: null, listEnd: 'unknown' }],
])('after %i pages without a new item, a further one goes on with %j', (idlePages, next) => {
  const more = { pcursor: 'next', end: 'more' as const };
  expect(nextOf({ ...at, idlePages }, list, read({ ...more, items: 0 }), 100)).toEqual(next);
  expect(nextOf({ ...at, idlePages }, list, read(more), 100)).toEqual({ question: 0, pcursor: 'next' });
});
