// One caller fills a provider with slow searches while another caller searches too: a whole gateway, real sockets, and a platform
// that never answers the first caller's keywords.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { simulations } from '../../testing/platforms/index.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const PLACES = 20;
/** Places at the provider that one account gets while no other account calls. */
const PLACES_ALONE = 16;
const SLOW_CALLS = 50;

/** Answers at once, except keywords that begin with "slow": those never. */
class MoodyPlatform {
  readonly #isFull = Promise.withResolvers<void>();
  readonly #simulation = simulations.find(({ connector }) => connector === 'peertube')!;
  slow = 0;
  readonly #server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://platform');
    if (url.searchParams.get('search')!.startsWith('slow')) {
      if (++this.slow === PLACES_ALONE) this.#isFull.resolve();
      return;
    }
    const asked = { method: 'GET', url, headers: {}, body: '' };
    const { status, body } = this.#simulation.answer(asked, 5);
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });

  /** Resolves when as many slow requests have arrived as one account may have there. */
  get isFull(): Promise<void> {
    return this.#isFull.promise;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends the slow searches without an answer. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function newCaller(gateway: TestGateway, name: string): Promise<string> {
  await gateway.admin('accounts', { method: 'POST', body: { name } });
  const body = { amount: '10', reason: 'test', reference: name };
  expect((await gateway.admin(`accounts/${name}/topups`, { method: 'POST', body })).status).toBe(201);
  return (await gateway.newKey({ account: name })).secret;
}

test('a caller that fills a provider with slow searches starves no other caller', async () => {
  const platform = new MoodyPlatform();
  const settings = `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
platforms: { peertube: [only] }
providers:
  only: { connector: peertube, base_url: "${await platform.start()}", allow_private: true, in_flight_max: ${PLACES} }
cache: { fresh_seconds: 0 }
`;
  const gateway = await startTestGateway({ settings });
  const [slow, quick] = [await newCaller(gateway, 'slow'), await newCaller(gateway, 'quick')];
  const path = '/api/u1/v1/peertube/app/search_video';
  const search = (keyword: string, key: string) => gateway.search({ keyword }, { path, key });

  const attack = Array.from({ length: SLOW_CALLS }, (_, n) => search(`slow ${n}`, slow));
  await platform.isFull;
  const statuses: number[] = [];
  for (let n = 0; n < 40; n++) statuses.push((await search(`quick ${n}`, quick)).status);
  expect(statuses).toEqual(Array(40).fill(200));
  expect(platform.slow).toBe(PLACES_ALONE);

  await platform.stop();
  for (const { status, body } of await Promise.all(attack)) {
    expect([status >= 500, Number(body.charged)]).toEqual([true, 0]);
  }
  await gateway.close();
});
