// How the CPU and the context switches of a process split among its threads: the event loop, storage, and V8's helpers, which mark, sweep
// and compile in parallel. The kernel tells it in /proc, so it works only on Linux.
import { readdirSync, readFileSync } from 'node:fs';

export interface Thread {
  name: string;
  cpuMicros: number;
  /** Voluntary and involuntary ones. */
  switches: number;
  /** The voluntary ones: the thread had nothing to do, and was woken later. */
  wakeups: number;
}

/** By thread id. */
export type Threads = Map<number, Thread>;

/** The process id is also the id of its main thread. */
const MAIN = 'main thread';

export const THREAD_GROUPS = ['main', 'storage', 'v8', 'other'] as const;
export type ThreadGroup = (typeof THREAD_GROUPS)[number];

/** Node's names of threads, which the kernel cuts after 15 characters. The workers of a gateway without the embedded library are storage. */
export function groupOf({ name }: Thread): ThreadGroup {
  if (name === MAIN) return 'main';
  if (/^(WorkerThread|storage)/.test(name)) return 'storage';
  return /V8Worker/.test(name) ? 'v8' : 'other';
}

export function threadsOf(pid: number): Threads {
  const folder = `/proc/${pid}/task`;
  const threads: Threads = new Map();
  for (const id of readdirSync(folder).map(Number)) {
    const read = (file: string) => readFileSync(`${folder}/${id}/${file}`, 'latin1');
    const name = id === pid ? MAIN : read('comm').trim();
    threads.set(id, { name, ...parseThread(read('schedstat'), read('status')) });
  }
  return threads;
}

/** `schedstat` begins with the nanoseconds on a core; `stat` would tell them in steps of 10 ms. */
export function parseThread(schedstat: string, status: string): Omit<Thread, 'name'> {
  const count = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)$`, 'm').exec(status)?.[1]);
  const wakeups = count('voluntary_ctxt_switches');
  return {
    cpuMicros: Number(schedstat.split(' ')[0]) / 1_000,
    switches: wakeups + count('nonvoluntary_ctxt_switches'),
    wakeups,
  };
}

/** What each thread used between two readings. A thread that ended in between is left out. */
export function between(before: Threads, after: Threads): Thread[] {
  return [...after].map(([id, { name, cpuMicros, switches, wakeups }]) => {
    const first = before.get(id) ?? { cpuMicros: 0, switches: 0, wakeups: 0 };
    return {
      name,
      cpuMicros: cpuMicros - first.cpuMicros,
      switches: switches - first.switches,
      wakeups: wakeups - first.wakeups,
    };
  });
}

/** Sums by the key of each thread. */
export function sumThreads<K>(
  threads: readonly Thread[],
  keyOf: (thread: Thread) => K,
  read: (thread: Thread) => number,
): Map<K, number> {
  const sums = new Map<K, number>();
  for (const thread of threads) sums.set(keyOf(thread), (sums.get(keyOf(thread)) ?? 0) + read(thread));
  return sums;
}
