// Owns a bounded queue of verbs and the batches that leave it. Verbs that arrive while a batch is in flight travel together
// in the next one; that is the whole of group commit. When the database is away, everyone who waits is told at once.
import type { Clock } from '../../domain/clock.ts';
import { StorageUnavailable } from '../storage.ts';

export type VerbOutcome =
  | { ok: true; value: unknown }
  /** StorageUnavailable when nothing could be committed; anything else is a broken verb: a bug. */
  | { ok: false; error: Error };

export interface LaneSettings<V> {
  clock: Clock;
  queueMax: number;
  batchMax: number;
  /** Batches at the same time; with more than one the order of verbs is nobody's promise. */
  parallel: number;
  /** Never rejects: a failure is an outcome. */
  run(verbs: V[]): Promise<VerbOutcome[]>;
}

interface Waiting<V> {
  verb: V;
  sinceMs: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** Who waited this long behind a slow database is turned away: the caller's own deadline is near. */
const WAIT_MS_MAX = 5_000;

export class VerbLane<V> {
  readonly #settings: LaneSettings<V>;
  #queue: Waiting<V>[] = [];
  #inFlight = 0;
  #scheduled = false;
  #closed: (() => void) | null = null;

  constructor(settings: LaneSettings<V>) {
    this.#settings = settings;
  }

  run(verb: V): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#closed !== null) return reject(new StorageUnavailable('the storage is closed'));
      if (this.#queue.length >= this.#settings.queueMax) return reject(overloaded());
      this.#queue.push({ verb, sinceMs: this.#settings.clock.monotonicMs(), resolve, reject });
      this.#schedule();
    });
  }

  /** Waits for the end of this turn of the event loop, so that verbs of the same turn share a batch. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight >= this.#settings.parallel) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    this.#turnAwayLate();
    while (this.#queue.length > 0 && this.#inFlight < this.#settings.parallel) {
      void this.#send(this.#queue.splice(0, this.#settings.batchMax));
    }
    if (this.#queue.length === 0 && this.#inFlight === 0) this.#closed?.();
  }

  async #send(batch: Waiting<V>[]): Promise<void> {
    this.#inFlight++;
    const outcomes = await this.#settings.run(batch.map(({ verb }) => verb));
    this.#inFlight--;
    for (const [i, outcome] of outcomes.entries()) {
      if (outcome.ok) batch[i]!.resolve(outcome.value);
      else batch[i]!.reject(outcome.error);
    }
    if (outcomes.every(isAway)) this.#turnAwayAll(outcomes[0] as { error: Error });
    // Not at once: whoever was answered just now may send its next verb in this very turn, and travel along.
    this.#schedule();
  }

  #turnAwayAll({ error }: { error: Error }): void {
    for (const waiting of this.#queue.splice(0)) waiting.reject(error);
  }

  #turnAwayLate(): void {
    const oldestMs = this.#settings.clock.monotonicMs() - WAIT_MS_MAX;
    while (this.#queue.length > 0 && this.#queue[0]!.sinceMs < oldestMs) {
      this.#queue.shift()!.reject(overloaded());
    }
  }

  /** Lets the queue run dry. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve;
      if (!this.#scheduled) this.#flush();
    });
  }
}

function isAway(outcome: VerbOutcome): boolean {
  return !outcome.ok && outcome.error instanceof StorageUnavailable;
}

function overloaded(): StorageUnavailable {
  return new StorageUnavailable('too many verbs wait for the storage', { overloaded: true });
}
