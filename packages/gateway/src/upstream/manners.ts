// Owns what is known of the providers' manners: who has ever sent bytes that nobody asked for. Whoever did may answer the
// next question with the answer to another one, so its connections are not used again while this process lives. It
// closes nothing itself, and it knows nothing of caches, logs or figures: whoever made it is told.

/** `isFirst`: from now on the connections of this provider are used once. */
export type OnUnasked = (provider: string, isFirst: boolean) => void;

export class Manners {
  readonly #onUnasked: OnUnasked;
  /** By provider; names come from the configuration. */
  readonly #unasked = new Map<string, number>();
  /** Of all providers. */
  alarms = 0;

  constructor(onUnasked: OnUnasked) {
    this.#onUnasked = onUnasked;
  }

  unaskedOf(provider: string): number {
    return this.#unasked.get(provider) ?? 0;
  }

  /** It has sent bytes that nobody asked for, or the answer to another question. */
  failed(provider: string): void {
    const before = this.unaskedOf(provider);
    this.#unasked.set(provider, before + 1);
    this.alarms++;
    this.#onUnasked(provider, before === 0);
  }
}
