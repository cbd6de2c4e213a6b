// A process is measured once, is shown by every gateway in it, and is not woken to be measured.
import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { createMetrics } from './metrics.ts';

/** Every name that the default metrics of the package have, but for handles and requests, which Node deprecates. */
const NAMES = [
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_cpu_seconds_total',
  'process_start_time_seconds',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_min_seconds',
  'nodejs_eventloop_lag_max_seconds',
  'nodejs_eventloop_lag_mean_seconds',
  'nodejs_eventloop_lag_stddev_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p90_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_seconds_total',
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_external_memory_bytes',
  'nodejs_heap_space_size_total_bytes',
  'nodejs_heap_space_size_used_bytes',
  'nodejs_heap_space_size_available_bytes',
  'nodejs_version_info',
  'nodejs_gc_duration_seconds',
];
const LINUX_NAMES = [
  'process_virtual_memory_bytes',
  'process_heap_bytes',
  'process_open_fds',
  'process_max_fds',
];

/** The value of a metric without labels, or with these. */
function figure(text: string, name: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

test('metrics of the process start no timer, and every gateway of the process shows all of them', async () => {
  const started = vi.spyOn(globalThis, 'setInterval');
  const first = createMetrics(() => 0, systemClock);
  const second = createMetrics(() => 0, systemClock);
  expect(started).not.toHaveBeenCalled();
  started.mockRestore();
  const names = [...NAMES, ...(process.platform === 'linux' ? LINUX_NAMES : [])];
  for (const metrics of [first, second]) {
    const shown = await metrics.render();
    expect(names.filter((name) => !shown.includes(`# TYPE ${name} `))).toEqual([]);
  }
});

test('a blocked event loop shows as lag and as active time in the next scrape, and its lag is gone in the one after', async () => {
  const metrics = createMetrics(() => 0, systemClock);
  await nextTurn();
  const before = await metrics.render();
  const until = systemClock.monotonicMs() + 120;
  while (systemClock.monotonicMs() < until);
  await nextTurn();
  await nextTurn();
  const after = await metrics.render();
  expect(figure(after, 'nodejs_eventloop_lag_max_seconds')).toBeGreaterThan(0.1);
  const active = 'nodejs_eventloop_seconds_total{state="active"}';
  expect(figure(after, active) - figure(before, active)).toBeGreaterThan(0.1);
  const cpu = 'process_cpu_seconds_total';
  expect(figure(after, cpu)).toBeGreaterThan(figure(before, cpu));
  await nextTurn();
  expect(figure(await metrics.render(), 'nodejs_eventloop_lag_max_seconds')).toBeLessThan(
    figure(after, 'nodejs_eventloop_lag_max_seconds'),
  );
});

/** Every figure in seconds, by name and labels. */
function figuresInSeconds(text: string): [string, number][] {
  const lines = text.split('\n').filter((line) => /^\w+_seconds(?:_sum|_total)?[ {]/.test(line));
  return lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]);
}

test('what is named in seconds is in seconds: no time grows faster than the clock of each core, and the start is past', async () => {
  const metrics = createMetrics(() => 0, systemClock);
  const fromMs = systemClock.monotonicMs();
  await nextTurn();
  const before = new Map(figuresInSeconds(await metrics.render()));
  while (systemClock.monotonicMs() < fromMs + 120);
  await nextTurn();
  await nextTurn();
  const { process_start_time_seconds: startedAt, ...after } = Object.fromEntries(
    figuresInSeconds(await metrics.render()),
  );
  const passed = ((systemClock.monotonicMs() - fromMs) / 1_000) * (availableParallelism() + 1);
  const tooFast = Object.entries(after).filter(([name, now]) => now - (before.get(name) ?? 0) > passed);
  expect(tooFast).toEqual([]);
  expect(Object.keys(after).length).toBeGreaterThan(10);
  expect(Math.abs(startedAt! - performance.timeOrigin / 1_000)).toBeLessThanOrEqual(1);
});

test('collections are counted from the first scrape on, in seconds: together they take no longer than the time that has passed', async () => {
  const metrics = createMetrics(() => 0, systemClock);
  const read = async (what: string) =>
    figure(await metrics.render(), `nodejs_gc_duration_seconds_${what}{kind="major"}`) || 0;
  await read('count');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const collected = async () => {
    const count = await read('count');
    collect();
    await vi.waitFor(async () => expect(await read('count')).toBeGreaterThan(count));
    return read('sum');
  };
  // Collections before this one belong to other tests of the process.
  const before = await collected();
  const fromMs = systemClock.monotonicMs();
  const took = (await collected()) - before;
  expect(took).toBeGreaterThan(0);
  expect(took).toBeLessThan((systemClock.monotonicMs() - fromMs) / 1_000);
});
