// Proves what a whole gateway does when a platform sends bytes that no request asked for: the previous page is not given again,
// and the operator sees it in the log, in the metrics and at the provider.
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLog } from '../../observe/log.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { type Behaviour, closed, ok, type RawServer, World } from '../../upstream/testing/raw-server.ts';

const world = new World();
let platform: RawServer;
let behave: Behaviour;
let gateway: TestGateway;
let errors: [object, string][];

const PAGE = ok('{"total":0,"data":[]}', 'content-type: application/json');

beforeEach(async () => {
  errors = [];
  behave = (socket) => socket.write(PAGE);
  platform = await world.server((socket, seen) => behave(socket, seen));
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

test('that videos are gone is not remembered when unexpected bytes came while several were asked for', async () => {
  const searching: Socket[] = [];
  behave = (socket) => {
    if (searching.push(socket) === 2) for (const one of searching) one.write(PAGE);
  };
  await Promise.all(['a', 'b'].map(sourceOf));
  let looks = 0;
  behave = (socket) => {
    const idle = searching.find((one) => one !== socket);
    // The answer comes when the gateway has closed the other connection because of what came on it.
    if (looks++ > 0) return void socket.write(PAGE);
    idle!.once('close', () => socket.write(PAGE)).write(PAGE);
  };
  const ids = [1, 2].map((digit) => `${digit}1111111-1111-4111-8111-111111111111`);
  const gone = async () => {
    const { body } = await gateway.ask(`/api/u1/v1/far/app/get_video_v2?ids=${ids}`);
    return body.not_found.length;
  };
  expect([await gone(), looks, errors.length]).toEqual([2, 1, 1]);
  expect([await gone(), looks]).toEqual([2, 2]);
  // Nothing came with this answer, so it is remembered.
  expect([await gone(), looks]).toEqual([2, 2]);
});

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
