// The open connections of a provider client that carry no exchange at the moment. A connection that has just answered rests until
// unexpected bytes after that answer would have arrived; only then it may be reused. Finding the next one takes no search,
// however many rest: at 5,000 calls per second these are hundreds.

/** Unused entries that may stay at the front of the list: moving hundreds of entries for each connection costs microseconds. */
const LEFT_OVER_MAX = 256;

/** The fields of a connection that this file uses. */
export interface Idle {
  origin: string;
  isOpen: boolean;
  /** When its rest ends, on the monotonic clock. */
  quietAtMs: number;
}

export class IdleConnections<C extends Idle> {
  /** From `#next` on, in the order in which their rest ends; earlier entries are no longer used. */
  readonly #resting: C[] = [];
  #next = 0;
  /** The most recently used is taken first, so that the others can time out. */
  readonly #quiet: C[] = [];

  put(connection: C): void {
    let at = this.#resting.length;
    // Nearly always the last position: only connections that took longer to connect rest longer.
    while (at > this.#next && this.#resting[at - 1]!.quietAtMs > connection.quietAtMs) at--;
    if (at === this.#resting.length) this.#resting.push(connection);
    else this.#resting.splice(at, 0, connection);
  }

  /** null when no connection to this origin is open and quiet. */
  take(origin: string, nowMs: number): C | null {
    this.#wake(nowMs);
    const at = this.#quiet.findLastIndex((idle) => idle.origin === origin && idle.isOpen);
    return at === -1 ? null : this.#quiet.splice(at, 1)[0]!;
  }

  has(connection: C): boolean {
    return this.#quiet.includes(connection) || this.#resting.includes(connection, this.#next);
  }

  delete(connection: C): void {
    const quiet = this.#quiet.indexOf(connection);
    if (quiet !== -1) this.#quiet.splice(quiet, 1);
    const resting = this.#resting.indexOf(connection, this.#next);
    if (resting !== -1) this.#resting.splice(resting, 1);
  }

  /**
   * The connection to close first: the longest unused quiet one, otherwise the one with the longest rest ahead. Closing one that
   * is about to be quiet would keep all of them from ever getting there.
   */
  get leastNeeded(): C | null {
    return this.#quiet[0] ?? this.#resting.slice(this.#next).at(-1) ?? null;
  }

  all(): C[] {
    return [...this.#quiet, ...this.#resting.slice(this.#next)];
  }

  #wake(nowMs: number): void {
    const { length } = this.#resting;
    while (this.#next < length && this.#resting[this.#next]!.quietAtMs <= nowMs)
      this.#quiet.push(this.#resting[this.#next++]!);
    if (this.#next < Math.min(length, LEFT_OVER_MAX)) return;
    this.#resting.splice(0, this.#next);
    this.#next = 0;
  }
}
