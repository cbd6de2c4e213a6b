import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRouteCaches, PATHS_MAX } from './route-cache.ts';

const none = { freshSeconds: null, staleIfErrorSeconds: null, priceFactor: null };
const general = { freshSeconds: 60, staleIfErrorSeconds: 3_600, priceFactor: 1, routes: [] };

test('a path without a route of its own has the general settings', () => {
  const wanted = { freshMs: 60_000, staleMs: 3_600_000, priceFactorMillionths: 1_000_000 };
  expect(createRouteCaches(general)('/api/u1/v1/library/app/search_video')).toEqual(wanted);
});

test('the most specific route wins, and fields that it omits have the general value', () => {
  const cacheFor = createRouteCaches({
    ...general,
    routes: [
      { ...none, path: '/api/*/v1/*/app/search_video', freshSeconds: 10, staleIfErrorSeconds: 20 },
      { ...none, path: '/api/u1/v1/pexels/app/search_video', priceFactor: 0.25 },
    ],
  });
  const specific = { freshMs: 60_000, staleMs: 3_600_000, priceFactorMillionths: 250_000 };
  expect(cacheFor('/api/u1/v1/pexels/app/search_video')).toEqual(specific);
  const wide = { freshMs: 10_000, staleMs: 20_000, priceFactorMillionths: 1_000_000 };
  expect(cacheFor('/api/u2/v1/pexels/app/search_video')).toEqual(wide);
  expect(cacheFor('/api/u1/v1/pexels/app/search_video_v2').freshMs).toBe(60_000);
});

test('0 is a value, not an omission', () => {
  const routes = [{ path: '/a', freshSeconds: 0, staleIfErrorSeconds: 0, priceFactor: 0 }];
  expect(createRouteCaches({ ...general, routes })('/a')).toEqual({
    freshMs: 0,
    staleMs: 0,
    priceFactorMillionths: 0,
  });
});

test('every factor of six decimals becomes its exact number of millionths', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (millionths) => {
      const priceFactor = Number(`${millionths}e-6`);
      return createRouteCaches({ ...general, priceFactor })('/a').priceFactorMillionths === millionths;
    }),
  );
});

test('a path is computed once, and a limited number is remembered', () => {
  const cacheFor = createRouteCaches(general);
  expect(cacheFor('/0')).toBe(cacheFor('/0'));
  for (let i = 1; i <= PATHS_MAX; i++) cacheFor(`/${i}`);
  expect(cacheFor(`/${PATHS_MAX}`)).not.toBe(cacheFor(`/${PATHS_MAX}`));
  expect(cacheFor('/0')).toBe(cacheFor('/0'));
});
