// Owns what both listeners have in common: the limits of a connection, the request id, and the answers to requests
// that reach no route. Routes are mounted by the two servers. Nothing here logs a header, a body or a query string.
import type { IncomingHttpHeaders, IncomingMessage, Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply } from 'fastify';
import type { PriceHeaders } from '../call/reading/bounds.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { BODY_BYTES_MAX, HEADER_BYTES_MAX, REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { type Answers, createAnswers } from './answer.ts';
import { createForms, type Forms } from './answer-form.ts';
import { acceptOnlyJson } from './body.ts';
import { createAddressReader } from './client-address.ts';
import { type ClientErrors, createClientErrors } from './client-error.ts';
import { boundClosing, watchSockets } from './closing.ts';
import { asksForUpgrade, earlyRefusal } from './early-refusal.ts';
import { failureOf } from './error-failure.ts';
import { Lines } from './lines.ts';
import { Outbox, type OutboxLimits } from './outbox.ts';
import { createPriceHeaders } from './price-headers.ts';
import { createRequestIds, makeRequestId, type RequestIds } from './request-id.ts';
import { collectRoutes, type RouteTable, rawPathOf } from './route-table.ts';
import type { ServerTimes } from './server-times.ts';
import { cutUnread } from './unread-answers.ts';

/** As pino's. */
export interface HttpLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export interface ServerDeps {
  /** Short name: `x-<name>-request-id`. */
  serviceName: string;
  /** As people read it. */
  title(): string;
  clock: Clock;
  random: RandomBytes;
  log: HttpLog;
  /** Addresses and ranges whose X-Forwarded-For is believed; empty for none. */
  trustProxy: readonly string[];
  /** How many bytes of answers may wait for callers who do not read. */
  unread(): OutboxLimits;
  /** Open connections; further ones are dropped at accept. From the descriptor limit. */
  connectionsMax: number;
  /** True once the process is told to stop: answers then close their connections. */
  draining(): boolean;
  times?: Partial<ServerTimes>;
}

export interface Server {
  app: FastifyInstance;
  /** Whose address a request counts as. */
  addressOf(request: IncomingMessage): string;
  lines: Lines;
  outbox: Outbox;
  /** True once the process is told to stop: answers then close their connections. */
  draining(): boolean;
  /** What a caller is told of an exception, which is logged where somebody has to know. */
  failureOf(error: unknown, requestId: string, route: string | undefined): Failure;
  forms: Forms;
  answers: Answers;
  requestIds: RequestIds;
  /** What a request says about the price of its call. */
  priceHeaders(headers: IncomingHttpHeaders): PriceHeaders;
  routes: RouteTable;
  /** The page of the reference on this listener. */
  docs: string;
  /** Who a page of this listener calls as; null for requests that are no page's. Absent where billed calls are not served. */
  visitorOf?(request: IncomingMessage): Promise<KeyHolder | Failure> | null;
}

/** An encoded request id is the longest thing that stands in a path. */
const PARAMETER_CHARS_MAX = 3 * REQUEST_ID_BYTES_MAX;

function createApp(
  deps: ServerDeps,
  times: ServerTimes,
  server: Pick<Server, 'answers' | 'requestIds'>,
  clientErrors: ClientErrors,
) {
  const { answers, requestIds } = server;
  const options: FastifyHttpOptions<NodeServer> = {
    http: {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      connectionsCheckingInterval: times.checkIntervalMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      insecureHTTPParser: false,
      requireHostHeader: false, // Checked by us, because node's own refusal has no request id.
      optimizeEmptyRequests: true, // Most have no body, and a stream for it costs as much as the parser.
    },
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionTimeout: times.stallMs,
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: false, // HEAD would run a billed call.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    requestIdHeader: false,
    genReqId: (raw) => requestIds.of(raw),
    logger: false,
    return503OnClosing: false, // Requests on open connections are still answered; the answer closes them.
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: PARAMETER_CHARS_MAX,
      querystringParser: () => ({}), // Ours is stricter: query.ts.
    },
    // We check input ourselves (input.ts); without these two Fastify loads a validator and a serializer, 70 ms of every start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // A path that cannot be decoded, or a parameter that is too long, names no route.
    frameworkErrors: (_error, _request, reply) => {
      answers.failure(reply as FastifyReply, failure('ROUTE_NOT_FOUND', 'No route has this path.'));
    },
    clientErrorHandler: (error, socket) => clientErrors(error, socket as Socket),
  };
  const app = Fastify(options);
  app.server.maxConnections = deps.connectionsMax;
  // Node would drop the 2001st header in silence; the byte limit bounds their number.
  app.server.maxHeadersCount = 0;
  // Node would answer an unknown expectation itself, without a request id. Ignoring it is allowed (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response));
  answerHalfOpen(app.server);
  skipTheGone(app);
  return app;
}

/** Who has ended its side may still read: its answer is due. Node has this switch from its first versions, and no type for it. */
function answerHalfOpen(server: NodeServer & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true;
}

function noSchemas(): never {
  throw new Error('a route must not hand Fastify a schema');
}

/** A caller that is already gone does not start a handler. */
function skipTheGone(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, next) => {
    if (request.raw.socket.destroyed) reply.hijack();
    else next();
  });
}

/** Shows the route that may be meant, and nothing of what was asked: a path is a place where people paste keys by mistake. */
function noRoute({ routes, docs }: Pick<Server, 'routes' | 'docs'>, rawPath: string): Failure {
  const meant = routes.meantBy(rawPath);
  const hint =
    meant === null ? '' : ` Did you mean ${meant}? Paths have small letters and no slash at their end.`;
  const all = routes.methodsOf(docs).length > 0 ? ` All routes are listed at ${docs}.` : '';
  return failure('ROUTE_NOT_FOUND', `No route has this path.${hint}${all}`);
}

/** What is refused before authentication, because it does not depend on who calls. */
function refuseBeforeRouting(server: Server): void {
  const { app, answers, requestIds, routes } = server;
  app.addHook('onRequest', (request, reply, next) => {
    const { raw } = request;
    if (asksForUpgrade(raw)) reply.header('connection', 'close');
    const refusal = earlyRefusal(requestIds, raw);
    if (refusal !== null) {
      answers.failure(reply, refusal);
      return;
    }
    const path = rawPathOf(raw.url ?? '');
    if (request.is404) return answerUnrouted(server, reply, path);
    if (!routes.isExact(request.routeOptions.url ?? '', path)) {
      answers.failure(reply, noRoute(server, path));
      return;
    }
    next();
  });
}

function answerUnrouted(server: Server, reply: FastifyReply, path: string): void {
  const { answers, routes } = server;
  const methods = routes.methodsOf(path);
  // A name that the router does not take, such as one with a line break, leaves a path without its own method.
  const isTaken = methods.includes(reply.request.method);
  if (methods.length === 0 || isTaken) {
    answers.failure(reply, noRoute(server, path));
    return;
  }
  const allow = methods.join(', ');
  answers.failure(reply, failure('METHOD_NOT_ALLOWED', `This route takes ${allow}.`), { allow });
}

/** An outage fails every request for the same reason; the jobs say when it begins and ends. */
const UNAVAILABLE_LINE_MS = 10_000;

function createErrorReader(log: HttpLog, clock: Clock): Server['failureOf'] {
  let saidMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const sayUnavailable = (fields: object) => {
    failures++;
    const nowMs = clock.monotonicMs();
    if (nowMs - saidMs < UNAVAILABLE_LINE_MS) return;
    log.warn({ ...fields, failures }, 'storage is unavailable');
    saidMs = nowMs;
    failures = 0;
  };
  return (err, requestId, route) => {
    const known = failureOf(err);
    if (known.code === 'INTERNAL') log.error({ err, requestId, route }, 'a request failed by a bug');
    else if (known.code === 'STORAGE_UNAVAILABLE') {
      sayUnavailable({ reason: (err as Error).message, requestId, route });
    }
    return known;
  };
}

export function createServer(deps: ServerDeps, defaults: ServerTimes, docs: string): Server {
  const times = { ...defaults, ...deps.times };
  const requestIds = createRequestIds(deps.serviceName, deps.clock, deps.random);
  const forms = createForms(deps.serviceName, requestIds.header, docs);
  const answers = createAnswers(forms, requestIds.header, deps.draining);
  const lines = new Lines();
  const makeId = () => makeRequestId(deps.clock, deps.random);
  const app = createApp(
    deps,
    times,
    { answers, requestIds },
    createClientErrors(requestIds.header, makeId, lines, docs),
  );
  const readAddress = createAddressReader(deps.trustProxy);
  const server: Server = {
    app,
    addressOf: ({ socket, headers }) =>
      readAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined),
    lines,
    outbox: new Outbox(deps.unread),
    draining: deps.draining,
    forms,
    answers,
    requestIds,
    priceHeaders: createPriceHeaders(deps.serviceName),
    failureOf: createErrorReader(deps.log, deps.clock),
    routes: collectRoutes(app),
    docs,
  };
  acceptOnlyJson(app);
  refuseBeforeRouting(server);
  app.setErrorHandler((error, request, reply) =>
    answers.failure(reply, server.failureOf(error, request.id, request.routeOptions.url)),
  );
  const sockets = watchSockets(app.server);
  boundClosing(app, times, lines, sockets);
  const timer = cutUnread(sockets, lines, times);
  app.addHook('onClose', async () => clearInterval(timer));
  return server;
}
