// The budget that all calls of one client share. Calls run one after another, each with the rest of the budget as its price ceiling, so
// together they cannot exceed it. The gateway alone decides what a call costs.
import type { Deadline } from './deadline.ts';
import { minus, plus } from './decimal.ts';
import { isReelgateError, NOTHING } from './error.ts';

/** Runs one call after all calls that came before it, with what is left of the budget then. */
export type Budget = <T extends { charged: string }>(
  requestId: string,
  deadline: Deadline,
  work: (left: string) => Promise<T>,
) => Promise<T>;

export function budgetOf(limit: string): Budget {
  let spent = NOTHING;
  /** Request ids of calls that may have been charged, with the most that each can have cost. */
  const doubts = new Map<string, string>();
  let tail: Promise<unknown> = Promise.resolve();

  /** A call that repeats an id may use again what that id may have cost. */
  function leftFor(requestId: string): string {
    let left = minus(limit, spent);
    for (const [id, most] of doubts) if (id !== requestId) left = minus(left, most);
    return left;
  }

  return (requestId, deadline, work) => {
    const turn = deadline.race(tail).then(async () => {
      const left = leftFor(requestId);
      try {
        const answer = await work(left);
        spent = plus(spent, answer.charged);
        doubts.delete(requestId);
        return answer;
      } catch (error) {
        // A later refusal says nothing about an earlier use of the id: that stays in doubt.
        if (isReelgateError(error) && error.outcome === 'unknown') doubts.set(requestId, left);
        throw error;
      }
    });
    tail = Promise.allSettled([tail, turn]);
    return turn;
  };
}
