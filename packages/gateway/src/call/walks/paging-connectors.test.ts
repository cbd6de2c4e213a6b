// Every connector's walk over two providers that fail in turn, over real HTTP. Its page sizes, cursors and ids must allow a walk
// to leave a list, come back to it and ask for larger pages on its way.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { justoneapiDouyin } from '../../connectors/justoneapi/justoneapi-douyin.simulation.ts';
import { justoneapiKuaishou } from '../../connectors/justoneapi/justoneapi-kuaishou.simulation.ts';
import { pexels } from '../../connectors/pexels/pexels.simulation.ts';
import { pixabay } from '../../connectors/pixabay/pixabay.simulation.ts';
import { tikhubDouyin } from '../../connectors/tikhub/tikhub-douyin.simulation.ts';
import { tikhubKuaishou } from '../../connectors/tikhub/tikhub-kuaishou.simulation.ts';
import { PlatformServer } from '../../testing/platform-server.ts';
import { searchedSimulations } from '../../testing/platforms/index.ts';
import type { Simulation } from '../../testing/platforms/simulation.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import { startTestGateway, type TestGateway, testConfig } from '../../testing/test-gateway.ts';

/** Longer than any provider stays ejected or suspended. */
const LONG_MS = 600_000;
/** More pages than any walk here has. */
const PAGES_MAX = 100;

const SERVICE = `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }
cache: { fresh_seconds: 0 }
prices: { endpoints: [{ path: "/api/*/v1/*/app/search_video_v2", unit_price: "0" }] }
`;
const clock = createShiftedClock();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: `${SERVICE}platforms: { library: [library] }\nproviders: { library: { connector: library } }`,
    ports: { clock },
  });
});
afterAll(() => gateway.close());

/** A platform on two servers, one of which is down at a time. */
class Pair {
  out: 'a' | 'b' | null = null;
  readonly servers: Record<'a' | 'b', PlatformServer>;

  constructor(a: Simulation, b: Simulation) {
    this.servers = { a: this.#server('a', a), b: this.#server('b', b) };
  }

  #server(name: 'a' | 'b', simulation: Simulation): PlatformServer {
    const { answer } = simulation;
    return new PlatformServer({
      ...simulation,
      answer: (request, total) => (this.out === name ? { status: 500, body: '' } : answer(request, total)),
    });
  }

  async start(): Promise<void> {
    await Promise.all(Object.values(this.servers).map((server) => server.start()));
    gateway.reload(testConfig(gateway.folder, this.#settings()));
  }

  async stop(): Promise<void> {
    await Promise.all(Object.values(this.servers).map((server) => server.stop()));
  }

  /** Each pair has provider names of its own, so that the health of one pair does not affect the next. */
  #settings(): string {
    const { a, b } = this.servers;
    const provider = ({ url, simulation: { connector, settings } }: PlatformServer) => ({
      connector,
      base_url: url,
      allow_private: true,
      ...settings,
    });
    const [first, second] = [a, b].map(({ url }) => `at-${new URL(url).port}`) as [string, string];
    const providers = { [first]: provider(a), [second]: provider(b) };
    const platforms = { [a.simulation.platform]: [first, second] };
    return `${SERVICE}providers: ${JSON.stringify(providers)}\nplatforms: ${JSON.stringify(platforms)}`;
  }

  /** The ids of a whole walk; on page n the provider `outOn(n)` is down. */
  async walk(total: number, count: number, outOn: (page: number) => 'a' | 'b' | null): Promise<string[]> {
    const { a, b } = this.servers;
    a.total = total;
    b.total = total;
    const ids: string[] = [];
    let pcursor = '';
    for (let page = 0; pcursor !== 'no_more' && page < PAGES_MAX; page++) {
      clock.advance(LONG_MS);
      this.out = outOn(page);
      const query = { keyword: '猫', count: String(count), pcursor };
      const { status, text, body } = await gateway.search(query, { platform: a.simulation.platform });
      expect(status, `page ${page}: ${text.slice(0, 300)}`).toBe(200);
      ids.push(...body.items.map(({ id }: { id: string }) => id));
      pcursor = body.pcursor;
    }
    return ids;
  }
}

const pairs: [Simulation, Simulation][] = [
  ...searchedSimulations.map((simulation): [Simulation, Simulation] => [simulation, simulation]),
  [tikhubKuaishou, justoneapiKuaishou],
  [tikhubDouyin, justoneapiDouyin],
];

describe.each(pairs.map(([a, b]) => ({ name: `${a.connector} and ${b.connector} (${a.platform})`, a, b })))(
  '$name, failing in turn',
  ({ a, b }) => {
    const pair = new Pair(a, b);
    beforeAll(() => pair.start());
    afterAll(() => pair.stop());

    test.each([
      { count: 7, turn: 1 },
      { count: 20, turn: 2 },
    ])('every $turn pages, $count a page: each item once', async ({ count, turn }) => {
      const total = 53;
      const ids = await pair.walk(total, count, (page) => (Math.floor(page / turn) % 2 === 0 ? 'b' : 'a'));
      const all = Array.from({ length: total }, (_, n) => a.idOf(n));
      expect(ids).toEqual(all);
    });
  },
);

test('providers with different ids go on by position', async () => {
  const pair = new Pair(pexels, pixabay);
  await pair.start();
  const ids = await pair.walk(53, 10, (page) => (page < 2 ? 'b' : 'a'));
  await pair.stop();
  const place = (n: number) => (n < 20 ? pexels.idOf(n) : pixabay.idOf(n));
  expect(ids).toEqual(Array.from({ length: 53 }, (_, n) => place(n)));
});
