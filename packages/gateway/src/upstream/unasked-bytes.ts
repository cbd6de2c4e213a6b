// Which providers have ever sent unexpected bytes: bytes that no request asked for. Such a provider may answer the next request
// with the answer to another one, so its connections are not reused while this process lives. This class only counts and calls
// its creator, which closes the connections.

/** `isFirst`: from now on each connection of this provider is used once. */
export type OnUnasked = (provider: string, isFirst: boolean) => void;

export class UnaskedBytes {
  readonly #onUnasked: OnUnasked;
  /** Key: the provider's name from the configuration, so the size is bounded. */
  readonly #unasked = new Map<string, number>();
  /** Over all providers. */
  alarms = 0;

  constructor(onUnasked: OnUnasked) {
    this.#onUnasked = onUnasked;
  }

  unaskedOf(provider: string): number {
    return this.#unasked.get(provider) ?? 0;
  }

  /** The provider has sent unexpected bytes, or the answer to another request. */
  failed(provider: string): void {
    const before = this.unaskedOf(provider);
    this.#unasked.set(provider, before + 1);
    this.alarms++;
    this.#onUnasked(provider, before === 0);
  }
}
