import { expect, test } from 'vitest';
import { ageMsMaxFor, agesFor, keepFor, NEGATIVE_FRESH_MS } from './cache-policy.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_S = 86_400;

const route = { freshMs: MINUTE_MS, staleMs: HOUR_MS };
const none = { freshMs: 0, staleMs: 0 };
const free = { min: 0, max: null };

test('without terms the settings of the route apply', () => {
  expect(keepFor({ route, legal: free, isEmpty: false })).toEqual(route);
});

test('an answer of a provider that demands a day of caching is kept a day where the route says a minute', () => {
  const legal = { min: DAY_S, max: null };
  expect(keepFor({ route, legal, isEmpty: false })).toEqual({ freshMs: 24 * HOUR_MS, staleMs: HOUR_MS });
});

test.each([
  ['stale gives way first', 600, { freshMs: MINUTE_MS, staleMs: 9 * MINUTE_MS }],
  ['then fresh', 30, { freshMs: 30_000, staleMs: 0 }],
  ['and 0 forbids keeping', 0, none],
])("a provider's maximum bounds fresh and stale together: %s", (_, max, kept) => {
  expect(keepFor({ route, legal: { min: 0, max }, isEmpty: false })).toEqual(kept);
});

test('an empty page is fresh for a moment and never stale', () => {
  expect(keepFor({ route, legal: free, isEmpty: true })).toEqual({ freshMs: NEGATIVE_FRESH_MS, staleMs: 0 });
  const short = { freshMs: 5_000, staleMs: HOUR_MS };
  expect(keepFor({ route: short, legal: free, isEmpty: true })).toEqual({ freshMs: 5_000, staleMs: 0 });
});

test('a provider that demands caching gets it for empty pages too', () => {
  const kept = keepFor({ route, legal: { min: DAY_S, max: null }, isEmpty: true });
  expect(kept).toEqual({ freshMs: 24 * HOUR_MS, staleMs: 0 });
});

test('a route with fresh 0 keeps nothing, not even for errors', () => {
  expect(keepFor({ route: { freshMs: 0, staleMs: HOUR_MS }, legal: free, isEmpty: false })).toEqual(none);
});

test("a route with fresh 0 still keeps a provider's minimum, and no more than that", () => {
  const kept = keepFor({
    route: { freshMs: 0, staleMs: HOUR_MS },
    legal: { min: DAY_S, max: null },
    isEmpty: false,
  });
  expect(kept).toEqual({ freshMs: 24 * HOUR_MS, staleMs: 0 });
});

test.each([
  ['no wish takes any answer that is kept', null, free, Number.POSITIVE_INFINITY],
  ['a wish bounds the age', 30, free, 30_000],
  ['0 takes none that is kept', 0, free, 0],
  ["a provider's minimum stands above the wish", 0, { min: DAY_S, max: null }, 24 * HOUR_MS],
])('the age that a caller accepts: %s', (_, asked, legal, expected) => {
  expect(ageMsMaxFor(asked, legal)).toBe(expected);
});

test("an answer kept for a generous route serves a strict one only within the strict one's times", () => {
  const ages = agesFor({ route: { freshMs: 5_000, staleMs: 10_000 }, legal: free, askedSeconds: null });
  expect(ages).toEqual({ fresh: 5_000, stale: 15_000 });
  const off = agesFor({ route: { freshMs: 0, staleMs: HOUR_MS }, legal: free, askedSeconds: null });
  expect(off).toEqual({ fresh: 0, stale: 0 });
});

test('a caller may ask for less than the route allows, never for more', () => {
  expect(agesFor({ route, legal: free, askedSeconds: 30 })).toEqual({ fresh: 30_000, stale: 30_000 });
  expect(agesFor({ route, legal: free, askedSeconds: 90 })).toEqual({ fresh: MINUTE_MS, stale: 90_000 });
});

test("a provider's minimum serves callers and routes that want less", () => {
  const ages = agesFor({ route: none, legal: { min: DAY_S, max: null }, askedSeconds: 0 });
  expect(ages).toEqual({ fresh: 24 * HOUR_MS, stale: 24 * HOUR_MS });
});
