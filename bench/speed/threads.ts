// How the CPU of a process splits among its threads, by their names: the event loop, storage and V8's own helpers, which mark, sweep and
// compile in parallel. It reads /proc, so it works only on Linux.
import { readdirSync, readFileSync } from 'node:fs';
import { readsProc } from './usage.ts';

/** Microseconds so far, by the name of the thread; threads of one name are summed up. */
export type ThreadUsage = Map<string, number>;

export function threadsOf(pid: number): ThreadUsage {
  const usage: ThreadUsage = new Map();
  const folder = `/proc/${pid}/task`;
  for (const thread of readsProc ? readdirSync(folder) : []) {
    const name = readFileSync(`${folder}/${thread}/comm`, 'latin1').trim();
    const nanos = Number(readFileSync(`${folder}/${thread}/schedstat`, 'latin1').split(' ')[0]);
    usage.set(name, (usage.get(name) ?? 0) + nanos / 1_000);
  }
  return usage;
}

/** What each used between two readings, the largest first. */
export function between(before: ThreadUsage, after: ThreadUsage): [name: string, micros: number][] {
  const took = [...after].map(([name, micros]): [string, number] => [name, micros - (before.get(name) ?? 0)]);
  return took.sort((a, b) => b[1] - a[1]);
}
