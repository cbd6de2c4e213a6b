// How much of the machine other work took while something was measured: processes that are not the run's own, and time that the host of a
// virtual machine gave to its other guests. Figures of a busy machine are shown, but never written to the page.
import { readFileSync } from 'node:fs';
import { readsProc, wholeCpuMicros } from './usage.ts';

/** Microseconds since the machine started, of all cores together. */
export interface CpuTimes {
  total: number;
  busy: number;
  stolen: number;
}

export interface Reading extends CpuTimes {
  /** What this run and all its processes have used. */
  own: number;
}

/** The exit code of a run that did not write what it should, because the machine was busy. */
export const BUSY = 3;

/** Shares of the time of all cores. */
export interface Disturbance {
  other: number;
  stolen: number;
}

/** The kernel's own threads, which write to disk for us, and a shell take up to three percent of two cores. */
const OTHER_SHARE_MAX = 0.05;
/** CPU times leave stolen time out, but caches that another guest has used are cold, and callers wait. */
const STOLEN_SHARE_MAX = 0.05;

const TICK_MICROS = 10_000;

/** The first line of /proc/stat: user, nice, system, idle, iowait, irq, softirq, steal. What follows is part of user and nice. */
export function parseCpuTimes(stat: string): CpuTimes {
  const ticks = stat.slice(0, stat.indexOf('\n')).split(/\s+/).slice(1, 9).map(Number);
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = ticks;
  const busy = user + nice + system + irq + softirq;
  return {
    total: (busy + idle + iowait + steal) * TICK_MICROS,
    busy: busy * TICK_MICROS,
    stolen: steal * TICK_MICROS,
  };
}

/** null where /proc does not exist. */
function readMachine(): Reading | null {
  if (!readsProc) return null;
  return { ...parseCpuTimes(readFileSync('/proc/stat', 'latin1')), own: wholeCpuMicros(process.pid) };
}

export function disturbanceBetween(before: Reading, after: Reading): Disturbance {
  const total = after.total - before.total;
  const other = after.busy - before.busy - (after.own - before.own);
  return { other: Math.max(0, other) / total, stolen: (after.stolen - before.stolen) / total };
}

/** Why the figures are not to be trusted; null when they are. */
export function busyReason({ other, stolen }: Disturbance): string | null {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const reasons: string[] = [];
  if (other > OTHER_SHARE_MAX) reasons.push(`other processes took ${percent(other)} of the cores`);
  if (stolen > STOLEN_SHARE_MAX) reasons.push(`the host kept back ${percent(stolen)} of them`);
  return reasons.length === 0 ? null : reasons.join(', ');
}

/** Runs the work, and tells how much the machine was disturbed meanwhile. */
export async function watched<T>(work: () => Promise<T>): Promise<[T, Disturbance | null]> {
  const before = readMachine();
  const result = await work();
  const after = readMachine();
  return [result, before === null || after === null ? null : disturbanceBetween(before, after)];
}
