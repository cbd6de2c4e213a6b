// Property test: whatever faults happen between the Python client and the gateway, and whenever its program loses its memory, a walk yields
// every item once and in sequence, and the charges equal the price of its distinct pages.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULTS, type Fault, FaultProxy } from '../../client/src/testing/fault-proxy.ts';
import { startTestGateway, type TestGateway } from '../../gateway/src/testing/test-gateway.ts';
import { hasPython, PythonProcess } from './python.ts';

const RUNS = process.env.REELGATE_TESTS_LONG === '1' ? 500 : 12;
const FAULTS_MAX = 10;
const PAGES_MAX = 4;
const ITEMS = 3;
const PRICE_MICROS = 12_000;
/** A schedule of faults ends, and then each step gives an item. A slow machine may need a few steps more. */
const STEPS_MAX = 300;

let gateway: TestGateway;
let proxy: FaultProxy;
let walker: PythonProcess;
let faults: Fault[] = [];
let runs = 0;

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
  if (!hasPython) return;
  gateway = await startTestGateway({ script: pageOf });
  await gateway.fundCalls(RUNS * PAGES_MAX);
  const nextFault = () => faults.shift() ?? 'pass';
  proxy = await FaultProxy.start({ target: gateway.url, nextFault, onStall: () => {} });
  walker = new PythonProcess('walker.py', [proxy.url, gateway.key, String(ITEMS)]);
});
afterAll(async () => {
  walker?.close();
  await proxy?.close();
  await gateway?.close();
});

const schedules = fc.record({
  pages: fc.integer({ min: 1, max: PAGES_MAX }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: FAULTS_MAX }),
  keeps: fc.array(fc.boolean(), { maxLength: 40 }),
  crashes: fc.array(fc.nat(30), { maxLength: 3 }),
});

test.runIf(hasPython)(
  'any schedule of faults and crashes: every item once, in sequence, and charges = distinct pages',
  async () => {
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        faults = [...schedule.faults];
        const before = await gateway.money();
        await walker.ask('new', `run${runs++} ${schedule.pages}`);
        for (let step = 0; step <= STEPS_MAX; step++) {
          if ((await walker.ask('step')) === false) break;
          if (schedule.keeps[step] === true) await walker.ask('keep');
          if (schedule.crashes.includes(step)) await walker.ask('crash');
        }
        await proxy.idle();
        const after = await gateway.money();
        const cost = schedule.pages * PRICE_MICROS;
        const items = Array.from(
          { length: schedule.pages * ITEMS },
          (_, i) => `${Math.floor(i / ITEMS)}-${i % ITEMS}`,
        );
        expect({
          ...((await walker.ask('state')) as object),
          charged: before.balance - after.balance,
          held: after.held,
        }).toEqual({ items, end: 'exhausted', spent: (cost / 1e6).toFixed(6), charged: cost, held: 0 });
      }),
      { numRuns: RUNS },
    );
  },
  600_000,
);
