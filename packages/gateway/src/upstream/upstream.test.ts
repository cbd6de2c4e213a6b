// Proves what calls see of the upstream client: the deadline, the scheme, the time of the answer.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { ok, policyOf, World } from './testing/raw-server.ts';
import { createUpstream, type Upstream } from './upstream.ts';

let world: World;
let upstream: Upstream;
beforeEach(() => {
  world = new World();
  upstream = createUpstream({ 'http:': world.http.transport }, { ...systemClock, nowMs: () => 1_234 });
});
afterEach(() => world.close());

function send(url: string, origin: string, timeoutMs = 5_000) {
  return upstream.send(
    { method: 'GET', url, headers: {} },
    { timeoutMs, policy: policyOf(origin), cancel: null, onBehalfOf: null },
  );
}

test('an answer carries the moment it came', async () => {
  const { origin } = await world.server(ok('{}'));
  expect(await send(`${origin}/`, origin)).toMatchObject({ status: 200, body: '{}', receivedAtMs: 1_234 });
});

test.each([0, -0.5, -100])('with %d ms left nothing is sent', async (timeoutMs) => {
  const server = await world.server(ok('{}'));
  expect(await send(server.origin, server.origin, timeoutMs)).toEqual({
    kind: 'timeout',
    detail: 'no time left',
  });
  expect(server.sockets).toEqual([]);
});

test.each(['ftp://a.example/', 'not an address', ''])('%j has no transport', async (url) => {
  expect(await send(url, 'http://a.example')).toEqual({
    kind: 'unavailable',
    detail: 'no transport for this scheme',
  });
});
