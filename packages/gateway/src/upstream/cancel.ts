// Signals that an answer is no longer wanted: once, to the one request that is running then. An AbortSignal does the same for any
// number of listeners; creating one and listening to it cost 10 µs of every stable call.

export class Cancel {
  #isAborted = false;
  #listener: (() => void) | null = null;

  get isAborted(): boolean {
    return this.#isAborted;
  }

  /** Replaces the previous listener; null removes it. */
  listen(listener: (() => void) | null): void {
    this.#listener = listener;
  }

  abort(): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#listener?.();
  }
}
