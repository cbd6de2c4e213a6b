// Answers bytes that never became a request: malformed, too large or too slow. It writes to the bare socket and
// always closes it, so that bytes behind the bad ones are never read as a second request.
import type { Socket } from 'node:net';
import { type Failure, failure } from '../../domain/failure.ts';
import { HEADER_BYTES_MAX } from '../../domain/limits.ts';
import { PROTECTIVE_HEADERS } from '../answers/answer-form.ts';
import { PROBLEM_TYPE, type ProblemDocs, problemOf } from '../answers/problem.ts';
import { STATUS_CODES } from '../answers/status.ts';
import type { ConnectionQueues } from '../limits/connection-queues.ts';

function refusalOf(errorCode: string): Failure {
  switch (errorCode) {
    case 'HPE_HEADER_OVERFLOW':
      return failure('HEADERS_TOO_LARGE', `The request line and headers exceed ${HEADER_BYTES_MAX} bytes.`);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return failure('REQUEST_TIMEOUT', 'The request did not arrive in time.');
    case 'HPE_INVALID_URL':
      return failure(
        'INVALID_REQUEST',
        'The URL contains a character that must be percent-encoded, such as 猫, which is %E7%8C%AB.',
      );
    default:
      return failure('INVALID_REQUEST', 'The request is not well-formed HTTP.');
  }
}

/** A whole HTTP answer as text. */
function writeAnswer(
  errorCode: string,
  requestIdHeader: string,
  requestId: string,
  docs: ProblemDocs,
): string {
  const problem = problemOf(refusalOf(errorCode), requestId, docs);
  const { status } = problem;
  const body = JSON.stringify(problem);
  const headers = {
    ...PROTECTIVE_HEADERS,
    [requestIdHeader]: requestId,
    'content-type': PROBLEM_TYPE,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

export type ClientErrors = (error: { code?: string }, socket: Socket) => void;

export function createClientErrors(
  requestIdHeader: string,
  makeId: () => string,
  queues: ConnectionQueues,
  docs: ProblemDocs,
): ClientErrors {
  return function handle(error, socket) {
    const code = error.code ?? '';
    if (code === 'ECONNRESET' || !socket.writable) return socket.destroySoon();
    // Sent now, this answer would be taken for the answer to the request that is still running, and it would say
    // "nothing was charged", which may be false. So it is sent after that answer.
    if (queues.stateOf(socket) === 'answering') {
      socket.pause();
      return queues.whenFree(socket, () => handle(error, socket));
    }
    socket.write(writeAnswer(code, requestIdHeader, makeId(), docs));
    // Closes after the answer is sent; no further byte of the caller is read.
    socket.destroySoon();
  };
}
