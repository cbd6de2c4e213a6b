// How long one request may still take: until its deadline, or until its answer is no longer wanted. It tells the code that works on the
// request, at most once, and leaves nothing behind when the request is over. An AbortSignal with a timeout says the same, but cost
// 20 µs per request and left its timer running for the whole time.
import type { Cancel } from './cancel.ts';

/** The longest delay that a timer can have; who has more time than that (25 days) has no deadline. */
const TIMER_MS_MAX = 2 ** 31 - 1;

export class TimeLimit {
  /** Counted from the beginning; infinite without a deadline. */
  readonly leftMs: number;
  /** Why it ended; null while it lasts. */
  end: 'deadline' | 'cancelled' | null = null;
  readonly #timer: NodeJS.Timeout | null = null;
  readonly #cancel: Cancel | null;
  #tell: (() => void) | null = null;

  constructor(leftMs: number, cancel: Cancel | null) {
    this.leftMs = leftMs;
    this.#cancel = cancel;
    if (cancel?.isSaid) this.end = 'cancelled';
    else cancel?.listen(() => this.#run('cancelled'));
    // A process that has nothing else to do need not wait for a deadline.
    if (leftMs <= TIMER_MS_MAX) this.#timer = setTimeout(runOut, Math.ceil(leftMs), this).unref();
  }

  get isOver(): boolean {
    return this.end !== null;
  }

  /** Instead of whoever listened before: a request is in one place at a time. Null when nobody has to know. */
  listen(onOver: (() => void) | null): void {
    this.#tell = onOver;
  }

  /** To be called when the request is over. */
  close(): void {
    this.#tell = null;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#cancel?.listen(null);
  }

  /** For the timer alone, which needs no closure of its own this way. */
  runOut(): void {
    this.#run('deadline');
  }

  #run(end: 'deadline' | 'cancelled'): void {
    if (this.end !== null) return;
    this.end = end;
    this.#tell?.();
  }
}

function runOut(timeLimit: TimeLimit): void {
  timeLimit.runOut();
}
