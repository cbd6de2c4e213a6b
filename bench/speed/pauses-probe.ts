// Loaded into a gateway whose tails are measured: notes garbage collections and stalls of its event loop, and writes them to the file in the
// query of its own address when the process ends.
import { writeFileSync } from 'node:fs';
import { PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import type { Pauses } from './tails.ts';

const LOOK_MS = 5;
const STALL_MS = 10;

if (isMainThread) {
  const file = new URL(import.meta.url).searchParams.get('to')!;
  const pauses: Pauses = { collections: [], stalls: [] };
  const wall = (ms: number) => performance.timeOrigin + ms;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      pauses.collections.push({ fromMs: wall(startTime), toMs: wall(startTime + duration) });
  }).observe({ entryTypes: ['gc'] });
  let before = performance.now();
  setInterval(() => {
    const now = performance.now();
    if (now - before > LOOK_MS + STALL_MS)
      pauses.stalls.push({ fromMs: wall(before + LOOK_MS), toMs: wall(now) });
    before = now;
  }, LOOK_MS).unref();
  process.on('exit', () => writeFileSync(file, JSON.stringify(pauses)));
}
