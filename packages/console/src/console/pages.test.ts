// Tests small rules of console pages: state in the address, links to ids, sums of a provider's day.
import { expect, test } from 'vitest';
import type { Found, ProviderStep } from '../api/api-types.ts';
import { readCallFilters } from './calls/filters.ts';
import { readAnswer } from './complaints/read-answer.ts';
import { readCollectionFilters, readWatchFilters } from './gathering/filters.ts';
import { callByRequest, callsOf, placeOf } from './links.ts';
import { dayOf, pointsOf } from './providers/history-points.ts';
import { dimensionsOf, readUsage } from './usage/dimensions.ts';

test('filters of calls are read by their names; numbers count as text, nonsense as nothing', () => {
  const read = readCallFilters({
    account: 'acc_1',
    key: 7,
    state: '',
    failure: ['x'],
    strange: 'y',
    open: 'call_1',
  });
  expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))).toEqual({
    ...{ account: 'acc_1', key: '7', open: 'call_1' },
  });
  expect(readCallFilters({ state: 'held' }).state).toBe('held');
  expect(readCallFilters({ state: 'open' }).state).toBeUndefined();
});

test('late ones are asked for by the word true alone, and states by those that the list has', () => {
  expect(readCollectionFilters({ state: 'waiting', late: true, account: 'acme' })).toEqual({
    ...{ state: 'waiting', late: true, account: 'acme', open: undefined },
  });
  expect(readWatchFilters({ state: 'waiting', late: 'no' })).toMatchObject({
    ...{ state: undefined, late: undefined },
  });
  expect(readWatchFilters({ state: 'paused', late: 'true' })).toMatchObject({
    state: 'paused',
    late: true,
  });
});

test('the calls of a collection are found by its account and its id', () => {
  const link = callsOf({ account_id: 'acc/1', id: 'col_1' });
  const { account, of } = readCallFilters(Object.fromEntries(new URLSearchParams(link.split('?')[1])));
  expect([account, of]).toEqual(['acc/1', 'col_1']);
});

test('usage is grouped by the dimensions in the address, by default by day over a week', () => {
  const dimensions = (search: Record<string, unknown>) => dimensionsOf(readUsage(search));
  expect(readUsage({})).toMatchObject({ days: '7', show: 'charged', account: undefined });
  expect(dimensions({})).toEqual(['day']);
  expect(dimensions({ by: 'provider', second: 'path', days: 30 })).toEqual(['provider', 'path']);
  expect(readUsage({ by: 'moon', second: 'moon', days: '-1', show: 'moon' })).toEqual(readUsage({}));
});

test('one day is shown by the hour, more by the day, each stacked by what is chosen', () => {
  const dimensions = (search: Record<string, unknown>) => dimensionsOf(readUsage(search));
  expect(dimensions({ days: '1', second: 'account' })).toEqual(['hour', 'account']);
  expect(dimensions({ days: '7', second: 'account' })).toEqual(['day', 'account']);
  expect(dimensions({ days: '7', second: 'day' })).toEqual(['day']);
});

test.each([
  ['call', '/calls?open=a%2Fb'],
  ['account', '/accounts/a%2Fb'],
  ['key', '/keys?open=a%2Fb'],
  ['project', '/accounts/acc%2F1?tab=keys'],
  ['complaint', '/complaints'],
  ['entry', '/accounts/acc%2F1'],
  ['token', '/system'],
  ['session', '/system'],
  ['webhook', '/audit?subject=a%2Fb'],
])('a %s is shown at %s', (kind, place) => {
  expect(placeOf({ kind, id: 'a/b', account_id: 'acc/1' } as unknown as Found)).toBe(place);
});

test('a call is found by any request id, however it is written', () => {
  expect(callByRequest('acc_1', 'a/b?c#d')).toBe('#/accounts/acc_1/requests/a%2Fb%3Fc%23d');
});

const step = (at: string, attempts: number, failures: number, p95_ms: number | null = null): ProviderStep =>
  ({ at, attempts, failures, p95_ms, cost: '0.001000', earned: '0.012000' }) as ProviderStep;

test('six steps are a point at the time of the first, and the last point may have fewer', () => {
  const steps = Array.from({ length: 8 }, (_, i) => step(`t${i}`, i, 1));
  expect(pointsOf(steps)).toEqual([
    { at: 't0', attempts: 15, failures: 6 },
    { at: 't6', attempts: 13, failures: 2 },
  ]);
  expect(pointsOf([])).toEqual([]);
});

test('a day is the sum of its steps to the micro-unit, and its p95 is the highest of them', () => {
  expect(dayOf([step('a', 2, 1, 40), step('b', 3, 0, 900), step('c', 0, 0)])).toEqual({
    ...{ attempts: 5, failures: 1, p95Ms: 900, cost: 3_000n, earned: 36_000n },
  });
  expect(dayOf([step('a', 0, 0)]).p95Ms).toBeNull();
});

test('the answer of a complaint is shown by its titles, else by its texts', () => {
  const items = [
    { id: '1', title: 'A cat' },
    { id: '2', title: null, text: 'A comment' },
    { id: '3', title: '' },
    {},
  ];
  const { titles, pretty } = readAnswer(JSON.stringify({ items }));
  expect(titles?.map(({ title }) => title)).toEqual(['A cat', 'A comment', '3', '–']);
  expect(new Set(titles?.map(({ id }) => id)).size).toBe(4);
  expect(JSON.parse(pretty)).toEqual({ items });
  expect(readAnswer('{"item":{"id":"1"}}').titles).toBeNull();
  expect(readAnswer('{"items":[{"id"')).toEqual({ titles: null, pretty: '{"items":[{"id"' });
});
