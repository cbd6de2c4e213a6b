// Refusals that are sent before the request is read: bytes prepared in advance, with the request id inserted. They
// read no key and no body, and ask nothing of the ledger. An overloaded gateway sends more of them than answers.
import type { ServerResponse } from 'node:http';
import type { Failure } from '../../domain/failure.ts';
import { type Form, PROTECTIVE_HEADERS } from './answer-form.ts';
import { PROBLEM_TYPE, type ProblemDocs, problemHeaders, problemOf } from './problem.ts';
import { STATUS } from './status.ts';

/** `further`: headers such as `connection`. */
export function createRefusal(
  requestIdHeader: string,
  refusal: Failure,
  docs: ProblemDocs,
  further: Record<string, string> = {},
): (requestId: string) => Form {
  const status = STATUS[refusal.code];
  const fixed = {
    ...PROTECTIVE_HEADERS,
    ...problemHeaders(refusal),
    'content-type': PROBLEM_TYPE,
    ...further,
  };
  const headers = Object.entries(fixed).flat();
  const prepare = () =>
    JSON.stringify(problemOf(refusal, '', docs)).split('"request_id":""') as [string, string];
  let base = docs.base();
  let [before, after] = prepare();
  return (requestId) => {
    if (docs.base() !== base) {
      base = docs.base();
      [before, after] = prepare();
    }
    const body = `${before}"request_id":${JSON.stringify(requestId)}${after}`;
    // The body is ASCII, so its length in characters is its length in bytes.
    const length = String(body.length);
    return {
      status,
      headers: [...headers, requestIdHeader, requestId, 'content-length', length],
      body: [body],
    };
  };
}

export function sendRefusal(response: ServerResponse, { status, headers, body }: Form): void {
  response.writeHead(status, headers).end(body[0]);
}
