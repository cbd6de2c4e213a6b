// Writes to standard output or standard error. A reader that closes the pipe (`| head`) and a full disk are not bugs: the stream remembers
// what was lost, stops writing, and never ends the process.
import type { Writable } from 'node:stream';

export class StandardStream {
  readonly #stream: Writable;
  #loss: string | null = null;
  #written: Promise<void> = Promise.resolve();

  constructor(stream: Writable) {
    this.#stream = stream;
    // Without a listener Node would throw. The write callback reports the same error, so nothing is done here.
    stream.on('error', (error) => this.#lose(error));
  }

  write(text: string): void {
    if (this.#loss !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.#written;
    this.#written = promise.then(() => before);
    this.#stream.write(text, (error) => {
      if (error) this.#lose(error);
      resolve();
    });
  }

  /** Waits until the system has accepted everything. Returns the error code, such as EPIPE, when something was lost. */
  async loss(): Promise<string | null> {
    await this.#written;
    return this.#loss;
  }

  #lose(error: Error): void {
    this.#loss ??= (error as NodeJS.ErrnoException).code ?? error.message;
  }
}
