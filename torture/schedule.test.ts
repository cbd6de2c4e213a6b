// A seed determines the whole schedule and every step of every caller, so that a failed run can be repeated.
import { expect, test } from 'vitest';
import { money, PATHS, priceMicros } from './offers.ts';
import { type Place, SWIZZLE_MS, scheduleOf } from './schedule.ts';
import { stepOf } from './workload.ts';

const PLACE: Place = {
  storage: 'postgres',
  nodes: ['n1', 'n2', 'n3'],
  clientLinks: ['client-n1', 'client-n2', 'client-n3'],
  upstreamLinks: ['upstream-alpha1'],
  databaseLinks: ['database'],
};
const HOUR_MS = 3_600_000;

test('the same seed gives the same schedule and the same steps, another seed others', () => {
  expect(scheduleOf(7, 60_000, PLACE)).toEqual(scheduleOf(7, 60_000, PLACE));
  expect(scheduleOf(7, 60_000, PLACE)).not.toEqual(scheduleOf(8, 60_000, PLACE));
  const steps = (seed: number) => Array.from({ length: 50 }, (_, n) => stepOf(seed, 16, 3, n));
  expect(steps(7)).toEqual(steps(7));
  expect(steps(7)).not.toEqual(steps(8));
});

test('about a quarter of the periods is quiet', () => {
  const schedule = scheduleOf(7, HOUR_MS, PLACE);
  const quietMs = schedule.reduce((sum, { action }) => sum + (action.kind === 'quiet' ? action.forMs : 0), 0);
  expect(quietMs / HOUR_MS).toBeGreaterThan(0.15);
  expect(quietMs / HOUR_MS).toBeLessThan(0.35);
});

test('runs draw different sets of faults, and over many runs every kind is drawn', () => {
  const sets = Array.from({ length: 40 }, (_, seed) => {
    const kinds = scheduleOf(seed, 300_000, PLACE).map(({ action }) => action.kind);
    return [...new Set(kinds)].sort().join(' ');
  });
  expect(new Set(sets).size).toBeGreaterThan(5);
  expect(new Set(sets.join(' ').split(' '))).toEqual(
    new Set(['database', 'kill', 'link', 'quiet', 'stop', 'terminate', 'upstream']),
  );
});

test('a run ends with links that are cut one by one and are all back at its end', () => {
  const totalMs = 60_000;
  const last = scheduleOf(7, totalMs, PLACE).filter(({ atMs }) => atMs >= totalMs - SWIZZLE_MS);
  const cuts = last.flatMap(({ atMs, action }) => (action.kind === 'link' ? [{ atMs, ...action }] : []));
  expect(cuts.length).toBeGreaterThan(0);
  for (const { atMs, forMs } of cuts) expect(atMs + forMs).toBeLessThanOrEqual(totalMs + 1);
});

test('prices of one catalog are distinct powers of two, written exactly', () => {
  const prices = PATHS.map((_, route) => priceMicros(route, 5));
  expect(new Set(prices).size).toBe(PATHS.length);
  for (const price of prices) expect(Math.log2(price) % 1).toBe(0);
  expect([money(1), money(1_000_001)]).toEqual(['0.000001', '1.000001']);
});

test.each([
  ['a fail-over', 'fail_over', { failsOver: true }],
  ['a migration', 'migrate', { migrates: true }],
] as const)('%s happens once, in the middle, and changes nothing else of a round', (_what, kind, more) => {
  const plain = scheduleOf(7, 60_000, PLACE);
  const schedule = scheduleOf(7, 60_000, { ...PLACE, ...more });
  const added = schedule.filter(({ action }) => action.kind === kind);
  expect(added).toHaveLength(1);
  expect(added[0]!.atMs).toBeGreaterThan(10_000);
  expect(added[0]!.atMs).toBeLessThan(50_000);
  expect(schedule.filter(({ action }) => action.kind !== kind)).toEqual(plain);
});
