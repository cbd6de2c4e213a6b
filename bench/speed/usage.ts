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
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name may contain spaces and brackets; what follows its last bracket does not. utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const rss = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'));
  return {
    cpuMicros: (Number(fields[11]) + Number(fields[12])) * TICK_MICROS,
    rssBytes: Number(rss?.[1] ?? 0) * KB,
    threads: threadsOf(pid),
  };
}

/** Children of the main thread: Node starts processes on it. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}
