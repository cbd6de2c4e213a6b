// Turns an exception into a failure. Three kinds are expected: the ledger is unavailable, the framework refused a
// body, or our own code threw Refused. All others are bugs and become INTERNAL, without their message.
import { type Failure, failure } from '../../domain/failure.ts';
import { BODY_BYTES_MAX } from '../../domain/limits.ts';
import { StorageUnavailable } from '../../storage/storage.ts';

/** Thrown where the framework accepts refusals only as errors. */
export class Refused extends Error {
  override name = 'Refused';
  readonly failure: Failure;

  constructor(refusal: Failure) {
    super(refusal.detail);
    this.failure = refusal;
  }
}

/** A full queue empties within a second; an unavailable ledger takes longer. */
const RETRY_OVERLOADED_MS = 1_000;
const RETRY_STORAGE_MS = 5_000;

/** By the framework's error codes; each is raised before a handler of ours runs. */
const FRAMEWORK: Record<string, (bodyBytesMax: number) => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (bodyBytesMax) =>
    failure('BODY_TOO_LARGE', `The body exceeds ${bodyBytesMax} bytes.`),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    failure(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as application/json, in UTF-8 and without content-encoding.',
    ),
  FST_ERR_CTP_INVALID_JSON_BODY: () => badBody('must be valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badBody('does not have the length that was announced'),
  // The caller disconnected while sending its body. It does not get this answer, but it must not be logged as our bug.
  ECONNRESET: () => badBody('did not arrive completely'),
};

export function badBody(message: string): Failure {
  return failure('INVALID_REQUEST', `body: ${message}`, { errors: [{ field: 'body', message }] });
}

/** Also of reads: nothing of it speaks of a change. */
const VERBS_WAIT = 'Too many requests are waiting for the ledger. Nothing has changed.';
const CHECKS_WAIT = 'Too many checks of the ledger are waiting. Nothing has changed.';

/** The connection to the database was lost during the commit itself. */
function chargeInDoubt(): Failure {
  return failure(
    'STORAGE_UNAVAILABLE',
    'The connection to the ledger was lost during a commit. Repeat the request with the same request id: if the call was charged, its ' +
      'answer is free, and it is never charged twice.',
    { retryAfterMs: RETRY_STORAGE_MS, isChargeInDoubt: true },
  );
}

/** What a stream or a socket reports when the other side has gone. */
const OF_CONNECTION: readonly unknown[] = [
  ...['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ABORT_ERR'],
  ...['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
];

/** From a connection that has ended. Where its caller has left, it is no bug. */
export function isOfConnection(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return OF_CONNECTION.includes(code) || name === 'AbortError';
}

/** `bodyBytesMax`: the limit of the route on which it was raised. */
export function failureOf(error: unknown, bodyBytesMax = BODY_BYTES_MAX): Failure {
  if (error instanceof Refused) return error.failure;
  if (error instanceof StorageUnavailable) {
    if (error.inDoubt) return chargeInDoubt();
    return error.overloaded
      ? failure('OVERLOADED', error.overloaded === 'checks' ? CHECKS_WAIT : VERBS_WAIT, {
          retryAfterMs: RETRY_OVERLOADED_MS,
        })
      : failure('STORAGE_UNAVAILABLE', 'Nothing has changed.', { retryAfterMs: RETRY_STORAGE_MS });
  }
  const code = (error as { code?: unknown } | null)?.code;
  const expected = typeof code === 'string' && Object.hasOwn(FRAMEWORK, code) ? FRAMEWORK[code] : undefined;
  return expected?.(bodyBytesMax) ?? failure('INTERNAL', '');
}
