// Every list of every connector is walked from the first page to the last, over real HTTP through the whole gateway. No item comes twice or is missed,
// the end is proved or reported as a cap, each page is charged once, and a fault during the walk costs nothing.
import { Compile } from 'typebox/schema';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../operations/index.ts';
import { SearchPage } from '../operations/video-search.ts';
import { drawn } from '../testing/drawn.ts';
import { PlatformServer } from '../testing/platform-server.ts';
import { searchedSimulations, simulations } from '../testing/platforms/index.ts';
import type { SimulatedList, SimulatedThing, Simulation } from '../testing/platforms/simulation.ts';
import { createShiftedClock } from '../testing/shifted-clock.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import type { OperationName } from './connector.ts';
import { connectors } from './index.ts';

const PAGE = Compile(SearchPage);

/** Lengths of a list, and items of a page. */
const SIZES = [
  { total: 0, count: 20 },
  { total: 1, count: 20 },
  { total: 53, count: 7 },
  { total: 53, count: 20 },
  { total: 130, count: 50 },
];

/** Of the sizes and of the faults of a platform. All platforms together meet each of them in every run. */
const DRAWN = 3;

/** More pages than any walk here has. */
const PAGES_MAX = 200;

/** After 25 hours no answer is still cached, and no provider is still suspended. */
const LONG_MS = 25 * 3_600_000;

/** Platforms whose answers may not be sold get the price 0, as the catalog demands. */
function priceOf({ connector }: Simulation): number {
  const isFree = connectors.find(({ name }) => name === connector)?.facts.resale === 'no';
  return isFree ? 0 : 12_000;
}

/** All of them behind one gateway. No two are of the same platform. */
function settingsOf(servers: readonly PlatformServer[]): string {
  const endpoints = servers.map(({ simulation }) => ({
    path: `/api/*/v1/${simulation.platform}/app/*`,
    unit_price: (priceOf(simulation) / 1e6).toFixed(6),
  }));
  const providers = servers.map(({ simulation: { connector, platform, settings }, url }) => {
    return [`of-${platform}`, { connector, base_url: url, allow_private: true, ...settings }] as const;
  });
  const platforms = servers.map(({ simulation: { platform } }) => [platform, [`of-${platform}`]] as const);
  return [
    'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
    'limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }',
    `prices: ${JSON.stringify({ endpoints })}`,
    `providers: ${JSON.stringify(Object.fromEntries(providers))}`,
    `platforms: ${JSON.stringify(Object.fromEntries(platforms))}`,
  ].join('\n');
}

/** Starting a gateway takes most of the time, so as few as possible: no batch has a platform twice. */
function batchesOf(all: readonly Simulation[]): Simulation[][] {
  const batches: Simulation[][] = [];
  for (const simulation of all) {
    const batch = batches.find((one) => one.every(({ platform }) => platform !== simulation.platform));
    if (batch === undefined) batches.push([simulation]);
    else batch.push(simulation);
  }
  return batches;
}

/** What the tests of one platform use. */
interface World {
  simulation: Simulation;
  server: PlatformServer;
  clock: ReturnType<typeof createShiftedClock>;
  gateway(): TestGateway;
}

interface Walked {
  ids: string[];
  ranks: number[];
  pages: number;
  end: string;
}

async function walk(gateway: TestGateway, platform: string, count: number): Promise<Walked> {
  const walked: Walked = { ids: [], ranks: [], pages: 0, end: '' };
  let pcursor = '';
  while (pcursor !== 'no_more' && walked.pages < PAGES_MAX) {
    const query = { keyword: '猫 & cat', count: String(count), pcursor };
    const { status, body, text } = await gateway.search(query, { platform });
    expect(status, text.slice(0, 300)).toBe(200);
    // Errors are listed only for a page that does not fit: listing them was a sixth of this file's CPU time.
    expect(PAGE.Check(body) ? 'fits' : Value.Errors(SearchPage, body)).toBe('fits');
    for (const { id, rank } of body.items) {
      walked.ids.push(id);
      walked.ranks.push(rank);
    }
    walked.pages++;
    walked.end = body.end;
    pcursor = body.pcursor;
  }
  return walked;
}

function describeSearch({ simulation, server, clock, ...world }: World): void {
  describe('search', () => {
    const { platform } = simulation;
    const price = priceOf(simulation);
    const what = `${simulation.connector} ${platform}`;
    let gateway: TestGateway;
    beforeAll(() => {
      gateway = world.gateway();
    });

    const idsOf = (total: number) =>
      Array.from({ length: simulation.reachable(total) }, (_, n) => simulation.idOf(n));

    test.each(drawn(`${what} sizes`, SIZES, DRAWN))(
      '$total matches, $count a page: every item once, in order, and an honest end',
      async ({ total, count }) => {
        server.total = total;
        const before = await gateway.money();
        const walked = await walk(gateway, platform, count);
        expect(walked.ids).toEqual(idsOf(total));
        expect(walked.ranks).toEqual(walked.ids.map((_, i) => i + 1));
        expect(walked.end).toBe(simulation.lastEnd(total));
        expect(await gateway.money()).toEqual({ balance: before.balance - walked.pages * price, held: 0 });
      },
    );

    test.each(drawn(`${what} faults`, simulation.faults, DRAWN))(
      '$name midway is $code for an economy call, costs nothing, and the walk goes on from there',
      async (fault) => {
        server.total = 53;
        const path = `/api/u1/v1/${platform}/app/search_video`;
        const before = await gateway.money();
        const first = await gateway.search({ keyword: 'a', count: '20' }, { path });
        server.fault = fault.answer;
        const query = { keyword: 'a', count: '20', pcursor: first.body.pcursor };
        const failed = await gateway.search(query, { path });
        expect(failed.body).toMatchObject({ code: fault.code, charged: '0.000000' });
        expect(await gateway.money()).toEqual({ balance: before.balance - price, held: 0 });
        server.fault = null;
        clock.advance(LONG_MS);
        const again = await gateway.search(query, { path });
        const ids = [...first.body.items, ...again.body.items].map(({ id }: { id: string }) => id);
        expect(ids).toEqual(idsOf(53).slice(0, ids.length));
      },
    );

    test("include=raw and group u2 give the platform's own numbers, digit for digit", async () => {
      server.total = 3;
      const path = `/api/u2/v1/${platform}/app/search_video_v2`;
      const native = await gateway.search({ keyword: 'a', count: '2' }, { path });
      const raw = await gateway.search({ keyword: 'a', count: '2', include: 'raw' }, { platform });
      expect([native.status, raw.status]).toEqual([200, 200]);
      expect(raw.body.items[0]).toHaveProperty('raw');
      for (const [digits] of raw.text.matchAll(/"raw":\{.*?(\d{16,})/g))
        expect(native.text).toContain(digits.slice(-16));
    });
  });
}

const pageOperations = operations.filter(({ shape }) => shape === 'page');

/** Three pages, the last one not full. */
const LISTED = 47;

/** Lists other than the search: one short walk over HTTP for each. */
function describeLists({ simulation, server, ...world }: World): void {
  const { platform, lists = {} } = simulation;
  describe.runIf(Object.keys(lists).length > 0)('other lists', () => {
    const price = priceOf(simulation);
    let gateway: TestGateway;
    beforeAll(() => {
      gateway = world.gateway();
      server.total = LISTED;
    });

    test.each(Object.entries(lists) as [OperationName, SimulatedList][])(
      '%s: every item once, in order, and an honest end, each page charged once',
      async (name, list) => {
        const operation = pageOperations.find((one) => one.name === name)!;
        const [action] = Object.keys(operation.actions);
        const schema = operation.answers.u1;
        const path = `/api/u1/v1/${platform}/app/${action}`;
        const before = await gateway.money();
        const ids: string[] = [];
        let [pages, unavailable, end, pcursor] = [0, 0, '', ''];
        while (pcursor !== 'no_more' && pages < PAGES_MAX) {
          const { status, body, text } = await gateway.search(
            { ...list.ask, count: '20', pcursor },
            { path },
          );
          expect(status, text.slice(0, 300)).toBe(200);
          expect(Value.Check(schema, body) ? 'fits' : Value.Errors(schema, body)).toBe('fits');
          ids.push(...body.items.map(({ id }: { id: string }) => id));
          unavailable += body.unavailable ?? 0;
          pages++;
          ({ end, pcursor } = body);
        }
        expect(ids).toEqual(Array.from({ length: list.reachable(LISTED) }, (_, n) => list.idOf(n)));
        expect(end).toBe(list.lastEnd(LISTED));
        expect(unavailable).toBe(list.unavailable?.(LISTED) ?? 0);
        expect(await gateway.money()).toEqual({ balance: before.balance - pages * price, held: 0 });
      },
    );
  });
}

function describeTranscripts({ simulation, server, ...world }: World, thing: SimulatedThing): void {
  describe('transcripts', () => {
    const { platform } = simulation;
    const price = priceOf(simulation);
    const path = `/api/u1/v1/${platform}/app/get_transcript`;
    let gateway: TestGateway;
    beforeAll(() => {
      gateway = world.gateway();
      server.total = 3;
    });

    test('the wished one comes over HTTP, the second wish where there is no first, and is charged once', async () => {
      const schema = operations.find(({ name }) => name === 'transcript.get')!.answers.u1;
      const before = await gateway.money();
      const { status, body, text } = await gateway.search(thing.ask, { path });
      expect(status, text.slice(0, 300)).toBe(200);
      expect(Value.Check(schema, body) ? 'fits' : Value.Errors(schema, body)).toBe('fits');
      expect(body.item.text).not.toBe('');
      const [, second] = thing.ask.language?.split(',') ?? [];
      if (second !== undefined)
        expect(body.item).toMatchObject({ language: second, language_match: 'exact' });
      expect(await gateway.money()).toEqual({ balance: before.balance - price, held: 0 });
    });

    test('of a missing video is a 404 that costs nothing', async () => {
      const before = await gateway.money();
      const { status, body } = await gateway.search(thing.absent, { path });
      expect([status, body.code]).toEqual([404, 'VIDEO_NOT_FOUND']);
      expect(await gateway.money()).toEqual(before);
    });
  });
}

describe.each(batchesOf(simulations).map((batch, i) => [i + 1, batch] as const))(
  'gateway %i',
  (_number, batch) => {
    const clock = createShiftedClock();
    const servers = batch.map((simulation) => new PlatformServer(simulation));
    let gateway: TestGateway;
    beforeAll(async () => {
      await Promise.all(servers.map((server) => server.start()));
      gateway = await startTestGateway({ settings: settingsOf(servers), ports: { clock } });
    });
    beforeEach(() => clock.advance(LONG_MS));
    afterAll(async () => {
      await gateway.close();
      await Promise.all(servers.map((server) => server.stop()));
    });

    for (const server of servers) {
      const { simulation } = server;
      const world: World = { simulation, server, clock, gateway: () => gateway };
      describe(`${simulation.connector} (${simulation.platform})`, () => {
        if (searchedSimulations.includes(simulation)) describeSearch(world);
        describeLists(world);
        const thing = simulation.things?.['transcript.get'];
        if (thing !== undefined) describeTranscripts(world, thing);
      });
    }
  },
);
