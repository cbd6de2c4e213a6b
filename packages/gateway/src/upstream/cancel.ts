// Owns the word that an answer is no longer wanted. It is said once, and heard by the one request that is under way then. An
// AbortSignal says the same to any number of listeners; making one and listening to it cost 10 µs of every stable call.

export class Cancel {
  #isSaid = false;
  #heard: (() => void) | null = null;

  get isSaid(): boolean {
    return this.#isSaid;
  }

  /** Instead of whoever listened before; null when nobody has to know. */
  listen(heard: (() => void) | null): void {
    this.#heard = heard;
  }

  say(): void {
    if (this.#isSaid) return;
    this.#isSaid = true;
    this.#heard?.();
  }
}
