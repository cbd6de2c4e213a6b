// Logs outages of the ledger: one line with the reason when it becomes unavailable, one when it answers again, and a
// few in between. Code that fails because of the outage needs no line of its own.
import type { Clock } from '../domain/clock.ts';
import type { Log } from './log.ts';

/** Milliseconds between the lines of a lasting outage. */
const REPEAT_MS = 30_000;

export class Outage {
  readonly #log: Log;
  readonly #clock: Clock;
  /**
   * Names of callers that found the ledger unavailable and have not succeeded since: reading may work while writing
   * does not.
   */
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
      'the ledger is still unavailable',
    );
  }

  worked(who: string): void {
    if (!this.#waiting.delete(who) || this.#waiting.size > 0) return;
    const awayMs = this.#clock.monotonicMs() - this.#sinceMs;
    this.#log.warn({ awayMs, failures: this.#failures }, 'the ledger answers again');
  }

  #begin(nowMs: number, reason: string): void {
    this.#sinceMs = nowMs;
    this.#saidMs = nowMs;
    this.#failures = 0;
    this.#log.warn({ reason }, 'the ledger is unavailable');
  }
}
