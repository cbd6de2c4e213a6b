// Requests and replies between two processes of one machine, over the channel that Node opens between parent and child. Both
// sides may send requests. A request has a deadline, because the other side may die. The channel does not interpret the messages.
import { inBackground } from '../domain/in-background.ts';

/** A `process`, a child process or a worker of a cluster. */
interface Peer {
  send?(message: never, onSent: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

export type Handlers = Record<string, (input: never) => unknown>;

/** Replies come from memory; a side that needs longer is stuck or gone. */
const ANSWER_MS = 2_000;
/** Requests that wait for a reply at one time; far more than operators and key checks ever send. */
const WAITING_MAX = 10_000;

interface Question {
  ask: number;
  topic: string;
  input: unknown;
}

interface Reply {
  answer: number;
  value?: unknown;
  problem?: string;
}

export class Channel {
  readonly #peer: Peer;
  readonly #handlers: Handlers;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #asked = 0;

  constructor(peer: Peer, handlers: Handlers) {
    this.#peer = peer;
    this.#handlers = handlers;
    peer.on('message', (message) => this.#receive(message as Question | Reply));
  }

  /** Rejects when the other side fails, does not answer in time, or is gone. */
  ask(topic: string, input: unknown = null): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= WAITING_MAX) return reject(new Error(`too many wait for "${topic}"`));
      const end = ({ value, problem }: Reply) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        if (problem === undefined) resolve(value);
        else reject(new Error(problem));
      };
      const timer = setTimeout(() => end({ answer: id, problem: `no answer to "${topic}"` }), ANSWER_MS);
      this.#waiting.set(id, end);
      this.#send({ ask: id, topic, input });
    });
  }

  #send(message: Question | Reply): void {
    // A failed send means that the other side is gone; the request then fails by its deadline.
    this.#peer.send?.(message as never, () => {});
  }

  /** Other messages on the same channel are Node's own. */
  #receive(message: Question | Reply): void {
    if (typeof message !== 'object' || message === null) return;
    if ('ask' in message) inBackground(this.#answer(message));
    else if ('answer' in message) this.#waiting.get(message.answer)?.(message);
  }

  async #answer({ ask, topic, input }: Question): Promise<void> {
    try {
      const handler = this.#handlers[topic];
      if (handler === undefined) throw new Error(`nobody here knows "${topic}"`);
      this.#send({ answer: ask, value: await handler(input as never) });
    } catch (error) {
      this.#send({ answer: ask, problem: (error as Error).message });
    }
  }
}
