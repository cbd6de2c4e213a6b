// Which providers have ever sent bytes that nobody asked for. Such a provider may answer the next request with the answer to another one,
// so its connections are not used again while this process lives. This class only counts: its creator is told, and closes connections.

/** `isFirst`: from now on the connections of this provider are used once. */
export type OnUnasked = (provider: string, isFirst: boolean) => void;

export class UnaskedBytes {
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
