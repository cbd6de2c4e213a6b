import { expect, test } from 'vitest';
import { type Config, isConfigError, loadConfig } from '../config/config.ts';
import { connectors } from '../connectors/index.ts';
import { LiveSettings } from './live-settings.ts';

function config(yaml: string): Config {
  const names = connectors.map(({ name }) => name);
  const loaded = loadConfig({ file: null, connectors: names, env: {}, readFile: () => yaml });
  if (isConfigError(loaded)) throw new Error(loaded.message);
  return loaded;
}

test('a reload applies the cache settings of every path: freshness, share of the price and memory', () => {
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

test('the limits of a provider are divided among workers, and shown as configured', () => {
  const limits = 'requests_per_second: 10, in_flight_max: 8';
  const provider = `{ connector: peertube, base_url: "http://127.0.0.1:1", allow_private: true, ${limits} }`;
  const settings = config(`providers: { up: ${provider} }\nplatforms: { peertube: [up] }\n`);
  const policyOf = (processes: number) =>
    new LiveSettings(settings, connectors, processes).calls.platforms.get('peertube')![0]!.policy;
  expect(policyOf(1)).toMatchObject({ requestsPerSecond: 10, inFlightMax: 8 });
  expect(policyOf(4)).toMatchObject({ requestsPerSecond: 2.5, inFlightMax: 2 });
  expect(policyOf(20)).toMatchObject({ requestsPerSecond: 0.5, inFlightMax: 1 });
  const [shown] = new LiveSettings(settings, connectors, 4).providers();
  expect(shown).toMatchObject({ requestsPerSecond: 10, inFlightMax: 8 });
});
