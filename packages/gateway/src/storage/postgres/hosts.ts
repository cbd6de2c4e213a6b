// Chooses one of several database hosts: the one that accepted the last connection, until it fails or turns out to be a standby. Then the
// next one in the list is tried. Every new connection is checked again.
import { urlsOfHosts } from '../../domain/network/database-hosts.ts';

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

  /** If many connections fail at the same time, only the first failure moves to the next host. */
  failed(url: string): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.#urls.length;
  }
}
