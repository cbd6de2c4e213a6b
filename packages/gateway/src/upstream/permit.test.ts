// Proves when a request asks for its permit: at its turn, not while it waits; and that nothing is sent without one.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { ok, policyOf, World } from './testing/raw-server.ts';
import { createUpstream, type Permit, type Upstream, type UpstreamPolicy } from './upstream.ts';

let world: World;
let upstream: Upstream;
beforeEach(() => {
  world = new World();
  upstream = createUpstream({ 'http:': world.http.transport }, systemClock);
});
afterEach(() => world.close());

const send = (origin: string, permit: Permit, policy: UpstreamPolicy) =>
  upstream.send(
    { method: 'GET', url: `${origin}/`, headers: {} },
    { timeoutMs: 60_000, policy, cancel: null, onBehalfOf: null, permit },
  );

test('a waiting request has not asked yet: a process that is killed loses no units', async () => {
  const server = await world.server(ok('{}'));
  const policy = { ...policyOf(server.origin), inFlightMax: 1 };
  const first = Promise.withResolvers<null>();
  let asked = 0;
  const permit = () => {
    asked++;
    return asked === 1 ? first.promise : Promise.resolve(null);
  };
  const answers = [1, 2, 3].map(() => send(server.origin, permit, policy));
  await expect.poll(() => world.http.clients()[0]).toMatchObject({ inFlight: 1, waiting: 2 });
  expect(asked).toBe(1);
  expect(server.sockets).toEqual([]);
  first.resolve(null);
  for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ status: 200 });
  expect(asked).toBe(3);
});

test('a refused request has sent nothing, and its place is available for the next', async () => {
  const server = await world.server(ok('{}'));
  const policy = { ...policyOf(server.origin), inFlightMax: 1 };
  const refusal = { kind: 'rate_limited', detail: 'its quota is spent', isLocal: true } as const;
  expect(await send(server.origin, async () => refusal, policy)).toMatchObject(refusal);
  expect(server.sockets).toEqual([]);
  expect(await send(server.origin, async () => null, policy)).toMatchObject({ status: 200 });
});

test('a redirect belongs to the same exchange, which asks once', async () => {
  const elsewhere = 'HTTP/1.1 302 X\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n';
  const target = await world.server((socket, { number }) =>
    socket.write(number === 1 ? elsewhere : ok('{}')),
  );
  let asked = 0;
  const permit = async () => {
    asked++;
    return null;
  };
  const policy = { ...policyOf(target.origin), redirects: 'origin' as const };
  expect(await send(target.origin, permit, policy)).toMatchObject({ status: 200 });
  expect(asked).toBe(1);
});
