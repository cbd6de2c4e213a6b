// Property test: whatever faults happen between client and gateway, and whenever the client crashes, a walk yields every item once and in
// sequence, and the charges equal the price of its distinct pages. Nothing depends on the speed of the machine.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';
import { isReelgateError, Reelgate, type Walk } from './index.ts';
import { FAULTS, type Fault, FaultProxy } from './testing/fault-proxy.ts';
import { HastyClock } from './testing/hasty-clock.ts';

/** `npm run test:client-schedules` runs more of them. */
const RUNS = process.env.REELGATE_TESTS_LONG === '1' ? 1_000 : 25;
const FAULTS_MAX = 14;
const PAGES_MAX = 4;
const ITEMS = 3;
const PRICE_MICROS = 12_000;
/** A walk needs at most this many steps once the faults have run out. */
const STEPS_MAX = 2 * FAULTS_MAX + PAGES_MAX * ITEMS * 4;

let gateway: TestGateway;
let proxy: FaultProxy;
let faults: Fault[] = [];
let clock = new HastyClock();

/** The keyword says how many pages the list has. */
function pageOf(query: URLSearchParams) {
  const pages = Number(query.get('q')!.split(' ')[1]);
  const page = Number(query.get('cursor') || '0');
  return {
    ids: Array.from({ length: ITEMS }, (_, i) => `${page}-${i}`),
    cursor: page + 1 < pages ? String(page + 1) : null,
  };
}

beforeAll(async () => {
  gateway = await startTestGateway({ script: pageOf });
  await gateway.fundCalls(RUNS * PAGES_MAX);
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

interface Item {
  id: string;
}

/** A user of the package. Its process dies at some steps and restarts from the last checkpoint that it stored. */
class Walker {
  readonly items: string[] = [];
  walk: Walk<unknown, Item>;
  #iterator: AsyncIterator<Item>;
  #kept: { text: string; items: number };

  constructor(keyword: string) {
    this.walk = newClient().videos.search({ platform: 'scripted', keyword, count: ITEMS });
    this.#iterator = this.walk[Symbol.asyncIterator]();
    this.#kept = { text: this.walk.checkpoint(), items: 0 };
  }

  keep(): void {
    this.#kept = { text: this.walk.checkpoint(), items: this.items.length };
  }

  crash(): void {
    this.walk = newClient().videos.resume(this.#kept.text);
    this.#iterator = this.walk[Symbol.asyncIterator]();
    this.items.length = this.#kept.items;
  }

  /** Returns false at the end. After a ReelgateError the iterator continues. */
  async step(): Promise<boolean> {
    try {
      const { done, value } = await this.#iterator.next();
      if (done !== true) this.items.push(value.id);
      return done !== true;
    } catch (error) {
      if (!isReelgateError(error)) throw error;
      return true;
    }
  }
}

const moments = fc.array(fc.boolean(), { maxLength: STEPS_MAX });
const schedules = fc.record({
  pages: fc.integer({ min: 1, max: PAGES_MAX }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: FAULTS_MAX }),
  keeps: moments,
  crashes: fc.array(fc.nat(STEPS_MAX), { maxLength: 3 }),
});

let runs = 0;

test(`charges equal distinct pages over ${RUNS} schedules of faults and crashes`, async () => {
  await fc.assert(
    fc.asyncProperty(schedules, async (schedule) => {
      clock = new HastyClock();
      faults = [...schedule.faults];
      const before = await gateway.money();
      const walker = new Walker(`run${runs++} ${schedule.pages}`);
      for (let step = 0; step <= STEPS_MAX; step++) {
        if (!(await walker.step())) break;
        if (schedule.keeps[step] === true) walker.keep();
        if (schedule.crashes.includes(step)) walker.crash();
      }
      await proxy.idle();
      const after = await gateway.money();
      const expected = Array.from(
        { length: schedule.pages * ITEMS },
        (_, i) => `${Math.floor(i / ITEMS)}-${i % ITEMS}`,
      );
      const cost = schedule.pages * PRICE_MICROS;
      expect({
        items: walker.items,
        end: walker.walk.end,
        charged: before.balance - after.balance,
        held: after.held,
        spent: walker.walk.spent,
      }).toEqual({
        items: expected,
        end: 'exhausted',
        charged: cost,
        held: 0,
        spent: (cost / 1e6).toFixed(6),
      });
    }),
    { numRuns: RUNS },
  );
}, 600_000);
