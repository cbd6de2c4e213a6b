import { describe, expect, test } from 'vitest';
import { type Catalog, inForce, matches, type PriceRule, priceOf, soldPaths, stateOf } from './catalog.ts';
import { toMicros } from './money.ts';

function rule(path: string, price: number): PriceRule {
  const unitPriceMicros = toMicros(price);
  return { path, unitPriceMicros, summary: null, deprecated: false, sunsetAtMs: null, successor: null };
}

function catalog(version: number, effectiveFromMs: number, changes: Partial<Catalog> = {}): Catalog {
  const none = { publishedAtMs: 0, publishedBy: 't', note: null, endpoints: [], overrides: [] };
  return { ...none, currency: 'USD', version, effectiveFromMs, ...changes };
}

describe('the price of a path', () => {
  const endpoints = [
    rule('/api/*/v1/*/app/s', 1),
    rule('/api/u1/v1/*/app/s', 2),
    rule('/api/u1/v1/x/app/s', 3),
  ];

  test.each([
    ['/api/u2/v1/y/app/s', 1],
    ['/api/u1/v1/y/app/s', 2],
    ['/api/u1/v1/x/app/s', 3],
    ['/api/u2/v1/x/app/s', 1],
  ])('%s is that of the most specific pattern: %d', (path, price) => {
    expect(priceOf(catalog(1, 0, { endpoints }), path, null)?.unitPriceMicros).toBe(price);
    const reversed = catalog(1, 0, { endpoints: [...endpoints].reverse() });
    expect(priceOf(reversed, path, null)?.unitPriceMicros).toBe(price);
  });

  test('with equally many stars goes to the pattern with the earlier literal', () => {
    const rules = [rule('/*/b', 1), rule('/a/*', 2)];
    expect(priceOf(catalog(1, 0, { endpoints: rules }), '/a/b', null)?.unitPriceMicros).toBe(2);
  });

  test('is null when no pattern matches', () => {
    expect(priceOf(catalog(1, 0, { endpoints }), '/api/u1/v1/x/app/other', null)).toBeNull();
  });

  test('agreed with one account holds for that account alone, and only where there is a public price', () => {
    const overrides = [
      { accountId: 'a', path: '/api/*/v1/*/app/s', unitPriceMicros: toMicros(9) },
      { accountId: 'a', path: '/api/u1/v1/x/app/s', unitPriceMicros: toMicros(8) },
      { accountId: 'a', path: '/api/u1/v1/x/app/none', unitPriceMicros: toMicros(7) },
    ];
    const book = catalog(1, 0, { endpoints, overrides });
    const price = (account: string, path: string) => priceOf(book, path, account)?.unitPriceMicros;
    expect(price('a', '/api/u2/v1/y/app/s')).toBe(9);
    expect(price('a', '/api/u1/v1/x/app/s')).toBe(8);
    expect(price('b', '/api/u1/v1/x/app/s')).toBe(3);
    expect(price('a', '/api/u1/v1/x/app/none')).toBeUndefined();
  });
});

test('a path is sold when at least one account pays for it, by the list or by agreement', () => {
  const endpoints = [rule('/free', 0), rule('/sold', 5), rule('/agreed', 0)];
  const overrides = [{ accountId: 'a', path: '/agreed', unitPriceMicros: toMicros(1) }];
  const book = catalog(1, 0, { endpoints, overrides });
  expect(soldPaths(book, ['/free', '/sold', '/agreed', '/unpriced'])).toEqual(['/sold', '/agreed']);
});

test('a star stands for exactly one segment', () => {
  expect(matches('/a/*', '/a/b')).toBe(true);
  expect(matches('/a/*', '/a/b/c')).toBe(false);
  expect(matches('/a/*', '/a')).toBe(false);
});

describe('the version in force', () => {
  const versions = [catalog(1, 0), catalog(2, 200), catalog(3, 100)];

  test.each([
    [50, 1],
    [100, 3],
    [250, 3],
  ])('at %d is %d: a later number replaces also an earlier one that still waits', (nowMs, version) => {
    expect(inForce(versions, nowMs)?.version).toBe(version);
  });

  test('makes every earlier one replaced, also one whose day is still to come', () => {
    const states = (nowMs: number) => versions.map((version) => stateOf(version, versions, nowMs));
    expect(states(50)).toEqual(['in_force', 'scheduled', 'scheduled']);
    expect(states(100)).toEqual(['replaced', 'replaced', 'in_force']);
  });

  test('does not exist before the first one takes effect', () => {
    expect(inForce([catalog(1, 100)], 99)).toBeNull();
  });
});

describe('unit, minimum and allowance', () => {
  const items = { ...rule('/api/*', 10), unit: 'item' as const, minimumMicros: toMicros(50), freePerDay: 3 };
  const overrides = [
    { accountId: 'cheap', path: '/api/*', unitPriceMicros: toMicros(1) },
    {
      accountId: 'own',
      path: '/api/x',
      unitPriceMicros: toMicros(1),
      minimumMicros: toMicros(0),
      freePerDay: 9,
    },
    { accountId: 'none', path: '/api/x', unitPriceMicros: toMicros(1), freePerDay: 0 },
  ];
  const book = catalog(1, 0, { endpoints: [items, rule('/old/*', 7)], overrides });

  test.each([
    [
      null,
      '/api/x',
      { unit: 'item', unitPriceMicros: 10, minimumMicros: 50, allowance: { path: '/api/*', callsPerDay: 3 } },
    ],
    [
      'cheap',
      '/api/x',
      { unit: 'item', unitPriceMicros: 1, minimumMicros: 50, allowance: { path: '/api/*', callsPerDay: 3 } },
    ],
    [
      'own',
      '/api/x',
      { unit: 'item', unitPriceMicros: 1, minimumMicros: 0, allowance: { path: '/api/x', callsPerDay: 9 } },
    ],
    ['none', '/api/x', { minimumMicros: 50, allowance: { path: '/api/x', callsPerDay: 0 } }],
    [null, '/old/x', { unit: 'call', unitPriceMicros: 7, minimumMicros: 0, allowance: null }],
  ])(
    'for the account %s on %s are its own where it has any, else those of the rule',
    (account, path, price) => {
      expect(priceOf(book, path, account)).toMatchObject(price);
    },
  );

  test('a minimum alone makes a path one that is sold', () => {
    const minimum = { ...rule('/api/*', 0), unit: 'item' as const, minimumMicros: toMicros(1) };
    expect(soldPaths(catalog(1, 0, { endpoints: [minimum] }), ['/api/x'])).toEqual(['/api/x']);
    expect(soldPaths(catalog(1, 0, { endpoints: [rule('/api/*', 0)] }), ['/api/x'])).toEqual([]);
  });
});
