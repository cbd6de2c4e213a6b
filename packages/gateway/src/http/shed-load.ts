// Owns the door in front of billed calls: whatever arrives passes a turnstile before Fastify sees it, and who finds no room is told
// so at once, unread. Free routes, health and the reference have no door, so that a gateway that sheds can still be asked how it is.
import type { RequestListener } from 'node:http';
import { failure } from '../domain/failure.ts';
import { GROUPS } from '../domain/key.ts';
import type { Form } from './answer-form.ts';
import { takeListener } from './interpose.ts';
import { createRefusal, sendRefusal } from './refusal.ts';
import type { Server } from './server.ts';
import { Turnstile, type TurnstileFigures, type TurnstileLimits } from './turnstile.ts';

const LIMITS: TurnstileLimits = {
  // A turn that begins so many takes some ten milliseconds. Four make it shorter, but share fewer commits: 7 % more CPU time.
  startsPerTurn: 16,
  // A burst of several hundred is served, and the last of them waits less than half a second for its turn.
  waitingMax: 600,
};

/** A moment is enough: the queue empties in less. */
const RETRY_AFTER_MS = 1_000;
const CALL_PATHS = GROUPS.map((group) => `/api/${group}/`);

/** A call on its way in, whichever it came. */
export interface Entrant {
  begin(): void;
}

export interface Door {
  figures(): TurnstileFigures;
  /** Null when the call begins now or will; otherwise the refusal that it gets. */
  enter(entrant: Entrant): ((requestId: string) => Form) | null;
}

export function createDoor(requestIdHeader: string, limits = LIMITS): Door {
  const turnstile = new Turnstile<Entrant>((entrant) => entrant.begin(), limits);
  const refusal = failure('OVERLOADED', 'The gateway has more calls than it can do.', {
    retryAfterMs: RETRY_AFTER_MS,
  });
  const refuse = createRefusal(requestIdHeader, refusal);
  return {
    figures: () => turnstile.figures,
    enter: (entrant) => (turnstile.enter(entrant) ? null : refuse),
  };
}

/** Puts the door in front of whoever answers requests now. */
export function shedLoad({ app, requestIds }: Server, door: Door): void {
  const handle = takeListener<RequestListener>(app.server, 'request');
  app.server.on('request', (request, response) => {
    if (!isCall(request.url ?? '')) return handle(request, response);
    const refuse = door.enter({ begin: () => handle(request, response) });
    if (refuse !== null) sendRefusal(response, refuse(requestIds.of(request.headers)));
  });
}

function isCall(target: string): boolean {
  return CALL_PATHS.some((path) => target.startsWith(path));
}
