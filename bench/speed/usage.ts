// What a process has used: CPU of all its threads and of its children, and resident memory. On Linux it reads /proc; on other systems the
// process itself reports it over IPC, through usage-probe.ts.
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Threads, threadsOf } from './threads.ts';

export interface Usage {
  cpuMicros: number;
  rssBytes: number;
  /** Absent where /proc does not exist. */
  threads?: Threads;
}

const TICK_MICROS = 10_000; // USER_HZ is 100 wherever Node runs on Linux.
const KB = 1_024;

export const readsProc = process.platform === 'linux';

export async function usageOf(child: ChildProcess): Promise<Usage> {
  if (readsProc) return treeUsage(child.pid!);
  const answer = new Promise<Usage>((resolve) => child.once('message', (usage) => resolve(usage as Usage)));
  child.send('usage');
  return answer;
}

/** CPU of all processes that this one has started, those that have ended included. NaN without /proc. */
export function childrenCpuMicros(): number {
  return readsProc ? wholeCpuMicros(process.pid) - cpuOf(process.pid).own : Number.NaN;
}

/** A process and all its descendants: nginx and several workers are more than one. */
export function treeUsage(pid: number): Required<Usage> {
  const total = ownUsage(pid);
  for (const child of childrenOf(pid)) {
    const { cpuMicros, rssBytes, threads } = treeUsage(child);
    total.cpuMicros += cpuMicros;
    total.rssBytes += rssBytes;
    for (const [id, thread] of threads) total.threads.set(id, thread);
  }
  return total;
}

function ownUsage(pid: number): Required<Usage> {
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return {
    cpuMicros: cpuOf(pid).own,
    rssBytes: Number(rss?.[1] ?? 0) * KB,
    threads: threadsOf(pid),
  };
}

/** Of a process and all its descendants, those that have ended included. */
export function wholeCpuMicros(pid: number): number {
  try {
    const { own, ended } = cpuOf(pid);
    return childrenOf(pid).reduce((sum, child) => sum + wholeCpuMicros(child), own + ended);
  } catch {
    return 0; // It has ended meanwhile: its parent has its time.
  }
}

function cpuOf(pid: number): { own: number; ended: number } {
  return parseCpu(readFileSync(`/proc/${pid}/stat`, 'latin1'));
}

/** Microseconds of a process, and of its children that have ended. */
export function parseCpu(stat: string): { own: number; ended: number } {
  // The name may contain spaces and brackets; what follows its last bracket does not. utime, stime, cutime and cstime are fields 14 to 17.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) * TICK_MICROS, ended: (endedUser + endedSystem) * TICK_MICROS };
}

/** Children of the main thread: Node starts processes on it. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
