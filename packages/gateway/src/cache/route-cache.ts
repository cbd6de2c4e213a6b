// The cache settings and the cached-answer price factor of a path. Computed once for each path and kept for as long as a
// configuration lasts. The terms of providers are applied later, to each answer.
import { mostSpecific } from '../domain/catalog.ts';
import { WHOLE_MILLIONTHS } from '../domain/money.ts';
import type { Keep } from './answer-cache.ts';

export interface RouteCache extends Keep {
  /** The share of the unit price for a cached answer, in millionths: a whole number, so that money stays whole. */
  priceFactorMillionths: number;
}

interface Wishes {
  readonly freshSeconds: number;
  readonly staleIfErrorSeconds: number;
  readonly priceFactor: number;
}

interface CacheSettings extends Wishes {
  /** null means the general value. */
  readonly routes: readonly ({ readonly path: string } & {
    readonly [K in keyof Wishes]: Wishes[K] | null;
  })[];
}

/** More than any price list has; further paths are computed each time. */
export const PATHS_MAX = 2_000;

export function createRouteCaches(settings: CacheSettings): (path: string) => RouteCache {
  const known = new Map<string, RouteCache>();
  return (path) => {
    const found = known.get(path) ?? routeCacheOf(settings, path);
    if (known.size < PATHS_MAX) known.set(path, found);
    return found;
  };
}

/** The longest time for which an answer of any route is kept by these settings. */
export function longestKeep({ freshSeconds, staleIfErrorSeconds, routes }: CacheSettings): Keep {
  const longest = (usual: number, own: readonly (number | null)[]) =>
    1_000 * Math.max(usual, ...own.map((seconds) => seconds ?? 0));
  return {
    freshMs: longest(
      freshSeconds,
      routes.map((route) => route.freshSeconds),
    ),
    staleMs: longest(
      staleIfErrorSeconds,
      routes.map((route) => route.staleIfErrorSeconds),
    ),
  };
}

function routeCacheOf(settings: CacheSettings, path: string): RouteCache {
  const route = mostSpecific(settings.routes, path);
  const priceFactor = route?.priceFactor ?? settings.priceFactor;
  return {
    freshMs: (route?.freshSeconds ?? settings.freshSeconds) * 1_000,
    staleMs: (route?.staleIfErrorSeconds ?? settings.staleIfErrorSeconds) * 1_000,
    // The factor has at most six decimals, so only the float's own error is rounded away.
    priceFactorMillionths: Math.round(priceFactor * WHOLE_MILLIONTHS),
  };
}
