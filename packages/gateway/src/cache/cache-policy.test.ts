import { expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../domain/duration.ts';
import { NO_RETENTION_RULES, type Retention } from '../domain/retention.ts';
import { ageMsMaxFor, agesFor, keepFor, NEGATIVE_FRESH_MS } from './cache-policy.ts';

const DAY_S = 86_400;

const route = { freshMs: MINUTE_MS, staleMs: HOUR_MS };
const none = { freshMs: 0, staleMs: 0 };
const free = NO_RETENTION_RULES;
const dayAtLeast: Retention = { ...free, cache: { secondsMin: DAY_S } };

test('without terms the settings of the route apply', () => {
  expect(keepFor({ route, retention: free, isEmpty: false })).toEqual(route);
});

test('an answer of a provider that demands a day of caching is kept a day where the route says a minute', () => {
  expect(keepFor({ route, retention: dayAtLeast, isEmpty: false })).toEqual({
    freshMs: 24 * HOUR_MS,
    staleMs: HOUR_MS,
  });
});

test.each([
  ['stale gives way first', { keepSecondsMax: 600 }, { freshMs: MINUTE_MS, staleMs: 9 * MINUTE_MS }],
  ['then fresh', { keepSecondsMax: 30 }, { freshMs: 30_000, staleMs: 0 }],
  [
    'links that lapse sooner than the terms say',
    { keepSecondsMax: 600, linkSeconds: 30 },
    { freshMs: 30_000, staleMs: 0 },
  ],
  [
    'terms that end before the links lapse',
    { keepSecondsMax: 30, linkSeconds: 600 },
    { freshMs: 30_000, staleMs: 0 },
  ],
  ['never', { cache: 'never' as const }, none],
])("a provider's maximum bounds fresh and stale together: %s", (_, rules, kept) => {
  expect(keepFor({ route, retention: { ...free, ...rules }, isEmpty: false })).toEqual(kept);
});

test('an empty page is fresh for a moment and never stale', () => {
  expect(keepFor({ route, retention: free, isEmpty: true })).toEqual({
    freshMs: NEGATIVE_FRESH_MS,
    staleMs: 0,
  });
  const short = { freshMs: 5_000, staleMs: HOUR_MS };
  expect(keepFor({ route: short, retention: free, isEmpty: true })).toEqual({ freshMs: 5_000, staleMs: 0 });
});

test('a provider that demands caching gets it for empty pages too', () => {
  const kept = keepFor({ route, retention: dayAtLeast, isEmpty: true });
  expect(kept).toEqual({ freshMs: 24 * HOUR_MS, staleMs: 0 });
});

test('a route with fresh 0 keeps nothing, not even for errors', () => {
  expect(keepFor({ route: { freshMs: 0, staleMs: HOUR_MS }, retention: free, isEmpty: false })).toEqual(none);
});

test("a route with fresh 0 still keeps a provider's minimum, and no more than that", () => {
  const kept = keepFor({
    route: { freshMs: 0, staleMs: HOUR_MS },
    retention: dayAtLeast,
    isEmpty: false,
  });
  expect(kept).toEqual({ freshMs: 24 * HOUR_MS, staleMs: 0 });
});

test.each([
  ['no wish takes any answer that is kept', null, free, Number.POSITIVE_INFINITY],
  ['a wish bounds the age', 30, free, 30_000],
  ['0 takes none that is kept', 0, free, 0],
  ["a provider's minimum stands above the wish", 0, dayAtLeast, 24 * HOUR_MS],
])('the age that a caller accepts: %s', (_, asked, retention, expected) => {
  expect(ageMsMaxFor(asked, retention)).toBe(expected);
});

test("an answer kept for a generous route serves a strict one only within the strict one's times", () => {
  const ages = agesFor({ route: { freshMs: 5_000, staleMs: 10_000 }, retention: free, askedSeconds: null });
  expect(ages).toEqual({ fresh: 5_000, stale: 15_000 });
  const off = agesFor({ route: { freshMs: 0, staleMs: HOUR_MS }, retention: free, askedSeconds: null });
  expect(off).toEqual({ fresh: 0, stale: 0 });
});

test('a caller may ask for less than the route allows, never for more', () => {
  expect(agesFor({ route, retention: free, askedSeconds: 30 })).toEqual({ fresh: 30_000, stale: 30_000 });
  expect(agesFor({ route, retention: free, askedSeconds: 90 })).toEqual({ fresh: MINUTE_MS, stale: 90_000 });
});

test("a provider's minimum serves callers and routes that want less", () => {
  const ages = agesFor({ route: none, retention: dayAtLeast, askedSeconds: 0 });
  expect(ages).toEqual({ fresh: 24 * HOUR_MS, stale: 24 * HOUR_MS });
});
