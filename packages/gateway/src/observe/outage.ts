// Owns what the log says about a ledger that is away: one line when it goes, with the reason, one when it is back, and a few in
// between. Whoever fails because of it needs no line and no stack of its own.
import type { Clock } from '../domain/clock.ts';
import type { Log } from './log.ts';

/** Often enough to see that it lasts, seldom enough to read. */
const REPEAT_MS = 30_000;

export class Outage {
  readonly #log: Log;
  readonly #clock: Clock;
  /** Who found the ledger away and has not found it back: reading may work while writing does not. */
  readonly #waiting = new Set<string>();
  #sinceMs = 0;
  #saidMs = 0;
  #failures = 0;

  constructor(log: Log, clock: Clock) {
    this.#log = log;
    this.#clock = clock;
  }

  get isAway(): boolean {
    return this.#waiting.size > 0;
  }

  failed(who: string, reason: string): void {
    const nowMs = this.#clock.monotonicMs();
    const isFirst = this.#waiting.size === 0;
    this.#waiting.add(who);
    if (isFirst) this.#begin(nowMs, reason);
    this.#failures++;
    if (nowMs - this.#saidMs < REPEAT_MS) return;
    this.#saidMs = nowMs;
    this.#log.warn(
      { reason, awayMs: nowMs - this.#sinceMs, failures: this.#failures },
      'the ledger is still away',
    );
  }

  worked(who: string): void {
    if (!this.#waiting.delete(who) || this.#waiting.size > 0) return;
    const awayMs = this.#clock.monotonicMs() - this.#sinceMs;
    this.#log.warn({ awayMs, failures: this.#failures }, 'the ledger is back');
  }

  #begin(nowMs: number, reason: string): void {
    this.#sinceMs = nowMs;
    this.#saidMs = nowMs;
    this.#failures = 0;
    this.#log.warn({ reason }, 'the ledger is away');
  }
}
