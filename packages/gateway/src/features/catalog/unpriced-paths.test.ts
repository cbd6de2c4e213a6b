// Reports routes of a new release or mount that have no price yet.
import { expect, test } from 'vitest';
import { startTestGateway } from '../../testing/test-gateway.ts';
import { unpricedTexts } from './price-lists.ts';

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
