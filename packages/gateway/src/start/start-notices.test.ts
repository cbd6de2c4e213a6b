import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Config, isConfigError, loadConfig } from '../config/config.ts';
import type { PriceRule } from '../domain/catalog.ts';
import { toMicros } from '../domain/money.ts';
import { createWorld, type World } from '../verb/testing/world.ts';
import { priceNotice } from './start-notices.ts';

const ECONOMY = '/api/*/v1/*/app/search_video';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

function config(yaml: string): Config {
  const loaded = loadConfig({
    file: 'reelgate.yaml',
    connectors: ['library'],
    env: {},
    readFile: () => yaml,
  });
  if (isConfigError(loaded)) throw new Error(loaded.message);
  return loaded;
}
const prices = (price: string) =>
  config(`prices: { endpoints: [{ path: "${ECONOMY}", unit_price: "${price}" }] }\n`);

async function publish(endpoints: readonly PriceRule[]): Promise<void> {
  const draft = { currency: 'USD', effectiveFromMs: 0, endpoints: [...endpoints], overrides: [] };
  await world.storage.catalog.publish({ actor: 'test', draft, note: null });
}
const noticeOf = (given: Config) => priceNotice(world.storage, given, world.clock.nowMs());

test('a file without prices has no difference, whatever the catalog says', async () => {
  await publish(prices('0.5').prices.endpoints);
  expect(await noticeOf(config('log: { level: warn }\n'))).toBeNull();
});

test('a price that was published from the file and later changed in the catalog is not mentioned', async () => {
  const [rule] = prices('0.004').prices.endpoints;
  await publish([rule!]);
  await publish([{ ...rule!, unitPriceMicros: toMicros(9) }]);
  expect(await noticeOf(prices('0.004'))).toBeNull();
});

test('a price that was changed in the file is mentioned, with the command that publishes it', async () => {
  await publish(prices('0.004').prices.endpoints);
  expect(await noticeOf(prices('0.005'))).toMatch(
    /^The price of \/api\/\*\/v1\/\*\/app\/search_video in .*reelgate\.yaml differs from catalog version 1, .* reelgate catalog apply /,
  );
});
