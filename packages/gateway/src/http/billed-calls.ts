// Serves the operations as routes of Fastify, and puts the admission of calls in front of all requests whose path is that of a billed
// call. Authentication, price and validation are decided in the call pipeline.
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { OperationTarget } from '../call/reading/operation-target.ts';
import { GROUPS, type Group } from '../domain/access/key.ts';
import type { Failure } from '../domain/failure.ts';
import { actionPath, type OperationAction, operationActions } from '../operations/index.ts';
import { startCall } from './answer-call.ts';
import { sendRefusal } from './answers/refusal.ts';
import { takeRequestListener } from './connections/take-request-listener.ts';
import { refuseBodyOfGet } from './limits/early-refusal.ts';
import type { CallAdmission } from './limits/shed-load.ts';
import { decodeQuery, type Query, rawQueryOf } from './requests/query.ts';
import { isCall } from './requests/request-id.ts';
import type { Server } from './server.ts';

export function serveOperations(server: Server, calls: GatewayCalls): void {
  for (const group of GROUPS) {
    for (const called of operationActions) serveAction(server, calls, group, called);
  }
}

function serveAction(server: Server, calls: GatewayCalls, group: Group, called: OperationAction): void {
  const url = actionPath(group, ':platform', called.name);
  server.app.get(url, {
    onRequest: refuseBodyOfGet(server.answers),
    handler: (request, reply) =>
      startCall(server, calls, request, reply, {
        target: operationTarget(request.raw.url!, group, called),
        route: url,
      }),
  });
}

/** The platform is not decoded: names of platforms need no percent-encoding, so an encoded one is unknown. */
const PLATFORM_PLACE = actionPath('', ':platform', '').split('/').indexOf(':platform');

function operationTarget(url: string, group: Group, called: OperationAction): OperationTarget {
  const platform = url.split('/', PLATFORM_PLACE + 1)[PLATFORM_PLACE]!;
  return Object.assign(lateQuery(url), { kind: 'operation' as const, group, platform, called });
}

/**
 * Decodes the query only when the pipeline reads it, after authentication: a caller without a valid key gets a 401
 * and not a 400.
 */
function lateQuery(url: string): { readonly query: Query | Failure } {
  let query: Query | Failure | undefined;
  return {
    get query() {
      query ??= decodeQuery(rawQueryOf(url));
      return query;
    },
  };
}

/** Runs before the current request listener: calls wait for their start there, before Fastify sees them. */
export function admitCalls({ app, requestIds }: Server, admission: CallAdmission): void {
  const handle = takeRequestListener(app.server);
  app.server.on('request', (request, response) => {
    if (!isCall(request.url ?? '')) return handle(request, response);
    const refuse = admission.enter({ begin: () => handle(request, response) });
    if (refuse !== null) sendRefusal(response, refuse(requestIds.of(request)));
  });
}
