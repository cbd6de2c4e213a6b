// What becomes of text that a process writes to standard output or standard error. A reader that goes away (`| head`) and
// a device that is full are no bugs: the stream remembers what was lost, writes no more, and never ends the process.
import type { Writable } from 'node:stream';

export class StandardStream {
  readonly #stream: Writable;
  #loss: string | null = null;
  #written: Promise<void> = Promise.resolve();

  constructor(stream: Writable) {
    this.#stream = stream;
    // Without a listener Node would throw. The callback of the write says the same, so nothing is left to do.
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

  /** Waits until the system has taken everything. The code of the error, such as EPIPE, when it did not take all. */
  async loss(): Promise<string | null> {
    await this.#written;
    return this.#loss;
  }

  #lose(error: Error): void {
    this.#loss ??= (error as NodeJS.ErrnoException).code ?? error.message;
  }
}
