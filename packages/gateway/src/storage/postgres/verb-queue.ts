// Owns a bounded queue of verbs and the batches that leave it. Verbs that arrive while a batch is in flight travel together
// in the next one; that is the whole of group commit. When the database is away, everyone who waits is told at once.
import type { Clock } from '../../domain/clock.ts';
import { StorageUnavailable } from '../storage.ts';
import { isLockTimeout } from './connection.ts';
import { RESOLVE_MS, TRANSACTION_MS } from './transaction.ts';

export type VerbOutcome =
  | { ok: true; value: unknown }
  /** StorageUnavailable when nothing could be committed; anything else is a broken verb: a bug. */
  | { ok: false; error: Error };

export interface VerbQueueSettings<V> {
  clock: Clock;
  queueMax: number;
  batchMax: number;
  /** Batches at the same time; with more than one the order of verbs is nobody's promise. */
  parallel: number;
  /** Never rejects: a failure is an outcome. null: not tried, because somebody else holds what the verb needs. */
  run(verbs: V[]): Promise<(VerbOutcome | null)[]>;
  /** Is given those that were not tried. A lane whose batches always try needs none. */
  putAside?(waiting: Waiting<V>[]): void;
}

/** A verb and whoever waits for its outcome. */
export interface Waiting<V> {
  verb: V;
  sinceMs: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Who waited this long is turned away: the caller's own deadline of 15 s is near. It is a second more than a batch takes that waits for its
 * COMMIT to the end, so that nobody is called too many only because a database or its standby was restarted: they are served next.
 */
export const WAIT_MS_MAX = TRANSACTION_MS + RESOLVE_MS + 1_000;

export class VerbQueue<V> {
  readonly #settings: VerbQueueSettings<V>;
  #queue: Waiting<V>[] = [];
  #inFlight = 0;
  #scheduled = false;
  #closed: (() => void) | null = null;

  constructor(settings: VerbQueueSettings<V>) {
    this.#settings = settings;
  }

  /** Outcomes are not typed: `T` is what the function of this verb gives. */
  run<T>(verb: V): Promise<T> {
    return new Promise<T>((resolve, reject) => {
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
    this.#rejectLate();
    while (this.#queue.length > 0 && this.#inFlight < this.#settings.parallel) {
      void this.#send(this.#queue.splice(0, this.#settings.batchMax));
    }
    if (this.#queue.length === 0 && this.#inFlight === 0) this.#closed?.();
  }

  async #send(batch: Waiting<V>[]): Promise<void> {
    this.#inFlight++;
    const outcomes = await this.#settings.run(batch.map(({ verb }) => verb));
    this.#inFlight--;
    const skipped = answerAll(batch, outcomes);
    if (skipped.length > 0) this.#settings.putAside?.(skipped);
    if (outcomes.every(isAway)) this.#rejectAll(outcomes[0] as { error: Error });
    // Not at once: whoever was answered just now may send its next verb in this very turn, and travel along.
    this.#schedule();
  }

  #rejectAll({ error }: { error: Error }): void {
    for (const waiting of this.#queue.splice(0)) waiting.reject(error);
  }

  #rejectLate(): void {
    const oldestMs = this.#settings.clock.monotonicMs() - WAIT_MS_MAX;
    while (this.#queue.length > 0 && this.#queue[0]!.sinceMs < oldestMs) {
      this.#queue.shift()!.reject(overloaded());
    }
  }

  /** Takes out of the queue whoever is meant, in their order: they are to wait elsewhere. */
  withdraw(isMeant: (verb: V) => boolean): Waiting<V>[] {
    const withdrawn = this.#queue.filter(({ verb }) => isMeant(verb));
    if (withdrawn.length > 0) this.#queue = this.#queue.filter(({ verb }) => !isMeant(verb));
    return withdrawn;
  }

  /** Lets the queue run dry. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve;
      if (!this.#scheduled) this.#flush();
    });
  }
}

/** Returns whom nobody tried. */
export function answerAll<V>(
  batch: readonly Waiting<V>[],
  outcomes: readonly (VerbOutcome | null)[],
): Waiting<V>[] {
  return batch.filter((waiting, i) => {
    const outcome = outcomes[i] ?? null;
    if (outcome?.ok) waiting.resolve(outcome.value);
    else if (outcome !== null) waiting.reject(outcome.error);
    return outcome === null;
  });
}

/** The database is away for everybody, and not only a row of it. */
export function isAway(outcome: VerbOutcome | null): boolean {
  if (outcome === null || outcome.ok) return false;
  return outcome.error instanceof StorageUnavailable && !isLockTimeout(outcome.error.cause);
}

export function overloaded(): StorageUnavailable {
  return new StorageUnavailable('too many verbs wait for the storage', { overloaded: true });
}
