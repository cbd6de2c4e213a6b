// Owns which of several database hosts is used: the one that took the last connection, until it fails or turns out to be a standby.
// Then the next one in the list is tried. It remembers nothing else, and every connection is asked again.
import { urlsOfHosts } from '../../domain/database-hosts.ts';

export class DatabaseHosts {
  readonly #urls: readonly string[];
  #current = 0;

  constructor(url: string) {
    this.#urls = urlsOfHosts(url) ?? [url];
  }

  get count(): number {
    return this.#urls.length;
  }

  current(): string {
    return this.#urls[this.#current]!;
  }

  /** Of many connections that fail at the same time, the first one moves on. */
  failed(url: string): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.#urls.length;
  }
}
