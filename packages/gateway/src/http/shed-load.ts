// Owns the door in front of billed calls: whatever arrives passes a turnstile before Fastify sees it, and who finds no room is told
// so at once, unread. Free routes, health and the reference have no door, so that a gateway that sheds can still be asked how it is.
import { failure } from '../domain/failure.ts';
import type { Form } from './answer-form.ts';
import { createRefusal } from './refusal.ts';
import { Turnstile, type TurnstileFigures, type TurnstileLimits } from './turnstile.ts';

const LIMITS: TurnstileLimits = {
  // A turn that begins so many takes some ten milliseconds. Four make it shorter, but share fewer commits: 7 % more CPU time.
  startsPerTurn: 16,
  // A burst of several hundred is served, and the last of them waits less than half a second for its turn.
  waitingMax: 600,
};

/** A moment is enough: the queue empties in less. */
const RETRY_AFTER_MS = 1_000;

/** A call on its way in. */
export interface Entrant {
  begin(): void;
}

export interface Door {
  figures(): TurnstileFigures;
  /** Null when the call begins now or will; otherwise the refusal that it gets. */
  enter(entrant: Entrant): ((requestId: string) => Form) | null;
}

export function createDoor(requestIdHeader: string, docs: string, limits = LIMITS): Door {
  const turnstile = new Turnstile<Entrant>((entrant) => entrant.begin(), limits);
  const refusal = failure('OVERLOADED', 'The gateway has more calls than it can do.', {
    retryAfterMs: RETRY_AFTER_MS,
  });
  const refuse = createRefusal(requestIdHeader, refusal, docs);
  return {
    figures: () => turnstile.figures,
    enter: (entrant) => (turnstile.enter(entrant) ? null : refuse),
  };
}
