// Serves the routes of mounts: finds the operation and passes the request to the call pipeline. Authentication, price and validation are decided there.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { PassTarget } from '../call/tasks/pass-task.ts';
import { failure, isFailure } from '../domain/failure.ts';
import { type CallerHeaders, PASSED_UP } from '../mounts/build-request.ts';
import { type Mount, mountPath } from '../mounts/mount.ts';
import { RouteMap, type RouteMatch } from '../mounts/route-map.ts';
import { CALL_METHODS } from '../operations/data-route.ts';
import { startCall } from './answer-call.ts';
import type { Answers } from './answers/answer.ts';
import { refuseBodyOfGet } from './limits/early-refusal.ts';
import { acceptJsonText, bodyRefusal } from './requests/body.ts';
import { decodePairs, rawQueryOf } from './requests/query.ts';
import { rawPathOf } from './route-table.ts';
import type { Server } from './server.ts';

type FoundRoute = Extract<RouteMatch, { kind: 'route' }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on routes of mounts. */
    mounted: FoundRoute | null;
  }
}

/** HEAD and OPTIONS are answered with a 405 that lists the methods, and never start a call. */
const ANSWERED = [...CALL_METHODS, 'HEAD', 'OPTIONS'];

export function serveMounts(server: Server, calls: GatewayCalls, mounts: readonly Mount[]): void {
  if (mounts.length === 0) return;
  const map = new RouteMap(mounts);
  server.app.decorateRequest('mounted', null);
  // A scope of its own, because here the body stays text.
  server.app.register(async (scope) => {
    acceptJsonText(scope);
    for (const mount of mounts) serveMount(scope, server, calls, { map, mount });
  });
}

function serveMount(
  scope: FastifyInstance,
  server: Server,
  calls: GatewayCalls,
  { map, mount }: { map: RouteMap; mount: Mount },
): void {
  const { answers } = server;
  scope.route({
    method: ANSWERED,
    url: `${mountPath(mount.settings)}/*`,
    onRequest: [
      (request, reply, next) => {
        const found = map.find(request.method, rawPathOf(request.raw.url ?? ''));
        if (found.kind !== 'route') {
          refuse(answers, reply, found);
          return;
        }
        request.mounted = found;
        next();
      },
      refuseBodyOfGet(answers),
    ],
    preParsing: (request, reply, payload, next) => {
      const refusal = request.method === 'GET' ? null : bodyRefusal(request.headers);
      if (refusal === null) next(null, payload);
      else answers.failure(reply, refusal);
    },
    handler: (request, reply) => {
      const { raw, mounted, headers, body } = request;
      startCall(server, calls, request, reply, {
        target: passTarget(mounted!, raw.url ?? '', headers, body),
        route: mounted!.route.path,
      });
    },
  });
}

function refuse(answers: Answers, reply: FastifyReply, found: Exclude<RouteMatch, FoundRoute>): FastifyReply {
  if (found.kind === 'nothing')
    return answers.failure(reply, failure('ROUTE_NOT_FOUND', 'No route has this path.'));
  const allow = found.methods.join(', ');
  return answers.failure(reply, failure('METHOD_NOT_ALLOWED', `This route takes ${allow}.`), { allow });
}

/** `body` is a text, a failure, or absent. */
function passTarget(
  { route, segments }: FoundRoute,
  url: string,
  headers: IncomingHttpHeaders,
  body: unknown,
): PassTarget {
  const query = decodePairs(rawQueryOf(url));
  const bad = [query, body].find(isFailure);
  const input = bad ?? {
    segments,
    query: query as [string, string][],
    body: typeof body === 'string' ? body : null,
  };
  return { kind: 'pass', group: route.group, route, input, headers: passedUp(headers) };
}

function passedUp(headers: IncomingHttpHeaders): CallerHeaders {
  const given = PASSED_UP.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  return Object.fromEntries(given);
}
