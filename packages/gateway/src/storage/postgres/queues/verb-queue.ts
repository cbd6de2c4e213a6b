// A bounded queue of verbs, and the batches that leave it. Verbs that arrive while a batch is in flight go together into the next one;
// this is group commit. When the database is down, all waiting verbs are rejected at once.
import type { Clock } from '../../../domain/clock.ts';
import { lastInTurn } from '../../../domain/event-loop-turn.ts';
import { inBackground } from '../../../domain/in-background.ts';
import { StorageUnavailable } from '../../storage.ts';
import { isLockTimeout } from '../connection.ts';
import { RESOLVE_MS, TRANSACTION_MS } from '../transaction.ts';

export type VerbOutcome =
  | { ok: true; value: unknown }
  /** StorageUnavailable when nothing could be committed; any other error is a bug in the verb. */
  | { ok: false; error: Error };

export interface VerbQueueSettings<V> {
  clock: Clock;
  queueMax: number;
  batchMax: number;
  /** Batches in flight at the same time. With more than one, the sequence of verbs is not guaranteed. */
  parallel: number;
  /** Never rejects: a failure is an outcome. null: skipped, because what the verb needs is locked. */
  run(verbs: V[]): Promise<(VerbOutcome | null)[]>;
  /** Called with the verbs that were skipped. Not needed if `run` never skips a verb. */
  putAside?(waiting: Waiting<V>[]): void;
}

/** A verb with the promise of its outcome. */
export interface Waiting<V> {
  verb: V;
  sinceMs: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Milliseconds after which a waiting verb is rejected: the caller's own deadline of 15 s is near. It is a second more than the longest
 * batch, which waits for its COMMIT to the end. So no verb is rejected as overload only because a database or its standby was restarted;
 * waiting verbs run next.
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

  /** Outcomes are untyped: `T` is the result of the verb's function. */
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
    lastInTurn(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    this.#rejectLate();
    while (this.#queue.length > 0 && this.#inFlight < this.#settings.parallel) {
      inBackground(this.#send(this.#queue.splice(0, this.#settings.batchMax)));
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
    // Not at once: a caller that just got its answer may send its next verb in this turn, which then joins the batch.
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

  /** Removes the verbs that match from the queue and returns them, in their sequence: they wait in another queue. */
  withdraw(isMeant: (verb: V) => boolean): Waiting<V>[] {
    const withdrawn = this.#queue.filter(({ verb }) => isMeant(verb));
    if (withdrawn.length > 0) this.#queue = this.#queue.filter(({ verb }) => !isMeant(verb));
    return withdrawn;
  }

  /** Finishes the queue. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#closed = resolve;
      if (!this.#scheduled) this.#flush();
    });
  }
}

/** Returns the verbs that were skipped. */
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

/** The whole database is down, and not only a row locked. */
export function isAway(outcome: VerbOutcome | null): boolean {
  if (outcome === null || outcome.ok) return false;
  return outcome.error instanceof StorageUnavailable && !isLockTimeout(outcome.error.cause);
}

export function overloaded(): StorageUnavailable {
  return new StorageUnavailable('too many verbs wait for the storage', { overloaded: true });
}
