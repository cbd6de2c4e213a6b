// Answers billed GETs: operations, and GETs of mounts. They are answered in the request event of Node's server,
// before Fastify's routing, which would cost as much as all the rest of a refusal. Authentication, price and
// validation are decided in the call pipeline. All other requests go on to Fastify.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GatewayCalls } from '../call/gateway-calls.ts';
import type { CallTarget } from '../call/reading/read-call.ts';
import type { Failure } from '../domain/failure.ts';
import { inBackground } from '../domain/in-background.ts';
import { GROUPS, type Group } from '../domain/key.ts';
import type { Mount } from '../mounts/mount.ts';
import { RouteMap } from '../mounts/route-map.ts';
import { actionPath, findAction, operationActions } from '../operations/index.ts';
import { sendForm } from './answer.ts';
import { answerCall } from './answer-call.ts';
import { isCall } from './call-paths.ts';
import { asksForUpgrade, bodyOfGet, earlyRefusal } from './early-refusal.ts';
import { decodeQuery, type Query, rawQueryOf } from './query.ts';
import { sendRefusal } from './refusal.ts';
import { rawPathOf } from './route-table.ts';
import { passTarget } from './serve-mounts.ts';
import type { Server } from './server.ts';
import type { CallAdmission, StartingCall } from './shed-load.ts';
import { takeRequestListener } from './take-request-listener.ts';

/** The billed route that a URL names. */
interface BilledRoute {
  /** The pattern of the route, for the log. */
  route: string;
  target(request: IncomingMessage): CallTarget;
}

type Finder = (url: string) => BilledRoute | null;

/** Puts the admission of calls, and the billed GETs behind it, in front of the current request listener. */
export function serveCalls(
  server: Server,
  { calls, admission, mounts }: { calls: GatewayCalls; admission: CallAdmission; mounts: readonly Mount[] },
): void {
  const { app, requestIds } = server;
  const others = takeRequestListener(app.server);
  listOperations(server);
  const find = firstOf([findOperation, ...(mounts.length === 0 ? [] : [createPassFinder(mounts)])]);
  app.server.on('request', (request, response) => {
    const { url = '' } = request;
    if (!isCall(url)) return others(request, response);
    const found = request.method === 'GET' ? find(url) : null;
    const call =
      found === null
        ? { begin: () => others(request, response) }
        : new BilledCall(server, calls, request, response, found);
    const refuse = admission.enter(call);
    if (refuse !== null) sendRefusal(response, refuse(requestIds.of(request)));
  });
}

/** Fastify does not have these routes; listed, other methods on their paths get a 405 that names GET. */
function listOperations({ routes }: Server): void {
  for (const group of GROUPS) {
    for (const { name } of operationActions) routes.add('GET', actionPath(group, ':platform', name));
  }
}

/** The platform is not decoded: names of platforms need no percent-encoding, so an encoded one is unknown. */
const OPERATION = new RegExp(`^${actionPath(`(${GROUPS.join('|')})`, '([^/?]+)', '([a-z0-9_]+)')}(?:\\?|$)`);

function findOperation(url: string): BilledRoute | null {
  const found = OPERATION.exec(url);
  const called = found === null ? null : findAction(found[3]!);
  if (found === null || called === null) return null;
  const [group, platform] = [found[1] as Group, found[2]!];
  return {
    route: actionPath(group, ':platform', called.name),
    target: () => Object.assign(lateQuery(url), { kind: 'operation' as const, group, platform, called }),
  };
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

function createPassFinder(mounts: readonly Mount[]): Finder {
  const map = new RouteMap(mounts);
  return (url) => {
    const found = map.find('GET', rawPathOf(url));
    if (found.kind !== 'route') return null;
    return { route: found.route.path, target: ({ headers }) => passTarget(found, url, headers, null) };
  };
}

function firstOf(finders: readonly Finder[]): Finder {
  return (url) => {
    for (const find of finders) {
      const found = find(url);
      if (found !== null) return found;
    }
    return null;
  };
}

class BilledCall implements StartingCall {
  readonly #server: Server;
  readonly #calls: GatewayCalls;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #found: BilledRoute;

  constructor(
    server: Server,
    calls: GatewayCalls,
    request: IncomingMessage,
    response: ServerResponse,
    found: BilledRoute,
  ) {
    this.#server = server;
    this.#calls = calls;
    this.#request = request;
    this.#response = response;
    this.#found = found;
  }

  /** A caller that has already disconnected does not start a call. */
  begin(): void {
    if (!this.#request.socket.destroyed) inBackground(this.#run(), (bug) => this.#break(bug));
  }

  /** `#run` answers failures itself. Anything else is a bug: it is logged, and costs this caller its connection, not the node. */
  #break(bug: unknown): void {
    this.#server.failureOf(bug, this.#server.requestIds.choose(undefined), this.#found.route);
    this.#response.destroy();
  }

  async #run(): Promise<void> {
    const { requestIds, forms, draining } = this.#server;
    const [request, response] = [this.#request, this.#response];
    const given = requestIds.given(request);
    const requestId = requestIds.choose(given);
    const body = bodyOfGet(request);
    const refusal = body ?? earlyRefusal(requestIds, request);
    if (refusal !== null) {
      // The connection cannot be reused: the bytes after the head may be a body or another request.
      const isLast = body !== null || draining() || asksForUpgrade(request);
      return sendForm(response, forms.failure(requestId, refusal), isLast);
    }
    const { route, target } = this.#found;
    const call = { requestId, requestIdChosen: given !== undefined, target: target(request), route };
    return answerCall(this.#server, this.#calls, { request, response, ...call });
  }
}
