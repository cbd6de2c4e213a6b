// Owns the refusal that is written before anybody has read the request: bytes made beforehand around the request id. It reads no
// key and no body, looks nothing up and moves no money. When a gateway has too much to do, there are more of them than answers.
import type { RequestListener } from 'node:http';
import type { Failure } from '../domain/failure.ts';
import { PROTECTIVE_HEADERS } from './answer.ts';
import { PROBLEM_TYPE, problemHeaders, problemOf } from './problem.ts';
import type { RequestIds } from './request-id.ts';
import { STATUS } from './status.ts';

/** `further` are headers such as `connection`. */
export function createRefusal(
  requestIds: RequestIds,
  refusal: Failure,
  further: Record<string, string> = {},
): RequestListener {
  const status = STATUS[refusal.code];
  const fixed = {
    ...PROTECTIVE_HEADERS,
    ...problemHeaders(refusal),
    'content-type': PROBLEM_TYPE,
    ...further,
  };
  const headers = Object.entries(fixed).flat();
  const [before, after] = JSON.stringify(problemOf(refusal, '')).split('"request_id":""') as [string, string];
  return (request, response) => {
    const id = requestIds.choose(request.headers);
    const body = `${before}"request_id":${JSON.stringify(id)}${after}`;
    // All of it is ASCII, so characters are bytes.
    const length = String(body.length);
    response.writeHead(status, [...headers, requestIds.header, id, 'content-length', length]).end(body);
  };
}
