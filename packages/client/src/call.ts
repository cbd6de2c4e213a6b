// What a method of the client returns. The call is sent when it is first awaited, and only once.
import type { Answer } from './send.ts';

export abstract class Awaitable<T> implements PromiseLike<T> {
  /**
   * The data with request id, charge and HTTP response. Rejects with a ReelgateError; awaiting again repeats the call with the same request
   * id.
   */
  abstract withResponse(): Promise<Answer<T>>;

  // biome-ignore lint/suspicious/noThenProperty: a call is waited for like a promise.
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onError);
  }

  catch<B>(onError: (error: unknown) => B | PromiseLike<B>): Promise<T | B> {
    return this.then(null, onError);
  }
}

/** One call. `await` gives its data and `withResponse()` also its charge. */
export class Call<T> extends Awaitable<T> {
  readonly #send: () => Promise<Answer<T>>;
  #sent: Promise<Answer<T>> | null = null;

  constructor(send: () => Promise<Answer<T>>) {
    super();
    this.#send = send;
  }

  override withResponse(): Promise<Answer<T>> {
    this.#sent ??= this.#send().catch((error) => {
      this.#sent = null;
      throw error;
    });
    return this.#sent;
  }
}
