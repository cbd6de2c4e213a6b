// Threads that tests start by the thousand. Starting one costs 22 ms of CPU before it runs a line of our code, so a thread whose work is over
// waits here for the next work. It evaluates the whole bundle again for it, so nothing of the work before is left.
import { EventEmitter } from 'node:events';
import { statSync } from 'node:fs';
import threads, { type Transferable, type WorkerOptions } from 'node:worker_threads';
import type { FromHost, ToHost } from './host.ts';

const HOST = new URL('./host.ts', import.meta.url);
/** A test with several nodes uses about as many at once. */
const IDLE_MAX = 8;
const Worker = threads.Worker;

let isFreshWanted = false;
export const areFresh = () => isFreshWanted;

/** For tests of the threads themselves. Says how to take that back. */
export function wantFreshThreads(): () => void {
  isFreshWanted = true;
  return () => {
    isFreshWanted = false;
  };
}

/** One thread, and the work that it does now. */
class Host {
  readonly bundle: string;
  /** Of the bundle when it was loaded: the tests of changed programs write it anew. */
  readonly writtenMs: number;
  readonly worker: threads.Worker;
  user: ReusedWorker | null = null;

  constructor(bundle: string) {
    this.bundle = bundle;
    this.writtenMs = statSync(bundle).mtimeMs;
    this.worker = new Worker(HOST, { workerData: { bundle } });
    this.worker.on('message', (message: FromHost) => {
      if (message === 'ended') this.#release();
      else this.user?.emit('message', message.said);
    });
    this.worker.on('error', (error) => this.user?.emit('error', error));
    this.worker.on('exit', (code) => {
      idle.delete(this);
      this.user?.emit('exit', code);
    });
  }

  #release(): void {
    const user = this.user;
    this.user = null;
    this.worker.unref();
    if (idle.size < IDLE_MAX) idle.add(this);
    else this.tell('end');
    user?.emit('exit', 0);
  }

  tell(message: ToHost, transfer?: Transferable[]): void {
    this.worker.postMessage(message, transfer ?? []);
  }
}

const idle = new Set<Host>();

function hostOf(bundle: string): Host {
  for (const host of idle) {
    if (host.bundle !== bundle) continue;
    idle.delete(host);
    host.worker.ref();
    if (host.writtenMs === statSync(bundle).mtimeMs) return host;
    host.tell('end');
  }
  return new Host(bundle);
}

/** What our code uses of a worker. */
export class ReusedWorker extends EventEmitter {
  readonly #host: Host;

  constructor(bundle: string, options?: WorkerOptions) {
    super();
    this.#host = hostOf(bundle);
    this.#host.user = this;
    this.#host.tell({ begin: options?.workerData });
  }

  postMessage(message: unknown, transfer?: Transferable[]): void {
    // After its end, as with any worker, a message goes nowhere.
    if (this.#host.user === this) this.#host.tell({ message }, transfer);
  }

  terminate(): Promise<number> {
    return this.#host.user === this ? this.#host.worker.terminate() : Promise.resolve(0);
  }
}
