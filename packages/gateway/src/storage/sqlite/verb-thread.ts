// The event loop's side of one storage thread: a bounded queue in front of it and one batch in flight. Verbs that arrive while a batch is
// being committed go together into the next one; this is group commit.
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../domain/clock.ts';
import { WRITE_BATCH_MAX } from '../../domain/limits.ts';
import { codeFile } from '../../process/places.ts';
import { type OnCommit, StorageUnavailable } from '../storage.ts';
import type { VerbName } from '../verbs.ts';
import {
  type PackedOutcome,
  type PackedVerb,
  packVerb,
  unpackOutcome,
  type VerbMessage,
} from './call-messages.ts';
import type { PackedBatch, ThreadSettings } from './thread.ts';

interface Waiting extends VerbMessage {
  packed: PackedVerb;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export class VerbThread {
  readonly #settings: ThreadSettings;
  readonly #clock: Clock;
  readonly #queueMax: number;
  readonly #onCommit: OnCommit | undefined;
  /** Started by the first batch: a command that only reads needs no writing thread, nor the other way round. */
  #worker: Worker | null = null;
  #queue: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #sentMs = 0;
  #scheduled = false;
  #closed: (() => void) | null = null;

  constructor(settings: ThreadSettings, clock: Clock, queueMax: number, onCommit?: OnCommit) {
    this.#settings = settings;
    this.#clock = clock;
    this.#queueMax = queueMax;
    this.#onCommit = onCommit;
  }

  run(name: VerbName, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(new StorageUnavailable('the storage is closed'));
      if (this.#queue.length >= this.#queueMax) {
        return reject(new StorageUnavailable('too many verbs wait for the storage', { overloaded: true }));
      }
      this.#queue.push({ name, input, packed: packVerb(name, input), resolve, reject });
      this.#schedule();
    });
  }

  /** Waits for the end of this turn of the event loop, so that verbs of the same turn share a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight.length > 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#queue.length === 0) {
      if (this.#closed !== null) this.#end(this.#closed);
      return;
    }
    this.#inFlight = this.#queue.splice(0, WRITE_BATCH_MAX);
    this.#sentMs = this.#clock.monotonicMs();
    const batch: PackedBatch = {
      nowMs: this.#clock.nowMs(),
      monotonicMs: this.#sentMs,
      verbs: this.#inFlight.map(({ packed }) => packed),
    };
    this.#worker ??= this.#start();
    this.#worker.postMessage(batch);
  }

  #end(closed: () => void): void {
    if (this.#worker === null) closed();
    else this.#worker.postMessage('close');
  }

  #start(): Worker {
    const worker = new Worker(codeFile('storage/sqlite/thread'), { workerData: this.#settings });
    worker.on('message', (outcomes: PackedOutcome[]) => this.#deliver(outcomes));
    let cause = new Error('exited');
    worker.on('error', (error) => {
      cause = error as Error;
    });
    worker.on('exit', () => this.#exited(cause));
    return worker;
  }

  #deliver(outcomes: PackedOutcome[]): void {
    const delivered = this.#inFlight;
    this.#inFlight = [];
    this.#onCommit?.(delivered.length, this.#clock.monotonicMs() - this.#sentMs);
    for (const [i, waiting] of delivered.entries()) {
      const outcome = unpackOutcome(outcomes[i]!, waiting.input);
      if (outcome.ok) waiting.resolve(outcome.value);
      else if (outcome.unavailable) {
        waiting.reject(new StorageUnavailable(outcome.message, { inDoubt: outcome.inDoubt }));
      } else waiting.reject(new Error(`${waiting.name}: ${outcome.message}`));
    }
    this.#flush();
  }

  /** The thread died inside a batch, so it is unknown whether the batch was committed. Repeating the call by its id tells. */
  #fail(cause: Error): void {
    const lost = this.#inFlight;
    this.#inFlight = [];
    const inDoubt = this.#settings.mode === 'write';
    for (const waiting of lost)
      waiting.reject(new StorageUnavailable('the storage thread died', { cause, inDoubt }));
  }

  /** Only now has the thread ended. Anything sent to it between its failure and its end would be lost. */
  #exited(cause: Error): void {
    this.#fail(cause);
    if (this.#closed !== null && this.#queue.length === 0) {
      this.#closed();
      return;
    }
    this.#worker = null;
    this.#flush();
  }

  /** Finishes the queue, then ends the thread. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve;
      if (this.#inFlight.length === 0 && !this.#scheduled) this.#flush();
    });
  }
}
