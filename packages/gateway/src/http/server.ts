// What both listeners have in common: connection limits, the request id, and answers to requests without a route. The
// two servers mount the routes. Nothing here logs a header, a body or a query string.

import type { IncomingHttpHeaders, IncomingMessage, Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyReply } from 'fastify';
import { NO_PRICE_HEADERS, type PriceHeader, type PriceHeaders } from '../call/reading/bounds.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { BODY_BYTES_MAX, HEADER_BYTES_MAX, REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { type Purpose, purposeOf } from '../operations/gathered-paths.ts';
import type { KeyHolder } from '../storage/storage.ts';
import { type Answers, createAnswers } from './answers/answer.ts';
import { createForms, type Forms } from './answers/answer-form.ts';
import { failureOf, isOfConnection } from './answers/error-failure.ts';
import type { ProblemDocs } from './answers/problem.ts';
import { type ClientErrors, createClientErrors } from './connections/client-error.ts';
import { boundClosing, watchSockets } from './connections/close-connections.ts';
import { cutSlowReaders } from './connections/cut-slow-readers.ts';
import type { ServerTimes } from './connections/server-times.ts';
import { UnreadBytes, type UnreadLimits } from './connections/unread-bytes.ts';
import type { LimitConnections } from './limits/connection-places.ts';
import { ConnectionQueues } from './limits/connection-queues.ts';
import { asksForUpgrade, earlyRefusal } from './limits/early-refusal.ts';
import { acceptOnlyJson, readAbsentBodies } from './requests/body.ts';
import { createAddressReader } from './requests/client-address.ts';
import { createRequestIds, makeRequestId, type RequestIds } from './requests/request-id.ts';
import { collectRoutes, type RouteTable, rawPathOf } from './route-table.ts';

/** Reads the headers in which a caller limits or quotes the price of a call. Their values are checked in call/. */
function createPriceHeaders(serviceName: string): (headers: IncomingHttpHeaders) => PriceHeaders {
  const own = `x-${serviceName.toLowerCase()}`;
  const names = { maxPrice: `${own}-max-price`, quote: `${own}-quote` };
  return (headers) => {
    const maxPrice = read(headers, names.maxPrice);
    const quote = read(headers, names.quote);
    if (maxPrice === undefined && quote === undefined) return NO_PRICE_HEADERS;
    return { ...(maxPrice && { maxPrice }), ...(quote && { quote }) };
  };
}

/**
 * Node joins a header that was sent twice with a comma, which is neither an amount nor a quote, so it is refused
 * later.
 */
function read(headers: IncomingHttpHeaders, name: string): PriceHeader | undefined {
  const text = headers[name] as string | undefined;
  return text === undefined ? undefined : { name, text };
}

/** The methods of a pino logger that are used here. */
interface HttpLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export interface ServerDeps {
  /** Short name, as in `x-<name>-request-id`. */
  serviceName: string;
  /** The name as people read it. */
  title(): string;
  clock: Clock;
  random: RandomBytes;
  log: HttpLog;
  /** Proxies, as addresses and ranges, whose X-Forwarded-For is believed. */
  trustProxy: readonly string[];
  /** Limits on the bytes of answers that callers have not read yet. */
  unread(): UnreadLimits;
  /** Limits the open connections; further ones are dropped at accept. */
  limitConnections: LimitConnections;
  /** True once the process is stopping: answers then close their connections. */
  draining(): boolean;
  times?: Partial<ServerTimes>;
}

export interface Server {
  app: FastifyInstance;
  /** The client's address, also behind a trusted proxy. */
  addressOf(request: IncomingMessage): string;
  queues: ConnectionQueues;
  unreadBytes: UnreadBytes;
  /** True once the process is stopping: answers then close their connections. */
  draining(): boolean;
  /** The failure that the caller gets for an exception. Bugs and outages are logged. */
  failureOf(error: unknown, requestId: string, route: string | undefined, bodyBytesMax?: number): Failure;
  forms: Forms;
  answers: Answers;
  requestIds: RequestIds;
  /** What a request says about the price of its call. */
  priceHeaders(headers: IncomingHttpHeaders): PriceHeaders;
  routes: RouteTable;
  /** The reference page of this listener. */
  docs: ProblemDocs;
  /**
   * The holder of the portal session of a request; null when it has none. Absent where billed calls are not served.
   */
  visitorOf?(request: IncomingMessage): Promise<KeyHolder | Failure> | null;
}

/** The longest value in a path is a percent-encoded request id. */
const PARAMETER_CHARS_MAX = 3 * REQUEST_ID_BYTES_MAX;

function createApp(
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
      requireHostHeader: false, // We check it ourselves, because Node's refusal has no request id.
      optimizeEmptyRequests: true, // Most requests have no body, and a stream for it costs as much as the parser: see readAbsentBodies.
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
    return503OnClosing: false, // Requests on open connections are still answered; the answer then closes the connection.
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: PARAMETER_CHARS_MAX,
      querystringParser: () => ({}), // Ours is stricter: query.ts.
    },
    // input.ts checks the input. Without these two, Fastify would load a validator and a serializer, 70 ms of every
    // start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // A path that cannot be decoded, or with a parameter that is too long, matches no route.
    frameworkErrors: (_error, _request, reply) => {
      answers.failure(reply as FastifyReply, failure('ROUTE_NOT_FOUND', 'No route has this path.'));
    },
    clientErrorHandler: (error, socket) => clientErrors(error, socket as Socket),
  };
  const app = Fastify(options);
  // Node would silently drop the 2001st header. The limit on header bytes also limits their number.
  app.server.maxHeadersCount = 0;
  // Node would answer an unknown expectation itself, without a request id. Ignoring it is allowed (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response));
  answerHalfOpen(app.server);
  skipDisconnected(app);
  return app;
}

/**
 * A caller that has closed its sending side may still read, so it gets its answer. Node has had this switch from its
 * first versions, but no type for it.
 */
function answerHalfOpen(server: NodeServer & { httpAllowHalfOpen?: boolean }): void {
  server.httpAllowHalfOpen = true;
}

function noSchemas(): never {
  throw new Error('a route must not hand Fastify a schema');
}

/** A caller that has already disconnected does not start a handler. */
function skipDisconnected(app: FastifyInstance): void {
  app.addHook('preHandler', (request, reply, next) => {
    if (request.raw.socket.destroyed) reply.hijack();
    else next();
  });
}

/** Catalog paths that people may take for routes. */
const NOT_A_ROUTE: Readonly<Record<Purpose, string>> = {
  collect:
    'This path is a price of collections and no route. Collections are made by POST /api/collections/v1.',
  watch: 'This path is a price of watches and no route. Watches are made by POST /api/watches/v1.',
};

/** Names the route that was probably meant, but never repeats the path: people paste keys into URLs by mistake. */
function noRoute({ routes, docs }: Pick<Server, 'routes' | 'docs'>, rawPath: string): Failure {
  const purpose = purposeOf(rawPath);
  if (purpose !== null) return failure('ROUTE_NOT_FOUND', NOT_A_ROUTE[purpose]);
  const meant = routes.meantBy(rawPath);
  const hint =
    meant === null ? '' : ` Did you mean ${meant}? Paths are in lower case and have no slash at the end.`;
  const all = routes.methodsOf(docs.page).length > 0 ? ` All routes are listed at ${docs.page}.` : '';
  return failure('ROUTE_NOT_FOUND', `No route has this path.${hint}${all}`);
}

/** Refuses bad requests before authentication, for reasons that do not depend on the caller. */
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
  // A parameter that the router refuses, for example one with a queue break, gives "no match" although path and method
  // exist.
  const isTaken = methods.includes(reply.request.method);
  if (methods.length === 0 || isTaken) {
    answers.failure(reply, noRoute(server, path));
    return;
  }
  const allow = methods.join(', ');
  answers.failure(reply, failure('METHOD_NOT_ALLOWED', `This route takes ${allow}.`), { allow });
}

/**
 * During an outage every request fails for the same reason, so it is logged at most once per 10 seconds. The jobs log
 * when it begins and ends.
 */
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
  return (err, requestId, route, bodyBytesMax) => {
    const known = failureOf(err, bodyBytesMax);
    if (known.code === 'INTERNAL') log.error({ err, requestId, route }, 'a request failed because of a bug');
    else if (known.code === 'STORAGE_UNAVAILABLE') {
      sayUnavailable({ reason: (err as Error).message, requestId, route });
    }
    return known;
  };
}

/** The caller has left in the middle of its body or of its answer: nobody reads an answer, and it is no bug. */
const isOfLeaving = (error: unknown, { raw, request }: FastifyReply): boolean =>
  (raw.destroyed || request.raw.socket.destroyed) && isOfConnection(error);

export function createServer(deps: ServerDeps, defaults: ServerTimes, docs: ProblemDocs): Server {
  const times = { ...defaults, ...deps.times };
  const requestIds = createRequestIds(deps.serviceName, deps.clock, deps.random);
  const forms = createForms(deps.serviceName, requestIds.header, docs);
  const answers = createAnswers(forms, requestIds.header, deps.draining);
  const queues = new ConnectionQueues();
  const makeId = () => makeRequestId(deps.clock, deps.random);
  const app = createApp(
    times,
    { answers, requestIds },
    createClientErrors(requestIds.header, makeId, queues, docs),
  );
  const readAddress = createAddressReader(deps.trustProxy);
  const server: Server = {
    app,
    addressOf: ({ socket, headers }) =>
      readAddress(socket.remoteAddress, headers['x-forwarded-for'] as string | undefined),
    queues,
    unreadBytes: new UnreadBytes(deps.unread),
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
  readAbsentBodies(app);
  refuseBeforeRouting(server);
  app.setErrorHandler((error, { id, routeOptions: { url, bodyLimit } }, reply) =>
    isOfLeaving(error, reply)
      ? reply.hijack()
      : answers.failure(reply, server.failureOf(error, id, url, bodyLimit)),
  );
  const sockets = watchSockets(app.server);
  deps.limitConnections(app.server, sockets);
  boundClosing(app, times, queues, sockets);
  const stopLooks = cutSlowReaders(sockets, queues, times);
  app.addHook('onClose', async () => stopLooks());
  return server;
}
