// In the simulated day every call is answered or given up, cells do not affect each other, and no cell serves more than its capacity.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cellName, dealAccounts } from './account-cells.ts';
import { type CallCosts, readCosts } from './costs.ts';
import { type DayPlan, offeredAt, simulateDay } from './day.ts';
import { GUIDE, RATES, reachPart } from './guide.ts';
import { BUSY_MAX, planCell, servedOf } from './machines.ts';

const COSTS: CallCosts = { nodeMicros: 1_000, databaseMicros: 250, refusalMicros: 100, sqliteMicros: 900 };
const CELL = planCell(COSTS);

const dayOf = (changes: Partial<DayPlan> = {}): DayPlan => ({
  perSecond: CELL.perSecond,
  swing: 0.4,
  shares: new Map([
    ['00', 0.5],
    ['01', 0.5],
  ]),
  costs: COSTS,
  cell: CELL,
  lost: { cell: '01', fromSecond: 60_000, seconds: 600 },
  ...changes,
});

test('figures are read from the page of measurements, and a page without them is refused', () => {
  const page = `### All contenders, upstream answers at once

|  | CPU µs/call | calls/s |  |
| Reelgate PostgreSQL: 429, over the limit | 203 | 4241 | database + 63.6 µs |

### Upstream answers after 20 ms

| Reelgate SQLite: live | 1138 | 1056 |  |
| Reelgate PostgreSQL: live | 1080 | 892 | database + 261 µs |`;
  expect(readCosts(page)).toEqual({
    nodeMicros: 1_080,
    databaseMicros: 261,
    refusalMicros: 203,
    sqliteMicros: 1_138,
  });
  expect(() => readCosts(page.replaceAll('PostgreSQL: live', 'x'))).toThrow('no row');
});

test('every call of a day is answered or given up, in a lost cell too', () => {
  for (const { calls, served, gaveUp } of simulateDay(dayOf())) {
    expect(served + gaveUp).toBeGreaterThan(calls - 2);
    expect(served + gaveUp).toBeLessThan(calls + 1);
  }
});

test('a lost cell affects only its own callers, and comes back', () => {
  const [other, lost] = simulateDay(dayOf());
  expect(other).toMatchObject({ refusals: 0, gaveUp: 0, caughtUpSeconds: 0 });
  expect(lost!.refusals).toBeGreaterThan(0);
  expect(lost!.caughtUpSeconds).toBeGreaterThan(0);
  expect(lost!.caughtUpSeconds).toBeLessThan(3_600);
});

test('a cell that is planned stays below its share of CPU at the rate it is planned for', () => {
  const [day] = simulateDay(dayOf({ perSecond: 2 * CELL.perSecond, swing: 0.001 }));
  expect(day!.databaseBusy).toBeLessThan(BUSY_MAX + 0.01);
  expect(day!.nodesBusy).toBeLessThan(BUSY_MAX);
});

test('what is refused takes CPU from what is answered', () => {
  const full = servedOf(1e9, { ...COSTS, databaseMicros: 1 }, CELL);
  const most = servedOf(12_000, { ...COSTS, databaseMicros: 1 }, CELL);
  expect(full).toBe(0);
  expect(most).toBe(12_000);
});

test('the average of a day is what was asked for', () => {
  const all = Array.from({ length: 86_400 }, (_, second) =>
    offeredAt(second, { perSecond: 100, swing: 0.4 }),
  );
  expect(all.reduce((sum, one) => sum + one, 0) / 86_400).toBeCloseTo(100);
  expect(Math.max(...all)).toBeCloseTo(140);
});

test('keys contain their cell, and all calls are assigned', () => {
  const { shares, largest } = dealAccounts(2_000, 40, 1);
  expect([...shares.keys()]).toEqual(Array.from({ length: 40 }, (_, n) => cellName(n)));
  expect([...shares.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(Math.max(...shares.values())).toBeGreaterThanOrEqual(largest);
});

test('the guide has the table that follows from the page of measurements: `npm run bench -- --write` writes both', () => {
  expect(readFileSync(GUIDE, 'utf8')).toContain(reachPart(RATES));
});
