// Owns the open connections of a lane that carry nothing at the moment. One that has just answered rests until anything
// sent unasked would have arrived; only then it may be taken again. Finding the next one takes no search, however many
// rest: at 5,000 calls per second these are hundreds.
import type { Connection } from './connection.ts';

export class IdleConnections {
  /** In the order in which they become quiet. */
  readonly #resting: Connection[] = [];
  /** Used last, taken first: the rest can time out. */
  readonly #quiet: Connection[] = [];

  put(connection: Connection): void {
    let at = this.#resting.length;
    // Nearly always the last: only those that took longer to connect rest longer.
    while (at > 0 && this.#resting[at - 1]!.quietAtMs > connection.quietAtMs) at--;
    this.#resting.splice(at, 0, connection);
  }

  /** Null when none to this origin is open and quiet. */
  take(origin: string, nowMs: number): Connection | null {
    this.#wake(nowMs);
    const at = this.#quiet.findLastIndex((idle) => idle.origin === origin && idle.isOpen);
    return at === -1 ? null : this.#quiet.splice(at, 1)[0]!;
  }

  has(connection: Connection): boolean {
    return this.#quiet.includes(connection) || this.#resting.includes(connection);
  }

  delete(connection: Connection): void {
    for (const list of [this.#quiet, this.#resting]) {
      const at = list.indexOf(connection);
      if (at !== -1) list.splice(at, 1);
    }
  }

  /**
   * The one that will be missed least: the longest unused, else the one with most of its rest before it. Closing one
   * that is about to be quiet would keep all from ever getting there.
   */
  get leastNeeded(): Connection | null {
    return this.#quiet[0] ?? this.#resting.at(-1) ?? null;
  }

  all(): Connection[] {
    return [...this.#quiet, ...this.#resting];
  }

  #wake(nowMs: number): void {
    while (this.#resting.length > 0 && this.#resting[0]!.quietAtMs <= nowMs)
      this.#quiet.push(this.#resting.shift()!);
  }
}
