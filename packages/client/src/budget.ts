// Owns a sum that the calls of one client may spend together. Calls under a budget run one after another, each with all that is left
// as its ceiling, so together they can never pass it. Which call costs how much, the gateway alone decides.
import type { Deadline } from './deadline.ts';
import { minus, plus } from './decimal.ts';
import { isReelgateError, NOTHING } from './error.ts';

export class Budget {
  readonly #limit: string;
  #spent = NOTHING;
  /** Request ids whose charge nobody knows yet, with the most that each can have cost. */
  readonly #doubts = new Map<string, string>();
  #tail: Promise<unknown> = Promise.resolve();

  constructor(limit: string) {
    this.#limit = limit;
  }

  /** For this id: what it may itself have cost is not taken twice. */
  left(requestId: string): string {
    let left = minus(this.#limit, this.#spent);
    for (const [id, most] of this.#doubts) if (id !== requestId) left = minus(left, most);
    return left;
  }

  async run<T extends { charged: string }>(
    requestId: string,
    deadline: Deadline,
    work: (left: string) => Promise<T>,
  ): Promise<T> {
    const before = this.#tail;
    let done = () => {};
    const own = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#tail = own.then(() => before);
    try {
      await deadline.race(before);
      return await this.#spend(requestId, work);
    } finally {
      done();
    }
  }

  async #spend<T extends { charged: string }>(id: string, work: (left: string) => Promise<T>): Promise<T> {
    const left = this.left(id);
    try {
      const answer = await work(left);
      this.#spent = plus(this.#spent, answer.charged);
      this.#doubts.delete(id);
      return answer;
    } catch (error) {
      // Refused now; what an earlier use of the id cost stays in doubt.
      if (isReelgateError(error) && error.outcome === 'unknown') this.#doubts.set(id, left);
      throw error;
    }
  }
}
