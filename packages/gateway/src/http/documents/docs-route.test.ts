// The prices beside a route in the reference.
import { expect, test } from 'vitest';
import { operationActions } from '../../operations/index.ts';
import { type PriceList, platformPrices, priceHtml, shortPrice } from './docs-route.ts';

const ACTION = operationActions[0]!.name;
const at = (path: string) => ({ path }) as never;
const ROUTE = at(`/api/u1/v1/{platform}/app/${ACTION}`);

function listOf(...prices: [platform: string, price: string, unit?: string][]): PriceList {
  const endpoints = prices.map(([platform, unit_price, unit = 'call']) => ({
    ...{ path: `/api/u1/v1/${platform}/app/${ACTION}`, group: 'u1', platform, unit_price, unit },
    free_per_day: platform === 'x' ? 5 : null,
  }));
  return { currency: 'USD', endpoints };
}

test.each([
  ['1.500000', '1.5'],
  ['10.000000', '10'],
  ['0.012000', '0.012'],
  ['100', '100'],
])('the price %s is written as %s', (price, short) => {
  expect(shortPrice(price)).toBe(short);
});

test('a route has one price, or from the lowest to the highest of its platforms', () => {
  expect(priceHtml(ROUTE, listOf(['x', '0.010000'], ['y', '0.010000']))).toContain('>0.01 USD per call<');
  expect(priceHtml(ROUTE, listOf(['x', '0.10'], ['y', '0.020'], ['z', '0.030']))).toContain(
    '>0.02 to 0.1 USD',
  );
  expect(priceHtml(ROUTE, listOf(['all', '0.5', 'leg']))).toBe('');
  expect([priceHtml(ROUTE, null), priceHtml(at('/livez'), listOf(['x', '1']))]).toEqual(['', '']);
});

test('a route of several platforms lists the price on each, with what is free', () => {
  const html = platformPrices(ROUTE, listOf(['x', '0.010'], ['y', '0.020'], ['all', '0.5', 'leg']));
  expect(html.match(/<tr>.*?<\/tr>/g)?.slice(1)).toEqual([
    `<tr><td><code>/api/u1/v1/x/app/${ACTION}</code></td><td>0.01 per call</td><td>5</td></tr>`,
    `<tr><td><code>/api/u1/v1/y/app/${ACTION}</code></td><td>0.02 per call</td><td></td></tr>`,
    `<tr><td><code>/api/u1/v1/all/app/${ACTION}</code></td><td>sum of the platforms that answer</td><td></td></tr>`,
  ]);
});

test('a route of one platform, and one that is no operation, has no such list', () => {
  expect(platformPrices(ROUTE, listOf(['x', '0.010']))).toBe('');
  const mounted = '/api/mounted';
  const twice = [1, 2].map(() => ({ ...listOf(['x', '1']).endpoints[0]!, path: mounted }));
  expect(platformPrices(at(mounted), { currency: 'USD', endpoints: twice })).toBe('');
});
