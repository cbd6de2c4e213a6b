// Owns the door in front of billed calls: whatever arrives passes a turnstile before Fastify sees it, and who finds no room is told
// so at once, unread. Free routes, health and the reference have no door, so that a gateway that sheds can still be asked how it is.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { failure } from '../domain/failure.ts';
import { GROUPS } from '../domain/key.ts';
import { createRefusal } from './refusal.ts';
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

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** Returns what there is to see of it. */
export function shedLoad({ app, requestIds }: Server, limits = LIMITS): () => TurnstileFigures {
  const [handle] = app.server.listeners('request') as RequestListener[];
  if (handle === undefined) throw new Error('the server has nobody who answers requests');
  const turnstile = new Turnstile<Exchange>(([request, response]) => handle(request, response), limits);
  const refusal = failure('OVERLOADED', 'The gateway has more calls than it can do.', {
    retryAfterMs: RETRY_AFTER_MS,
  });
  const refuse = createRefusal(requestIds, refusal);
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!isCall(request.url ?? '')) handle(request, response);
    else if (!turnstile.enter([request, response])) refuse(request, response);
  });
  return () => turnstile.figures;
}

function isCall(target: string): boolean {
  return CALL_PATHS.some((path) => target.startsWith(path));
}
