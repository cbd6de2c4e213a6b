// The CPU time of the servers that this process has started, from /proc on Linux. Its precision is a hundredth of a second, the clock tick
// of /proc.
import { readdirSync, readFileSync } from 'node:fs';

const TICK_MICROS = 10_000;

/** Of all descendants, including those that have ended. NaN without /proc. */
export function childrenCpuMicros(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat);
  const children = all.filter(({ parent }) => parent === process.pid).map(({ pid }) => pid);
  const own = all.filter(({ pid, parent }) => children.includes(pid) || children.includes(parent));
  return own.reduce((sum, { micros }) => sum + micros, 0);
}

/** Parent, and CPU time of the process and of its ended children. */
function readStat(name: string): { pid: number; parent: number; micros: number }[] {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'latin1').split(') ').at(-1)!.split(' ').map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return [{ pid: Number(name), parent: fields[1]!, micros: ticks * TICK_MICROS }];
  } catch {
    return []; // It has ended meanwhile.
  }
}
