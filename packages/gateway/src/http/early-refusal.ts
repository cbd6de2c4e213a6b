// Owns what is refused before anybody asks who calls, because it does not depend on that: an unusable request id, another version of
// HTTP, a missing Host, and a GET whose end has more than one meaning. Nothing is charged for any of them.
import type { IncomingMessage } from 'node:http';
import { type Failure, failure } from '../domain/failure.ts';
import type { RequestIds } from './request-id.ts';

export function earlyRefusal(requestIds: RequestIds, request: IncomingMessage): Failure | null {
  const { headers, httpVersion } = request;
  const badId = requestIds.refusal(request);
  if (badId !== null) return badId;
  // Node's parser also takes HTTP/2.0 by its first line, which nobody means.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return failure('INVALID_REQUEST', 'Only HTTP/1.1 and HTTP/1.0 are spoken here.');
  }
  if (headers.host === undefined && httpVersion === '1.1') {
    return failure('INVALID_REQUEST', 'The Host header is missing.');
  }
  return null;
}

/** A billed GET begins with its head. A body that turns out to be cut wrongly would end its connection while the call runs. */
export function bodyOfGet({ headers }: IncomingMessage): Failure | null {
  const length = headers['content-length'];
  if (headers['transfer-encoding'] === undefined && (length === undefined || Number(length) === 0))
    return null;
  return failure(
    'INVALID_REQUEST',
    'This request takes no body: send no Content-Length and no Transfer-Encoding.',
  );
}

/** Node drops what comes in one piece with a wish for another protocol: better a closed connection than silence. */
export function asksForUpgrade({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined;
}
