// The event loop's side of one storage thread: a bounded queue in front of it and one batch in flight. Verbs that arrive while a batch is
// being committed go together into the next one; this is group commit. Few verbs of calls run on the event loop instead (place.ts), never while
// the thread has a batch: verbs take effect in the sequence in which they came.
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../domain/clock.ts';
import { lastInTurn } from '../../domain/event-loop-turn.ts';
import { WRITE_BATCH_MAX } from '../../domain/limits.ts';
import { codeFile } from '../../process/places.ts';
import { type OnCommit, StorageUnavailable } from '../storage.ts';
import type { VerbName } from '../verbs.ts';
import {
  type PackedOutcome,
  packVerb,
  unpackOutcome,
  type VerbMessage,
  type VerbOutcome,
} from './call-messages.ts';
import type { DatabaseSettings } from './database.ts';
import { Here } from './here.ts';
import type { BatchPlace } from './place.ts';
import type { PackedBatch } from './thread.ts';

type Seen = (value: unknown) => void;

interface Waiting extends VerbMessage {
  seen: Seen | undefined;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface ThreadExtras {
  onCommit?: OnCommit | undefined;
  place?: BatchPlace | undefined;
}

export class VerbThread {
  readonly #settings: DatabaseSettings;
  readonly #clock: Clock;
  readonly #queueMax: number;
  readonly #onCommit: OnCommit | undefined;
  /** Without one, everything runs in the thread. */
  readonly #place: BatchPlace | undefined;
  readonly #here: Here;
  /** Started by the first batch: a command that only reads needs no writing thread, nor the other way round. */
  #worker: Worker | null = null;
  #queue: Waiting[] = [];
  #inFlight: Waiting[] = [];
  #sentMs = 0;
  #scheduled = false;
  #closed: (() => void) | null = null;

  constructor(settings: DatabaseSettings, clock: Clock, queueMax: number, more: ThreadExtras = {}) {
    this.#settings = settings;
    this.#clock = clock;
    this.#queueMax = queueMax;
    this.#onCommit = more.onCommit;
    this.#place = more.place;
    this.#here = new Here(settings);
  }

  /** `seen` is shown the result before anybody else: a promise of its own for that would cost every call. */
  run(name: VerbName, input: unknown, seen?: Seen): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(new StorageUnavailable('the storage is closed'));
      if (this.#queue.length >= this.#queueMax) {
        return reject(new StorageUnavailable('too many verbs wait for the storage', { overloaded: true }));
      }
      this.#queue.push({ name, input, seen, resolve, reject });
      this.#schedule();
    });
  }

  /** Waits for the end of this turn of the event loop, so that verbs of the same turn share a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight.length > 0) return;
    this.#scheduled = true;
    lastInTurn(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#inFlight.length > 0) return;
    if (this.#queue.length > 0 && !this.#runHere()) this.#send();
    else if (this.#closed !== null) this.#end(this.#closed);
  }

  /** False: the batch is for the thread, or the database refused it and nothing has changed. Otherwise nothing is left in the queue. */
  #runHere(): boolean {
    if (this.#place?.isHere(this.#queue) !== true) return false;
    const monotonicMs = this.#clock.monotonicMs();
    const outcomes = this.#here.run(this.#queue, { nowMs: this.#clock.nowMs(), monotonicMs });
    if (outcomes === null) return false;
    const verbs = this.#queue;
    this.#queue = [];
    this.#committed(verbs, monotonicMs, true);
    for (const [i, waiting] of verbs.entries()) tell(waiting, outcomes[i]!);
    return true;
  }

  #committed(verbs: readonly Waiting[], beganMs: number, here: boolean): void {
    const tookMs = this.#clock.monotonicMs() - beganMs;
    this.#place?.committed(verbs, tookMs, here);
    this.#onCommit?.(verbs.length, tookMs);
  }

  #send(): void {
    this.#inFlight = this.#queue.splice(0, WRITE_BATCH_MAX);
    this.#sentMs = this.#clock.monotonicMs();
    const batch: PackedBatch = {
      nowMs: this.#clock.nowMs(),
      monotonicMs: this.#sentMs,
      verbs: this.#inFlight.map(({ name, input }) => packVerb(name, input)),
    };
    this.#worker ??= this.#start();
    this.#worker.postMessage(batch);
  }

  #end(closed: () => void): void {
    this.#here.disconnect();
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
    this.#committed(delivered, this.#sentMs, false);
    for (const [i, waiting] of delivered.entries()) tell(waiting, unpackOutcome(outcomes[i]!, waiting.input));
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

function tell(waiting: Waiting, outcome: VerbOutcome): void {
  if (outcome.ok) {
    waiting.seen?.(outcome.value);
    waiting.resolve(outcome.value);
  } else if (outcome.unavailable) {
    waiting.reject(new StorageUnavailable(outcome.message, { inDoubt: outcome.inDoubt }));
  } else waiting.reject(new Error(`${waiting.name}: ${outcome.message}`));
}
