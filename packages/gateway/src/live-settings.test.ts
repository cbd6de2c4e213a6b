import { expect, test } from 'vitest';
import { type Config, isConfigError, loadConfig } from './config.ts';
import { connectors } from './connectors/index.ts';
import { LiveSettings } from './live-settings.ts';

function config(yaml: string): Config {
  const names = connectors.map(({ name }) => name);
  const loaded = loadConfig({ file: null, connectors: names, env: {}, readFile: () => yaml });
  if (isConfigError(loaded)) throw new Error(loaded.message);
  return loaded;
}

test('a reload takes over the cache of every path, its share of the price and its memory', () => {
  const path = '/api/u1/v1/library/app/search_video';
  const live = new LiveSettings(config(''), connectors);
  const before = { freshMs: 60_000, staleMs: 3_600_000, priceFactorMillionths: 1_000_000 };
  expect(live.calls.cacheFor(path)).toEqual(before);
  const route = '{ path: /api/*/v1/*/app/search_video, fresh_seconds: 5, price_factor: 0.5 }';
  live.replace(config(`cache: { stale_if_error_seconds: 0, bytes_max: 1000, routes: [${route}] }\n`));
  const after = { freshMs: 5_000, staleMs: 0, priceFactorMillionths: 500_000 };
  expect(live.calls.cacheFor(path)).toEqual(after);
  expect(live.config.cache.bytesMax).toBe(1_000);
});
