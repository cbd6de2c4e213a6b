// Sheds load in front of billed calls: every call waits for its start in a bounded queue, before Fastify sees it.
// When the queue is full, the call is refused at once, unread. Free routes, health and the reference do not pass
// through here, so that an overloaded gateway can still be asked for its state.
import { failure } from '../../domain/failure.ts';
import type { Form } from '../answers/answer-form.ts';
import type { ProblemDocs } from '../answers/problem.ts';
import { createRefusal } from '../answers/refusal.ts';
import { StartQueue, type StartQueueFigures, type StartQueueLimits } from './start-queue.ts';

const LIMITS: StartQueueLimits = {
  // A turn of the event loop that starts 16 calls takes some ten milliseconds. With four, turns are shorter, but
  // calls share fewer commits: 7 % more CPU time.
  startsPerTurn: 16,
  // A burst of several hundred calls is served, and the last of them waits less than half a second.
  waitingMax: 600,
};

/** The queue empties in less than a second. */
const RETRY_AFTER_MS = 1_000;

/** A call that wants to start. */
export interface StartingCall {
  begin(): void;
}

export interface CallAdmission {
  figures(): StartQueueFigures;
  /** null when the call starts now or later; otherwise the refusal to send. */
  enter(call: StartingCall): ((requestId: string) => Form) | null;
}

export function createCallAdmission(
  requestIdHeader: string,
  docs: ProblemDocs,
  limits = LIMITS,
): CallAdmission {
  const queue = new StartQueue<StartingCall>((call) => call.begin(), limits);
  const refusal = failure('OVERLOADED', 'The gateway has more calls than it can serve. Try again later.', {
    retryAfterMs: RETRY_AFTER_MS,
  });
  const refuse = createRefusal(requestIdHeader, refusal, docs);
  return {
    figures: () => queue.figures,
    enter: (call) => (queue.enter(call) ? null : refuse),
  };
}
