// Signals that an answer is no longer wanted: once, to the one request that is running then. An AbortSignal does the same for any
// number of listeners; creating one and listening to it cost 10 µs of every stable call.

export class Cancel {
  #isSaid = false;
  #heard: (() => void) | null = null;

  get isSaid(): boolean {
    return this.#isSaid;
  }

  /** Replaces the previous listener; null removes it. */
  listen(heard: (() => void) | null): void {
    this.#heard = heard;
  }

  say(): void {
    if (this.#isSaid) return;
    this.#isSaid = true;
    this.#heard?.();
  }
}
