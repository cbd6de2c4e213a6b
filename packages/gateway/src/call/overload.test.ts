// A platform whose limits are reached, over real HTTP: which calls are refused, how little work a refusal takes, and which calls
// go on.
import { expect, test } from 'vitest';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { PlatformServer } from '../testing/platform-server.ts';
import { simulations } from '../testing/platforms/index.ts';
import { startTestGateway } from '../testing/test-gateway.ts';

test('a call that no provider can take is refused before anything is written; a stored answer is still given', async () => {
  const server = new PlatformServer(simulations.find(({ connector }) => connector === 'peertube')!);
  await server.start();
  server.total = 5;
  // One request at a time, and the next only after twenty seconds: longer than the deadline of any call.
  const settings = `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { peertube: [only] }
providers:
  only: { connector: peertube, base_url: "${server.url}", allow_private: true, requests_per_second: 0.05 }
cache: { fresh_seconds: 0 }
`;
  const gateway = await startTestGateway({ settings });
  const search = (keyword: string, id?: string) =>
    gateway.search({ keyword }, { platform: 'peertube', ...(id === undefined ? {} : { id }) });
  const paid = await search('cat', 'paid');
  expect(paid.status).toBe(200);

  const refused = await search('dog');
  expect([refused.status, refused.body.code, refused.body.charged]).toEqual([503, 'OVERLOADED', '0.000000']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  const unknown = await gateway.ask(`/api/account/v1/requests/${refused.body.request_id}`);
  expect(unknown.status).toBe(404);

  const chosen = await search('dog', 'mine');
  expect([chosen.status, chosen.body.code]).toEqual([503, 'OVERLOADED']);
  expect((await search('cat', 'paid')).text).toBe(paid.text);
  await gateway.close();
  await server.stop();
});

test('under overload a stable call gets a stale answer instead of a refusal, an economy call does not', async () => {
  const server = new PlatformServer(simulations.find(({ connector }) => connector === 'peertube')!);
  await server.start();
  server.total = 5;
  const settings = `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { peertube: [only] }
providers:
  only: { connector: peertube, base_url: "${server.url}", allow_private: true, requests_per_second: 0.05 }
cache: { fresh_seconds: 1, stale_if_error_seconds: 600 }
`;
  const clock = createTestClock();
  const gateway = await startTestGateway({ settings, ports: { clock } });
  const search = (action: string) =>
    gateway.search({ keyword: 'cat' }, { path: `/api/u1/v1/peertube/app/${action}` });
  const live = await search('search_video_v2');
  // The answer is no longer fresh, and the next turn is far away.
  clock.advance(1_000);
  const stale = await search('search_video_v2');
  expect([live.body.receipt.source, stale.status, stale.body.receipt?.source]).toEqual([
    'live',
    200,
    'stale',
  ]);
  const ids = ({ body }: typeof live) => body.items.map(({ id }: { id: string }) => id);
  expect(ids(stale)).toEqual(ids(live));
  expect((await search('search_video')).status).toBe(503);
  await gateway.close();
  await server.stop();
});
