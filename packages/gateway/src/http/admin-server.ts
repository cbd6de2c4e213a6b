// Owns the admin listener: the control plane and the metrics, all behind an admin token. No public route is ever
// mounted here, and an API key opens nothing.
import type { FastifyRequest } from 'fastify';
import type { AdminCaller, AdminDeps } from '../admin/deps.ts';
import { adminVerbs } from '../admin/index.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { authorizationOf } from './credentials.ts';
import { answerInTurn } from './lines.ts';
import { serveVerb } from './serve-verb.ts';
import { createServer, type Server, type ServerDeps } from './server.ts';
import { PUBLIC_TIMES, type ServerTimes } from './server-times.ts';

export interface AdminServerDeps extends ServerDeps {
  authenticateAdmin(authorization: string | null): Promise<AdminCaller | Failure>;
  admin: AdminDeps;
  /** In the Prometheus text format. */
  metrics(): Promise<string>;
}

/** Checking a whole ledger takes minutes, and its answer comes in one piece at the end. */
const ADMIN_TIMES: ServerTimes = { ...PUBLIC_TIMES, stallMs: 600_000 };

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function createAdminServer(deps: AdminServerDeps): Server {
  const server = createServer(deps, ADMIN_TIMES);
  const authenticate = (request: FastifyRequest) => deps.authenticateAdmin(authorizationOf(request.raw));
  for (const verb of adminVerbs) serveVerb(server, verb, deps.admin, { authenticate });
  server.app.get('/metrics', async (request, reply) => {
    const caller = await authenticate(request);
    if (isFailure(caller)) return server.answers.failure(reply, caller);
    return server.answers.text(reply, { type: METRICS_TYPE, text: await deps.metrics() });
  });
  answerInTurn(server);
  return server;
}
