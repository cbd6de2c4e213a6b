import { expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import { startTestGateway } from '../../testing/test-gateway.ts';
import { diffCatalogs, missingPrices, unpricedPaths, unpricedTexts, unusedPatterns } from './price-lists.ts';

const rule = (path: string, price: number, summary: string | null = null) => ({
  path,
  unitPriceMicros: toMicros(price),
  summary,
  deprecated: false,
  sunsetAtMs: null,
  successor: null,
});
const agreed = (accountId: string, price: number) => ({
  accountId,
  path: '/api/a',
  unitPriceMicros: toMicros(price),
});
const NO_OVERRIDES = { added: [], removed: [], changed: [] };

test('the first catalog adds everything', () => {
  const after = { endpoints: [rule('/api/a', 1)], overrides: [] };
  const added = [{ path: '/api/a', to: '0.000001' }];
  const expected = { added, removed: [], changed: [], reworded: [], overrides: NO_OVERRIDES };
  expect(diffCatalogs(null, after)).toEqual(expected);
});

test('a catalog does not differ from itself', () => {
  const list = { endpoints: [rule('/api/a', 1)], overrides: [agreed('acc_1', 1)] };
  const nothing = { added: [], removed: [], changed: [], reworded: [], overrides: NO_OVERRIDES };
  expect(diffCatalogs(list, list)).toEqual(nothing);
});

test('every kind of change is distinguished', () => {
  const before = {
    endpoints: [rule('/api/a', 1), rule('/api/b', 2), rule('/api/c', 3)],
    overrides: [agreed('acc_1', 1), agreed('acc_2', 2)],
  };
  const after = {
    endpoints: [rule('/api/b', 20), rule('/api/c', 3, 'new words'), rule('/api/d', 4)],
    overrides: [agreed('acc_2', 3), agreed('acc_3', 4)],
  };
  expect(diffCatalogs(before, after)).toEqual({
    added: [{ path: '/api/d', to: '0.000004' }],
    removed: [{ path: '/api/a', from: '0.000001' }],
    changed: [{ path: '/api/b', from: '0.000002', to: '0.000020' }],
    reworded: ['/api/c'],
    overrides: {
      added: [{ account: 'acc_3', path: '/api/a', to: '0.000004' }],
      removed: [{ account: 'acc_1', path: '/api/a', from: '0.000001' }],
      changed: [{ account: 'acc_2', path: '/api/a', from: '0.000002', to: '0.000003' }],
    },
  });
});

test('paths without a price and prices without a path are both shown', () => {
  const list = { endpoints: [rule('/api/*/x', 1), rule('/api/z', 1)], overrides: [] };
  expect(unpricedPaths(list, ['/api/a/x', '/api/a/y'])).toEqual(['/api/a/y']);
  expect(unusedPatterns(list, ['/api/a/x', '/api/a/y'])).toEqual(['/api/z']);
});

test('another unit, minimum or allowance is another price', () => {
  const before = { endpoints: [rule('/api/a', 1), rule('/api/b', 1)], overrides: [agreed('acc_1', 1)] };
  const after = {
    endpoints: [
      { ...rule('/api/a', 1), unit: 'item' as const, minimumMicros: toMicros(5) },
      { ...rule('/api/b', 1), freePerDay: 10 },
    ],
    overrides: [{ ...agreed('acc_1', 1), freePerDay: 0 }],
  };
  expect(diffCatalogs(before, after)).toMatchObject({
    changed: [
      { path: '/api/a', from: '0.000001', to: '0.000001 per item, at least 0.000005' },
      { path: '/api/b', from: '0.000001', to: '0.000001, 10 free calls a day' },
    ],
    reworded: [],
    overrides: { changed: [{ from: '0.000001', to: '0.000001, 0 free calls a day' }] },
  });
});

test("collections and watches get their first prices from the operator's own, so that none is cheaper than its route", () => {
  const of = (purpose: string, platform: string, group = 'u1') =>
    `/api/${group}/v1/${platform}/${purpose}/search_video_v2`;
  const paths = ['youtube', 'vimeo', 'bilibili'].flatMap((one) => [of('collect', one), of('watch', one)]);
  const endpoints = [
    rule(of('app', 'youtube', '*'), 50_000),
    rule(of('app', '*', '*'), 20_000),
    { ...rule(of('app', 'vimeo'), 2_000), unit: 'item' as const, minimumMicros: toMicros(9_000) },
    rule(of('app', 'vimeo', 'u2'), 70_000),
    rule(of('app', 'elsewhere'), 80_000),
    // Kept as it is.
    rule(of('collect', 'bilibili'), 1),
  ];
  const perItem = { unit: 'item', unit_price: '0.002000', minimum: '0.009000' };
  expect(missingPrices({ endpoints, overrides: [] }, paths)).toEqual([
    { path: of('collect', '*'), unit_price: '0.020000' },
    { path: of('collect', 'youtube'), unit_price: '0.050000' },
    { path: of('collect', 'vimeo'), ...perItem },
    { path: of('watch', '*'), unit: 'item', unit_price: '0.002000', minimum: '0.002000' },
    { path: of('watch', 'youtube'), unit: 'item', unit_price: '0.005000', minimum: '0.005000' },
    { path: of('watch', 'vimeo'), ...perItem },
  ]);
  // Without a price of the route, that of a new installation.
  expect(missingPrices({ endpoints: [], overrides: [] }, [of('collect', 'vimeo')])).toEqual([
    { path: of('collect', '*'), unit_price: '0.012000' },
  ]);
  expect(missingPrices({ endpoints, overrides: [] }, [of('app', 'vimeo')])).toEqual([]);
});

// Reports routes of a new release or mount that have no price yet.
const none = { endpoints: [], overrides: [] };

test('paths of mounts and of operations are told apart, each with the command that publishes their prices', () => {
  const mounts = [{ routes: [{ path: '/api/u2/v1/shop/x' }] }];
  const paths = ['/api/u2/v1/shop/x', '/a', '/b', '/c', '/d'];
  expect(unpricedTexts(none, paths, { file: '/etc/reelgate.yaml', mounts })).toEqual([
    '4 configured paths have no price and are not served: /a, /b, /c, …. ' +
      'To see and publish prices for them, and change no other: reelgate catalog apply --first-prices',
    'One configured path has no price and is not served: /api/u2/v1/shop/x. ' +
      'To see and publish prices for it, and change no other: reelgate catalog apply /etc/reelgate.yaml --new-only',
  ]);
  expect(unpricedTexts(none, [], { file: null })).toEqual([]);
});

test('the console and the start say which routes a price list of an earlier release leaves out', async () => {
  // What a release with two operations published.
  const older = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
prices:
  endpoints:
    - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.012" }
    - { path: "/api/*/v1/*/app/search_video", unit_price: "0.004" }
`;
  const gateway = await startTestGateway({ settings: older });
  const unpriced = async () =>
    (await gateway.admin('overview')).body.decisions.filter(
      ({ kind }: { kind: string }) => kind === 'unpriced',
    );
  const [told, ...more] = await unpriced();
  expect(more).toEqual([]);
  expect(told.text).toMatch(/^\d+ configured paths have no price .* reelgate catalog apply --first-prices$/);
  expect(gateway.notices).toContain(told.text);
  expect((await gateway.ask('/api/u1/v1/library/app/get_video_v2?id=1')).status).toBe(404);
  await gateway.close();
});
