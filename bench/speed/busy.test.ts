import { expect, test } from 'vitest';
import { busyReason, disturbanceBetween, parseCpuTimes, type Reading } from './busy.ts';
import { parseCpu } from './usage.ts';

const SECOND = 1_000_000;

test('of /proc/stat, waiting is idle, stolen time is neither busy nor idle, and guests are not counted twice', () => {
  const stat = 'cpu  100 20 30 1000 50 1 9 40 70 7\ncpu0 1 2 3 4 5 6 7 8 9 10\n';
  expect(parseCpuTimes(stat)).toEqual({ busy: 1.6 * SECOND, stolen: 0.4 * SECOND, total: 12.5 * SECOND });
});

test('the CPU of a process is told apart from that of its ended children, whatever its name', () => {
  const stat = '7 (a) b (c) S 1 7 7 0 -1 4194560 1 2 3 4 10 20 300 400 20 0 11 0';
  expect(parseCpu(stat)).toEqual({ own: 0.3 * SECOND, ended: 7 * SECOND });
});

/** Ten seconds of two cores, of which the run itself used `own` and all processes together `busy`. */
const after = (busy: number, own: number, stolen = 0): Reading => ({
  total: 120 * SECOND,
  busy: (40 + busy) * SECOND,
  stolen: (5 + stolen) * SECOND,
  own: (3 + own) * SECOND,
});
const BEFORE: Reading = { total: 100 * SECOND, busy: 40 * SECOND, stolen: 5 * SECOND, own: 3 * SECOND };

test("the run's own work never makes a machine busy, that of others and of the host does", () => {
  const reason = (reading: Reading) => busyReason(disturbanceBetween(BEFORE, reading));
  expect(reason(after(20, 19.5))).toBe(null);
  expect(reason(after(19, 17))).toBe('other processes took 10.0 % of the cores');
  expect(reason(after(17, 16.5, 3))).toBe('the host kept back 15.0 % of them');
  expect(reason(after(17, 14, 3))).toContain('15.0 % of the cores, the host kept back 15.0 %');
});

test('a process that ended between the readings of both clocks is not negative work', () => {
  expect(disturbanceBetween(BEFORE, after(5, 6)).other).toBe(0);
});
