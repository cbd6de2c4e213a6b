// Refuses requests before authentication, for reasons that do not depend on the caller: an unusable request id,
// another version of HTTP, no Host, two, or one that is none, and a GET with a body. Nothing is charged for any of them.
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import type { onRequestHookHandler } from 'fastify';
import { type Failure, failure } from '../../domain/failure.ts';
import type { Answers } from '../answers/answer.ts';
import type { RequestIds } from '../requests/request-id.ts';

export function earlyRefusal(requestIds: RequestIds, request: IncomingMessage): Failure | null {
  const { headers, httpVersion } = request;
  const badId = requestIds.refusal(request);
  if (badId !== null) return badId;
  // Node's parser also accepts HTTP/2.0 in the first line, which is never meant.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return failure('INVALID_REQUEST', 'Only HTTP/1.1 and HTTP/1.0 are supported.');
  }
  if (headers.host === undefined && httpVersion === '1.1') {
    return failure('INVALID_REQUEST', 'The Host header is missing.');
  }
  if (hasTwoHosts(request)) return failure('INVALID_REQUEST', 'There are two Host headers.');
  if (headers.host !== undefined && !isHost(headers.host))
    return failure(
      'INVALID_REQUEST',
      'The Host header must be one host name or address, with or without a port.',
    );
  return null;
}

/** One name or address: a proxy may read two in one value, or the one behind an @, and go by the other. */
const HOST = /^(?:\[([^\]]+)\]|\w[\w.-]*)(?::(\d{1,5}))?$/;
const PORT_MAX = 65_535;

function isHost(value: string): boolean {
  const parts = HOST.exec(value);
  if (parts === null || Number(parts[2] ?? 0) > PORT_MAX) return false;
  return parts[1] === undefined || isIPv6(parts[1]);
}

/** Node keeps the first one, and a proxy may have gone by the other (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/**
 * A billed GET starts when its head has arrived. A malformed body would close the connection while the call runs, so
 * a GET with a body is refused.
 */
function bodyOfGet({ headers }: IncomingMessage): Failure | null {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0))
    return null;
  return failure(
    'INVALID_REQUEST',
    'This request takes no body: send no Content-Length and no Transfer-Encoding.',
  );
}

/**
 * For routes of billed GETs. The connection cannot be used again: the bytes after the head may be a body or another
 * request.
 */
export function refuseBodyOfGet(answers: Answers): onRequestHookHandler {
  return (request, reply, next) => {
    const refusal = request.method === 'GET' ? bodyOfGet(request.raw) : null;
    if (refusal === null) next();
    else answers.failure(reply.header('connection', 'close'), refusal);
  };
}

/**
 * Node drops bytes that arrive together with an upgrade request. Closing the connection tells the caller; otherwise
 * it would wait for an answer that never comes.
 */
export function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}
