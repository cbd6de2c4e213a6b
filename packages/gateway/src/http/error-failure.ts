// Owns the step from an exception to a failure. Only three kinds are expected: the ledger is away, the framework
// refused a body, or code of ours said no. All others are bugs and become INTERNAL, with no text of theirs.
import { type Failure, failure } from '../domain/failure.ts';
import { StorageUnavailable } from '../storage/storage.ts';

/** Thrown where the framework takes refusals only as errors. */
export class Refused extends Error {
  override name = 'Refused';
  readonly failure: Failure;

  constructor(refusal: Failure) {
    super(refusal.detail);
    this.failure = refusal;
  }
}

/** A full queue drains within a second; a broken ledger needs longer. */
const RETRY_OVERLOADED_MS = 1_000;
const RETRY_STORAGE_MS = 5_000;

/** By the framework's own codes; each is raised before any handler of ours has run. */
const FRAMEWORK: Record<string, () => Failure> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => failure('BODY_TOO_LARGE', 'The body exceeds what this route takes.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    failure(
      'UNSUPPORTED_MEDIA_TYPE',
      'Send the body as application/json, in UTF-8 and without content-encoding.',
    ),
  FST_ERR_CTP_INVALID_JSON_BODY: () => badBody('must be valid JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => badBody('does not have the length that was announced'),
  // The caller went away in the middle of its body. Nobody reads this answer, but it is not our bug.
  ECONNRESET: () => badBody('did not arrive completely'),
};

export function badBody(message: string): Failure {
  return failure('INVALID_REQUEST', `body: ${message}`, { errors: [{ field: 'body', message }] });
}

/** The database was lost in the very commit. */
function chargeInDoubt(): Failure {
  return failure(
    'STORAGE_UNAVAILABLE',
    'The ledger was lost in the middle of a commit. Ask again with the same request id: if the call was charged, its ' +
      'answer is free, and it is never charged twice.',
    { retryAfterMs: RETRY_STORAGE_MS, isChargeInDoubt: true },
  );
}

export function failureOf(error: unknown): Failure {
  if (error instanceof Refused) return error.failure;
  if (error instanceof StorageUnavailable) {
    if (error.inDoubt) return chargeInDoubt();
    return error.overloaded
      ? failure('OVERLOADED', 'Too much is waiting to be committed.', { retryAfterMs: RETRY_OVERLOADED_MS })
      : failure('STORAGE_UNAVAILABLE', 'Nothing has changed.', { retryAfterMs: RETRY_STORAGE_MS });
  }
  const code = (error as { code?: unknown } | null)?.code;
  const expected = typeof code === 'string' && Object.hasOwn(FRAMEWORK, code) ? FRAMEWORK[code] : undefined;
  return expected?.() ?? failure('INTERNAL', '');
}
