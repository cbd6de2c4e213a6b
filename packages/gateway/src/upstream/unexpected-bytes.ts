// Which providers have ever sent unexpected bytes: bytes that no request asked for. Such a provider may answer the next request
// with the answer to another one, so its connections are not reused while this process lives. This class only counts and calls
// its creator, which closes the connections.

/** `isFirst`: from now on each connection of this provider is used once. */
export type OnUnexpectedBytes = (provider: string, isFirst: boolean) => void;

export class UnexpectedBytes {
  readonly #onUnexpectedBytes: OnUnexpectedBytes;
  /** Key: the provider's name from the configuration, so the size is bounded. */
  readonly #unasked = new Map<string, number>();
  /** Over all providers. */
  alarms = 0;

  constructor(onUnexpectedBytes: OnUnexpectedBytes) {
    this.#onUnexpectedBytes = onUnexpectedBytes;
  }

  unaskedOf(provider: string): number {
    return this.#unasked.get(provider) ?? 0;
  }

  /** The provider has sent unexpected bytes, or the answer to another request. */
  failed(provider: string): void {
    const before = this.unaskedOf(provider);
    this.#unasked.set(provider, before + 1);
    this.alarms++;
    this.#onUnexpectedBytes(provider, before === 0);
  }
}
