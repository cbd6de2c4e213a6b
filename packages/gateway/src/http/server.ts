// Owns what both listeners have in common: the limits of a connection, the request id, and the answers to requests
// that reach no route. Routes are mounted by the two servers. Nothing here logs a header, a body or a query string.
import type { Server as NodeServer } from 'node:http';
import { isIP, type Socket } from 'node:net';
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { BODY_BYTES_MAX, DRAIN_MS, HEADER_BYTES_MAX, REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { type Answers, createAnswers } from './answer.ts';
import { createForms, type Forms } from './answer-form.ts';
import { acceptOnlyJson } from './body.ts';
import { type AddressReader, createAddressReader } from './client-address.ts';
import { type ClientErrors, createClientErrors } from './client-error.ts';
import { boundClosing } from './closing.ts';
import { failureOf } from './error-failure.ts';
import { createRequestIds, makeRequestId, type RequestIds } from './request-id.ts';
import { collectRoutes, type RouteTable, rawPathOf } from './route-table.ts';

/** As pino's. */
export interface HttpLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export interface ServerTimes {
  headersMs: number;
  requestMs: number;
  /** How late the two limits above may act. */
  checkIntervalMs: number;
  keepAliveMs: number;
  /** No byte in or out for this long while an answer is due or being written. */
  stallMs: number;
  /** How long closing waits for the rest of requests that have not arrived whole. */
  unfinishedMs: number;
  /** How long closing waits for answers that are due or being written. */
  drainMs: number;
}

export const PUBLIC_TIMES: ServerTimes = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkIntervalMs: 2_000, // Node's 30 s would let a slow sender stay four times as long as allowed.
  keepAliveMs: 65_000, // Above the 60 s after which balancers drop idle connections: they must close first.
  stallMs: 30_000, // Twice the deadline of a call, so it only ever cuts callers that stopped reading.
  unfinishedMs: 1_000, // Whoever is in the middle of sending needs less, and who needs more was never begun.
  drainMs: DRAIN_MS,
};

export interface ServerDeps {
  /** Short name: `x-<name>-request-id`. */
  serviceName: string;
  clock: Clock;
  random: RandomBytes;
  log: HttpLog;
  /** Exact addresses whose X-Forwarded-For is believed; empty for none. */
  trustProxy: readonly string[];
  /** Open connections; further ones are dropped at accept. From the descriptor limit. */
  connectionsMax: number;
  /** True once the process is told to stop: answers then close their connections. */
  draining(): boolean;
  times?: Partial<ServerTimes>;
}

export interface Server {
  app: FastifyInstance;
  /** Whose address a request counts as. */
  addressOf(request: FastifyRequest): string;
  readAddress: AddressReader;
  times: ServerTimes;
  clientErrors: ClientErrors;
  /** What a caller is told of an exception, which is logged where somebody has to know. */
  failureOf(error: unknown, requestId: string, route: string | undefined): Failure;
  forms: Forms;
  answers: Answers;
  requestIds: RequestIds;
  routes: RouteTable;
}

/** An encoded request id is the longest thing that stands in a path. */
const PARAMETER_CHARS_MAX = 3 * REQUEST_ID_BYTES_MAX;

/** The raw value; null when absent or ambiguous. Node itself would silently take the first of two. */
export function authorizationOf(request: FastifyRequest): string | null {
  const raw = request.raw.rawHeaders;
  let given = 0;
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.length === 13 && raw[i]!.toLowerCase() === 'authorization') given++;
  }
  return given === 1 ? (request.headers.authorization ?? null) : null;
}

function createApp(
  deps: ServerDeps,
  times: ServerTimes,
  server: Pick<Server, 'answers' | 'clientErrors' | 'requestIds'>,
) {
  const { answers, clientErrors, requestIds } = server;
  const options: FastifyHttpOptions<NodeServer> = {
    http: {
      headersTimeout: times.headersMs,
      requestTimeout: times.requestMs,
      connectionsCheckingInterval: times.checkIntervalMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      insecureHTTPParser: false,
      requireHostHeader: false, // Checked in `refuseEarly`, because node's own refusal has no request id.
    },
    requestTimeout: times.requestMs,
    keepAliveTimeout: times.keepAliveMs,
    connectionTimeout: times.stallMs,
    bodyLimit: BODY_BYTES_MAX,
    exposeHeadRoutes: false, // HEAD would run a billed call.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    requestIdHeader: false,
    genReqId: (raw) => requestIds.of(raw.headers),
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
    frameworkErrors: (_error, _request, reply) => void answers.failure(reply as FastifyReply, noRoute()),
    clientErrorHandler: (error, socket) => clientErrors.handle(error, socket as Socket),
  };
  const app = Fastify(options);
  app.server.maxConnections = deps.connectionsMax;
  // Node would drop the 2001st header in silence; the byte limit bounds their number.
  app.server.maxHeadersCount = 0;
  // Node would answer an unknown expectation itself, without a request id. Ignoring it is allowed (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response));
  guardSockets(app, clientErrors);
  return app;
}

function noSchemas(): never {
  throw new Error('a route must not hand Fastify a schema');
}

/** From here on the answer belongs to the handler. A caller that is already gone does not start one. */
function guardSockets(app: FastifyInstance, clientErrors: ClientErrors): void {
  app.addHook('preHandler', (request, reply, next) => {
    const { socket } = request.raw;
    if (socket.destroyed) return void reply.hijack();
    clientErrors.begin(socket);
    reply.raw.on('close', () => clientErrors.done(socket)); // It comes once; `once` would wrap and unwrap it.
    next();
  });
}

const noRoute = () => failure('ROUTE_NOT_FOUND', 'No route has this path.');

/** What is refused before authentication, because it does not depend on who calls. */
function refuseEarly({ app, answers, requestIds, routes }: Server): void {
  app.addHook('onRequest', (request, reply, next) => {
    const { headers, httpVersion, url = '' } = request.raw;
    // Node drops what comes in one piece with a wish for another protocol: better a closed connection than silence.
    if (headers.upgrade !== undefined) reply.header('connection', 'close');
    const badId = requestIds.refusal(requestIds.given(headers));
    if (badId !== null) return void answers.failure(reply, badId);
    // Node's parser also takes HTTP/2.0 by its first line, which nobody means.
    if (httpVersion !== '1.1' && httpVersion !== '1.0') {
      return void answers.failure(
        reply,
        failure('INVALID_REQUEST', 'Only HTTP/1.1 and HTTP/1.0 are spoken here.'),
      );
    }
    if (headers.host === undefined && httpVersion === '1.1') {
      return void answers.failure(reply, failure('INVALID_REQUEST', 'The Host header is missing.'));
    }
    const path = rawPathOf(url);
    if (request.is404) return void answerUnrouted(answers, reply, routes.methodsOf(path));
    if (!routes.isExact(request.routeOptions.url ?? '', path)) return void answers.failure(reply, noRoute());
    next();
  });
}

function answerUnrouted(answers: Answers, reply: FastifyReply, methods: string[]): void {
  // A name that the router does not take, such as one with a line break, leaves a path without its own method.
  const isTaken = methods.includes(reply.request.method);
  if (methods.length === 0 || isTaken) return void answers.failure(reply, noRoute());
  const allow = methods.join(', ');
  answers.failure(reply, failure('METHOD_NOT_ALLOWED', `This route takes ${allow}.`), { allow });
}

function createErrorReader(log: HttpLog): Server['failureOf'] {
  return (err, requestId, route) => {
    const known = failureOf(err);
    const fields = { err, requestId, route };
    if (known.code === 'INTERNAL') log.error(fields, 'a request failed by a bug');
    else if (known.code === 'STORAGE_UNAVAILABLE') log.warn(fields, 'storage is unavailable');
    return known;
  };
}

export function createServer(deps: ServerDeps, defaults: ServerTimes): Server {
  if (!deps.trustProxy.every((address) => isIP(address))) {
    throw new Error('trustProxy takes exact addresses: a range would let a neighbour choose its own address');
  }
  const times = { ...defaults, ...deps.times };
  const requestIds = createRequestIds(deps.serviceName, deps.clock, deps.random);
  const forms = createForms(deps.serviceName, requestIds.header);
  const answers = createAnswers(forms, requestIds.header, deps.draining);
  const clientErrors = createClientErrors(requestIds.header, () => makeRequestId(deps.clock, deps.random));
  const app = createApp(deps, times, { answers, clientErrors, requestIds });
  const readAddress = createAddressReader(deps.trustProxy);
  const addressOf = ({ raw }: FastifyRequest) =>
    readAddress(raw.socket.remoteAddress, raw.headers['x-forwarded-for'] as string | undefined);
  const server: Server = {
    app,
    times,
    addressOf,
    readAddress,
    forms,
    answers,
    requestIds,
    clientErrors,
    failureOf: createErrorReader(deps.log),
    routes: collectRoutes(app),
  };
  acceptOnlyJson(app);
  refuseEarly(server);
  app.setErrorHandler((error, request, reply) =>
    answers.failure(reply, server.failureOf(error, request.id, request.routeOptions.url)),
  );
  boundClosing(app, times, clientErrors);
  return server;
}
