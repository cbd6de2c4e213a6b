// Proves what a whole gateway does when a platform sends bytes that no request asked for: the previous page is not given again,
// and the operator sees it in the log, in the metrics and at the provider.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../observe/log.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { closed, ok, type RawServer, World } from '../../upstream/testing/raw-server.ts';

const world = new World();
let platform: RawServer;
let gateway: TestGateway;
let errors: [object, string][];

const PAGE = ok('{"total":0,"data":[]}', 'content-type: application/json');

beforeEach(async () => {
  errors = [];
  platform = await world.server(PAGE);
  const log = { ...silentLog, error: (detail: object, text: string) => void errors.push([detail, text]) };
  const settings = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { far: [tube, other] }
providers:
  tube: { connector: peertube, base_url: "${platform.origin}", allow_private: true }
  other: { connector: peertube, base_url: "${platform.origin}", allow_private: true }
cache: { fresh_seconds: 60 }
`;
  gateway = await startTestGateway({ settings, ports: { log } });
});
afterEach(async () => {
  await gateway.close();
  await world.close();
});

const sourceOf = async (keyword: string) => {
  const { body } = await gateway.search({ keyword }, { platform: 'far' });
  return body.receipt.source;
};

test('pages of a provider that sent unexpected bytes leave the cache, and the alarm is raised once', async () => {
  expect([await sourceOf('cat'), await sourceOf('cat')]).toEqual(['live', 'cache']);
  platform.sockets[0]!.write(PAGE);
  await closed(platform.sockets[0]);
  expect([await sourceOf('cat'), await sourceOf('cat')]).toEqual(['live', 'cache']);
  expect(errors).toEqual([[{ provider: 'tube' }, expect.stringContaining('that were not requested')]]);
  const { text } = await gateway.admin('../../metrics');
  expect(text).toContain('reelgate_provider_unasked_total{provider="tube"} 1');
  const { body } = await gateway.admin('providers');
  expect(body.providers[0].gate.unasked_answers).toBe(1);
});
