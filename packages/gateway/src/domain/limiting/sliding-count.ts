// Counts events in a sliding window with two numbers: the counts of the current and the previous fixed window. The previous one is weighted
// by how much of it still overlaps. The time is passed in.

export class SlidingCount {
  #window = 0;
  #current = 0;
  #previous = 0;

  /** The count at this moment; may be fractional. */
  at(nowMs: number, windowMs: number): number {
    this.#slide(Math.floor(nowMs / windowMs));
    return this.#current + this.#previous * (msLeftOf(nowMs, windowMs) / windowMs);
  }

  /** Call after `at` with the same time. */
  add(events = 1): void {
    this.#current += events;
  }

  #slide(window: number): void {
    if (this.#window === window) return;
    this.#previous = this.#window === window - 1 ? this.#current : 0;
    this.#current = 0;
    this.#window = window;
  }
}

/** Milliseconds until the current window ends. */
export function msLeftOf(nowMs: number, windowMs: number): number {
  return windowMs - (nowMs % windowMs);
}
