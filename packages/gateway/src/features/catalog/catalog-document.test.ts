import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { START_MS } from '../../verb/testing/world.ts';
import { overlap, parseCatalogDocument } from './catalog-document.ts';

const PATH = '/api/u1/v1/*/app/search_video_v2';
const context = { currency: 'USD', nowMs: START_MS };
const read = (document: unknown) => parseCatalogDocument(document, context);
const one = (endpoint: object) => read({ endpoints: [{ path: PATH, unit_price: '0.012', ...endpoint }] });

test('the shortest document is in force at once, in the currency of the deployment', () => {
  expect(one({})).toEqual({
    currency: 'USD',
    effectiveFromMs: START_MS,
    note: null,
    endpoints: [
      {
        path: PATH,
        unitPriceMicros: 12_000,
        summary: null,
        deprecated: false,
        sunsetAtMs: null,
        successor: null,
      },
    ],
    overrides: null,
    mode: 'replace',
    keepsScheduled: true,
  });
});

test('a YAML file reads like a body, and a price without quotes is explained', () => {
  const yaml = `
note: autumn
effective_from: 2026-12-01T00:00:00Z
endpoints:
  - path: ${PATH}
    unit_price: "0.012"
    deprecated: true
    sunset_at: 2027-06-01T00:00:00Z
`;
  expect(read(parse(yaml))).toMatchObject({ note: 'autumn', endpoints: [{ deprecated: true }] });
  expect(read(parse(yaml.replaceAll('"', '')))).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ field: 'endpoints.0.unit_price', message: expect.stringContaining('in quotes') }],
  });
});

test.each(['-0.1', '0.0000001', '1000000.000001', 'free', ''])('the price %j is refused', (unit_price) => {
  expect(one({ unit_price })).toMatchObject({ errors: [{ field: 'endpoints.0.unit_price' }] });
});

test.each(['0', '1000000', '0.000001'])('the price %j is taken', (unit_price) => {
  expect(one({ unit_price })).toMatchObject({ currency: 'USD' });
});

test.each([
  '/api',
  '/api/',
  'api/u1',
  '/admin/v1/keys',
  '/api//x',
  '/api/u1/a*',
  '/api/u1/**',
  '/api/u1?x=1',
  '/api/ä',
])('the pattern %j is refused', (path) => {
  expect(one({ path })).toMatchObject({ errors: [{ field: 'endpoints.0.path' }] });
});

test('a path is priced once', () => {
  const endpoint = { path: PATH, unit_price: '1' };
  expect(read({ endpoints: [endpoint, endpoint] })).toMatchObject({
    errors: [{ field: 'endpoints.1.path' }],
  });
});

test('unknown and missing fields are named, at any depth', () => {
  expect(read({ endpoints: [{ path: PATH, price: '1' }] })).toMatchObject({
    errors: expect.arrayContaining([
      { field: 'endpoints.0.price', message: 'is not a field here' },
      { field: 'endpoints.0.unit_price', message: 'is required' },
    ]),
  });
  expect(read({})).toMatchObject({ errors: [{ field: 'endpoints' }] });
  for (const document of [null, 'x', [], 7, { endpoints: [] }]) {
    expect(read(document)).toMatchObject({ code: 'INVALID_REQUEST' });
  }
});

test('another currency is refused', () => {
  expect(read({ currency: 'EUR', endpoints: [{ path: PATH, unit_price: '1' }] })).toMatchObject({
    errors: [{ field: 'currency' }],
  });
});

test('a price never changes for the past', () => {
  const from = (atMs: number) =>
    read({ effective_from: new Date(atMs).toISOString(), endpoints: [{ path: PATH, unit_price: '1' }] });
  expect(from(START_MS - 60_000)).toMatchObject({ effectiveFromMs: START_MS - 60_000 });
  expect(from(START_MS - 60_001)).toMatchObject({ errors: [{ field: 'effective_from' }] });
  expect(from(START_MS + 86_400_000)).toMatchObject({ effectiveFromMs: START_MS + 86_400_000 });
});

test('an override that no endpoint could ever meet is refused', () => {
  const endpoints = [{ path: PATH, unit_price: '1' }];
  const override = (path: string) =>
    read({ endpoints, overrides: [{ account: 'a', path, unit_price: '0' }] });
  expect(override('/api/*/v1/demo/app/search_video_v2')).toMatchObject({ overrides: [{ account: 'a' }] });
  expect(override('/api/u1/v1/demo/app/serach_video_v2')).toMatchObject({
    errors: [{ field: 'overrides.0.path' }],
  });
});

test('two patterns overlap exactly when one address fits both', () => {
  expect(overlap('/api/*/b', '/api/a/*')).toBe(true);
  expect(overlap('/api/a/b', '/api/a/c')).toBe(false);
  expect(overlap('/api/*', '/api/a/b')).toBe(false);
});

test('a price may be for items, with a minimum and free calls, for all or for one account', () => {
  const read = parseCatalogDocument(
    {
      endpoints: [{ path: PATH, unit: 'item', unit_price: '0.001', minimum: '0.005', free_per_day: 10 }],
      overrides: [{ account: 'acme', path: PATH, unit_price: '0.0005', minimum: '0', free_per_day: 0 }],
    },
    context,
  );
  expect(read).toMatchObject({
    endpoints: [{ unit: 'item', unitPriceMicros: 1_000, minimumMicros: 5_000, freePerDay: 10 }],
    overrides: [{ account: 'acme', unitPriceMicros: 500, minimumMicros: 0, freePerDay: 0 }],
  });
});

test.each([
  ['a minimum of a call', { minimum: '0.005' }, 'minimum'],
  ['a minimum below zero', { unit: 'item', minimum: '-1' }, 'minimum'],
  ['a minimum that is no text', { unit: 'item', minimum: 0.005 }, 'minimum'],
  ['another unit', { unit: 'byte' }, 'unit'],
  ['legs, which are no unit of a path', { unit: 'leg' }, 'unit'],
  ['half a free call', { free_per_day: 1.5 }, 'free_per_day'],
  ['less than no free calls', { free_per_day: -1 }, 'free_per_day'],
  ['more free calls than an allowance is', { free_per_day: 1_000_001 }, 'free_per_day'],
])('%s is refused, and the field named', (_name, fields, field) => {
  const errors = expect.arrayContaining([expect.objectContaining({ field: `endpoints.0.${field}` })]);
  expect(one(fields)).toMatchObject({ code: 'INVALID_REQUEST', errors });
});

const tiers = (...steps: [number, string][]) => steps.map(([from, unit_price]) => ({ from, unit_price }));

test('a price may have tiers, which say the unit price, for all or for one account', () => {
  const read = parseCatalogDocument(
    {
      endpoints: [{ path: PATH, tiers: tiers([0, '0.012'], [10_000, '0.01'], [20_000, '0.01']) }],
      overrides: [{ account: 'acme', path: PATH, unit_price: '0.0100', tiers: tiers([0, '0.01'], [5, '0']) }],
    },
    context,
  );
  expect(read).toMatchObject({
    endpoints: [
      { unitPriceMicros: 12_000, tiers: [{ from: 0 }, { from: 10_000, unitPriceMicros: 10_000 }, {}] },
    ],
    overrides: [{ unitPriceMicros: 10_000, tiers: [{ from: 0 }, { from: 5, unitPriceMicros: 0 }] }],
  });
});

const longLadder = Array.from({ length: 21 }, (_, i): [number, string] => [i, '0.012']);
test.each([
  ['none', [], 'tiers'],
  ['a first one later than 0', tiers([1, '0.012']), 'tiers.0.from'],
  ['one that begins with the one before', tiers([0, '0.012'], [5, '0.01'], [5, '0.009']), 'tiers.2.from'],
  ['one that begins before the one before', tiers([0, '0.012'], [5, '0.01'], [4, '0.009']), 'tiers.2.from'],
  ['a beginning below zero', tiers([-1, '0.012']), 'tiers.0.from'],
  ['half a beginning', tiers([0, '0.012'], [1.5, '0.01']), 'tiers.1.from'],
  ['a start beyond the maximum', tiers([0, '0.012'], [1_000_000_001, '0.01']), 'tiers.1.from'],
  ['a price below zero', tiers([0, '0.012'], [5, '-0.01']), 'tiers.1.unit_price'],
  ['a price above the one before', tiers([0, '0.012'], [5, '0.013']), 'tiers.1.unit_price'],
  ['a price that is no text', [{ from: 0, unit_price: 0.012 }], 'tiers.0.unit_price'],
  ['another first price than the unit price', tiers([0, '0.011']), 'unit_price'],
  ['too many tiers', tiers(...longLadder), 'tiers'],
  ['an unknown field', [{ from: 0, unit_price: '0.012', to: 5 }], 'tiers.0.to'],
])('tiers with %s are refused, and the field named', (_name, given, field) => {
  const errors = expect.arrayContaining([expect.objectContaining({ field: `endpoints.0.${field}` })]);
  expect(one({ tiers: given })).toMatchObject({ code: 'INVALID_REQUEST', errors });
});

test('a rule without a price and without tiers is refused, and so is such an agreed price', () => {
  const none = { errors: [{ field: 'endpoints.0.unit_price', message: 'is required' }] };
  expect(one({ unit_price: undefined })).toMatchObject(none);
  const overrides = [{ account: 'acme', path: PATH }];
  const agreed = read({ endpoints: [{ path: PATH, unit_price: '1' }], overrides });
  expect(agreed).toMatchObject({ errors: [{ field: 'overrides.0.unit_price', message: 'is required' }] });
});

test('fields that are null are those of a list that was shown, and mean that there are none', () => {
  expect(one({ unit: 'call', tiers: null, minimum: null, free_per_day: null })).toEqual(one({}));
});
