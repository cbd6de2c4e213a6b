// Threads for reads that would block the reading thread. They start when needed and end after being idle for a while, so that their
// memory is freed. The callers limit how many there are (steps/long-reads.ts).
import { inBackground } from '../../domain/in-background.ts';
import { StorageUnavailable } from '../storage.ts';
import type { VerbName } from '../verbs.ts';
import type { VerbThread } from './verb-thread.ts';

/** Milliseconds. Opening a report again reuses its thread; an hour without reports uses no memory. */
const IDLE_MS = 5_000;

export class ReportThreads {
  readonly #start: () => VerbThread;
  /** Idle threads with the timer that ends each. */
  readonly #idle = new Map<VerbThread, NodeJS.Timeout>();
  readonly #busy = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(start: () => VerbThread) {
    this.#start = start;
  }

  async run(name: VerbName, input: unknown): Promise<unknown> {
    if (this.#isClosed) throw new StorageUnavailable('the storage is closed');
    const running = this.#runOn(this.#take(), name, input);
    this.#busy.add(running);
    return running.finally(() => this.#busy.delete(running));
  }

  async #runOn(thread: VerbThread, name: VerbName, input: unknown): Promise<unknown> {
    try {
      return await thread.run(name, input);
    } finally {
      if (this.#isClosed) await thread.close();
      else this.#idle.set(thread, setTimeout(() => inBackground(this.#end(thread)), IDLE_MS).unref());
    }
  }

  /** Takes the one that was used last, so that the others can end. */
  #take(): VerbThread {
    const thread = [...this.#idle.keys()].at(-1);
    if (thread === undefined) return this.#start();
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    return thread;
  }

  /** Counts as busy until its file is closed: `close` waits for a thread that has begun to end by itself, too. */
  #end(thread: VerbThread): Promise<void> {
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    const ending = thread.close();
    this.#busy.add(ending);
    return ending.finally(() => this.#busy.delete(ending));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#idle.keys()].map((thread) => this.#end(thread)));
    await Promise.allSettled(this.#busy);
  }
}
