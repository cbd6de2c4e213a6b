// Property tests on a real gateway: whatever faults happen between client and gateway, and whenever the client restarts, one collection or
// watch is made, and its items come once and in sequence. Nothing depends on the speed of the machine.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';
import { isReelgateError, Reelgate } from './index.ts';
import { FAULTS, type Fault, FaultProxy } from './testing/fault-proxy.ts';
import { HastyClock } from './testing/hasty-clock.ts';

/** `npm run test:client-schedules` runs more of them. */
const IS_LONG = process.env.REELGATE_TESTS_LONG === '1';
const RUNS = IS_LONG ? 150 : 25;
const WATCH_RUNS = IS_LONG ? 100 : 3;
const FAULTS_MAX = 14;
const PAGES_MAX = 4;
const ITEMS = 3;
const PRICE_MICROS = 12_000;
const PATH = '/api/u1/v1/scripted/app/search_video_v2';

let gateway: TestGateway;
let proxy: FaultProxy;
let faults: Fault[] = [];
let clock = new HastyClock();
/** Items that watches find besides those of the first page. */
const added: string[] = [];

/** The keyword says how many pages the list has. */
function pageOf(query: URLSearchParams) {
  const pages = Number(query.get('q')!.split(' ')[1]);
  const page = Number(query.get('cursor') || '0');
  return {
    ids: [...added, ...Array.from({ length: ITEMS }, (_, i) => `${page}-${i}`)],
    cursor: page + 1 < pages ? String(page + 1) : null,
  };
}

beforeAll(async () => {
  gateway = await startTestGateway({ script: pageOf });
  await gateway.fundCalls(RUNS * PAGES_MAX * 10);
  proxy = await FaultProxy.start({
    target: gateway.url,
    nextFault: () => faults.shift() ?? 'pass',
    onStall: () => clock.passDeadlines(),
  });
});
afterAll(async () => {
  await proxy.close();
  await gateway.close();
});

const newClient = () =>
  new Reelgate({ apiKey: gateway.key, baseUrl: proxy.url, clock, maxRetries: 2, timeoutMs: 60_000 });

/** Repeats after errors of the network, of which there are fewer than faults. */
async function insistently<T>(work: () => PromiseLike<T>): Promise<T> {
  for (let left = FAULTS_MAX; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!isReelgateError(error) || left === 0) throw error;
    }
  }
}

interface Numbered {
  number: number;
  record: Record<string, unknown>;
}

/** Reads numbered items. At some steps its process restarts, and goes on after the last number that it saved. */
async function readAll(
  open: (after: number) => AsyncIterableIterator<Numbered>,
  restarts: readonly number[],
  { after = 0, countMax = Number.POSITIVE_INFINITY } = {},
): Promise<Numbered[]> {
  const read: Numbered[] = [];
  let items = open(after);
  while (read.length < countMax) {
    const { done, value } = await insistently(() => items.next());
    if (done === true) break;
    read.push(value);
    if (restarts.includes(read.length)) items = open(value.number);
  }
  return read;
}

const schedules = fc.record({
  pages: fc.integer({ min: 1, max: PAGES_MAX }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: FAULTS_MAX }),
  restarts: fc.array(fc.integer({ min: 1, max: PAGES_MAX * ITEMS }), { maxLength: 3 }),
});

let runs = 0;

test(`a collection is made once, and each item is delivered and charged once, over ${RUNS} schedules`, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      clock = new HastyClock();
      faults = [...schedule.faults];
      const name = `collection-${runs++}`;
      const before = await gateway.money();
      const query = { keyword: `${name} ${schedule.pages}` };
      const made = newClient().collections.create({ path: PATH, query, budget: '1', name });
      const { id } = (await insistently(() => made)).collection;
      const open = (after: number) => newClient().collections.items(id, { after });
      const read = await readAll(open, schedule.restarts);
      const ended = await insistently(() => newClient().collections.wait(id));
      const exported = await insistently(() => new Response(newClient().collections.export(id)).text());
      await proxy.idle();
      const after = await gateway.money();
      const { body } = await gateway.ask('/api/collections/v1?limit=500');
      const ids = Array.from(
        { length: schedule.pages * ITEMS },
        (_, i) => `${Math.floor(i / ITEMS)}-${i % ITEMS}`,
      );
      expect({
        made: body.collections.filter((one: { name: string }) => one.name === name).length,
        numbers: read.map(({ number }) => number),
        ids: read.map(({ record }) => record.id),
        exported: exported
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).id),
        state: ended.state,
        charged: before.balance - after.balance,
        held: after.held,
      }).toEqual({
        made: 1,
        numbers: ids.map((_, i) => i + 1),
        ids,
        exported: ids,
        state: 'done',
        charged: schedule.pages * PRICE_MICROS,
        held: 0,
      });
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test(`a watch is made once, and each new item comes once and in sequence, over ${WATCH_RUNS} schedules`, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      clock = new HastyClock();
      faults = [...schedule.faults];
      added.length = 0;
      const name = `watch-${runs++}`;
      const query = { keyword: `${name} 1` };
      const asked = { path: PATH, query, every: '1d', baseline: 'deliver', name } as const;
      const made = newClient().watches.create(asked);
      const { id } = (await insistently(() => made)).watch;
      const open = (after: number) => newClient().watches.items(id, { after });
      const first = await readAll(open, schedule.restarts, { countMax: ITEMS });
      added.push('new-1', 'new-2');
      await insistently(() => newClient().watches.run(id));
      const second = await readAll(open, [1], { after: ITEMS, countMax: added.length });
      await insistently(() => newClient().watches.end(id));
      const all = await readAll(open, []);
      await proxy.idle();
      const { body } = await gateway.ask('/api/watches/v1?limit=500');
      const ids = ['0-0', '0-1', '0-2', 'new-1', 'new-2'];
      expect({
        made: body.watches.filter((one: { name: string }) => one.name === name).length,
        read: [...first, ...second].map(({ number, record }) => [number, record.id]),
        all: all.map(({ number, record }) => [number, record.id]),
      }).toEqual({
        made: 1,
        read: ids.map((one, i) => [i + 1, one]),
        all: ids.map((one, i) => [i + 1, one]),
      });
    }),
    { numRuns: WATCH_RUNS },
  );
}, 600_000);
