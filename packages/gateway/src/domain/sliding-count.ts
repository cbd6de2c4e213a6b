// Owns the count of events in a sliding window, in two numbers: two fixed windows, the older one weighted by how much of it is still in
// sight. It has no clock: whoever asks says what time it is.

export class SlidingCount {
  #window = 0;
  #current = 0;
  #previous = 0;

  /** How many count at this moment; not a whole number. */
  at(nowMs: number, windowMs: number): number {
    this.#slide(Math.floor(nowMs / windowMs));
    return this.#current + this.#previous * (msLeftOf(nowMs, windowMs) / windowMs);
  }

  /** After `at` with the same time. */
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

/** Until the present window ends. */
export function msLeftOf(nowMs: number, windowMs: number): number {
  return windowMs - (nowMs % windowMs);
}
