// Serves a verb as a route: authentication, input, answer, in this order. It knows no particular verb.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { LimitedFailure } from '../call/call-outcome.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import type { FreePlace } from '../domain/limiting/account-limiter.ts';
import { LIST_ITEMS_MAX } from '../domain/limits.ts';
import type { CsvForm } from '../verb/csv.ts';
import type { AnyVerb, WhenLeft } from '../verb/verb.ts';
import { JSON_TYPE, limitHeaders, withRequestId } from './answers/answer-form.ts';
import { csvChunks } from './answers/csv-stream.ts';
import { isKnown } from './answers/served-file.ts';
import { untilClosed } from './connections/until-closed.ts';
import { bodyRefusal } from './requests/body.ts';
import { createInputReader, type VerbInput } from './requests/input.ts';
import { decodeQuery, type Query, rawQueryOf } from './requests/query.ts';
import type { Server } from './server.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read, on routes with authentication. */
    caller: unknown;
  }
}

export interface VerbRouteOptions<Caller> {
  /** Runs before any byte of a body is read. */
  authenticate(request: FastifyRequest): Promise<Caller | Failure>;
  /** Runs before authentication. */
  throttle?(request: FastifyRequest): Failure | null | Promise<Failure | null>;
  /** Runs after authentication. The returned place is held until the answer was sent; the answer shows its limit. */
  admit?(caller: Caller, request: FastifyRequest): FreePlace | LimitedFailure | null;
  bodyBytesMax?: number;
  /** Gets a success before it is sent, may set headers, and returns the body. */
  finish?(result: object, request: FastifyRequest, reply: FastifyReply): object;
  /** The answer as CSV, chosen by `format=csv` or `Accept: text/csv`. */
  csv?: CsvForm;
  /** The answer as a page, chosen by `format=html`. */
  html?: HtmlForm;
  /** Browsers may keep the answer: its Cache-Control. */
  cache?: string;
}

export interface HtmlForm {
  policy: string;
  page(result: object): string;
}

/** `{name}` as the router writes it. */
export function routerPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** `format` takes precedence over the Accept header, which browsers set by themselves. */
function chooseForm(query: Query, forms: readonly string[], accept = ''): string | Failure {
  if (query.format === undefined) return /^\s*text\/csv\b/i.test(accept) ? 'csv' : 'json';
  if (forms.includes(query.format)) return query.format;
  return invalid('format', `must be one of ${forms.map((form) => `"${form}"`).join(', ')}`);
}

export function serveVerb<Deps, Caller>(
  { app, answers }: Server,
  verb: AnyVerb<Deps, Caller>,
  deps: Deps,
  options: VerbRouteOptions<Caller>,
): void {
  const readInput = createInputReader(verb, options.csv ? ['format'] : []);
  const forms = ['json', 'csv', ...(options.html ? ['html'] : [])];
  const isRead = verb.method === 'GET';
  const isCreated = (result: object) =>
    typeof verb.creates === 'function' ? verb.creates(result) : verb.creates === true;

  const identify: onRequestAsyncHookHandler = async (request, reply) => {
    const caller = (await options.throttle?.(request)) ?? (await options.authenticate(request));
    if (isFailure(caller)) return answers.failure(reply, caller);
    const place = options.admit?.(caller, request) ?? null;
    if (place !== null && isFailure(place)) return answers.failure(reply, place, place);
    if (place !== null) {
      untilClosed(reply.raw, place.leave);
      reply.headers(limitHeaders({ free: place.rate }));
    }
    request.caller = caller;
  };

  async function sendCsv(request: FastifyRequest, reply: FastifyReply, input: VerbInput, form: CsvForm) {
    // A whole list is read in pages of the maximum length. A verb without paging keeps the requested length.
    const query = form.next ? { ...input.query, limit: LIST_ITEMS_MAX } : input.query;
    const page = (more: object) =>
      verb.run(deps, { ...input, query: { ...query, ...more } }, request.caller as Caller);
    const first = await page({});
    if (isFailure(first)) return answers.failure(reply, first);
    const chunks = csvChunks(form, first, (cursor) => page({ cursor }));
    return answers.stream(reply, { type: 'text/csv; charset=utf-8; header=present', chunks, bytes: null });
  }

  function sendPage(reply: FastifyReply, { policy, page }: HtmlForm, result: object) {
    const headers = { 'content-security-policy': policy };
    return answers.text(reply, { type: 'text/html; charset=utf-8', text: page(result), headers });
  }

  /** The tag is that of the result alone: the request id in the body differs every time. A client that has it already gets no body again. */
  function sendTagged(request: FastifyRequest, reply: FastifyReply, result: object) {
    const own = JSON.stringify(result);
    const etag = `"${hash('sha256', own, 'base64url').slice(0, 27)}"`;
    const headers = { ...(options.cache && { 'cache-control': options.cache }), etag: `W/${etag}` };
    if (isKnown(request.headers['if-none-match'], etag))
      return answers.bytes(reply, { status: 304, type: JSON_TYPE, headers, bytes: null });
    const text = withRequestId(request.id, own);
    return answers.text(reply, { type: JSON_TYPE, text, headers });
  }

  async function run(request: FastifyRequest, reply: FastifyReply) {
    const query = decodeQuery(rawQueryOf(request.raw.url ?? ''));
    if (isFailure(query)) return answers.failure(reply, query);
    const input = readInput(request.params as Query, query, request.body);
    if (isFailure(input)) return answers.failure(reply, input);
    const form = options.csv ? chooseForm(query, forms, request.headers.accept) : 'json';
    if (isFailure(form)) return answers.failure(reply, form);
    if (options.csv && form === 'csv') return sendCsv(request, reply, input, options.csv);
    const whenLeft: WhenLeft = (leave) => untilClosed(reply.raw, leave);
    const asked = { ...input, requestId: request.id, whenLeft };
    const result = await verb.run(deps, asked, request.caller as Caller);
    if (isFailure(result)) return answers.failure(reply, result);
    if (options.html && form === 'html') return sendPage(reply, options.html, result);
    if (isRead) return sendTagged(request, reply, result);
    const status = isCreated(result) ? 201 : 200;
    return answers.object(reply, status, options.finish?.(result, request, reply) ?? result);
  }

  app.route({
    method: isRead ? ['GET', 'HEAD'] : verb.method,
    url: routerPath(verb.path),
    ...(options.bodyBytesMax !== undefined && { bodyLimit: options.bodyBytesMax }),
    onRequest: identify,
    preParsing: (request, reply, payload, next) => {
      const refusal = isRead ? null : bodyRefusal(request.headers);
      if (refusal === null) next(null, payload);
      else answers.failure(reply, refusal);
    },
    handler: run,
  });
}
