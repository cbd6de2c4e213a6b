// Every way in which a request can fail. One row per code; http/ gives each code its status. `detail` goes to the caller. `internal` goes
// to the log and never into a body.
import type { CapState } from './limiting/spend-cap.ts';
import type { Track, TranscriptReason } from './transcript/tracks.ts';

/** What the caller should do next. */
export type Next = 'retry' | 'wait' | 'top_up' | 'fix' | 'switch';

interface FailureRow {
  title: string;
  next: Next;
}

export const FAILURES = {
  INVALID_REQUEST: { title: 'The request has a missing or bad parameter.', next: 'fix' },
  INVALID_CURSOR: { title: 'The cursor was not issued for this search.', next: 'fix' },
  INVALID_QUOTE: { title: 'The quote was not issued for this call, or its time is over.', next: 'fix' },
  INVALID_REQUEST_ID: { title: 'The request id is not usable.', next: 'fix' },
  UNAUTHORIZED: { title: 'The bearer credential is missing or invalid.', next: 'fix' },
  INSUFFICIENT_BALANCE: { title: 'The available balance does not cover the price.', next: 'top_up' },
  SPEND_CAP_REACHED: { title: 'A spend cap of the key or of its project is reached.', next: 'wait' },
  PRICE_CEILING: { title: 'The call may cost more than you allow.', next: 'fix' },
  FORBIDDEN: { title: 'This key may not make this call.', next: 'switch' },
  ROUTE_NOT_FOUND: { title: 'There is no such route.', next: 'fix' },
  PLATFORM_NOT_FOUND: { title: 'There is no such platform here.', next: 'fix' },
  OPERATION_NOT_SUPPORTED: { title: 'This platform cannot do that.', next: 'switch' },
  FILTER_UNSUPPORTED: { title: 'This platform cannot apply a filter of the search.', next: 'fix' },
  VIDEO_NOT_FOUND: { title: 'The platform has no such video for everybody to see.', next: 'fix' },
  AUTHOR_NOT_FOUND: { title: 'The platform has no such author for everybody to see.', next: 'fix' },
  COMMENT_NOT_FOUND: { title: 'The platform has no such comment for everybody to see.', next: 'fix' },
  PLAYLIST_NOT_FOUND: { title: 'The platform has no such playlist for everybody to see.', next: 'fix' },
  TRANSCRIPT_NOT_FOUND: { title: 'The video has no such transcript.', next: 'fix' },
  ENDPOINT_NOT_FOUND: { title: 'The pricing catalog has no such endpoint.', next: 'fix' },
  NOT_FOUND: { title: 'There is no such thing, or it is not yours.', next: 'fix' },
  GONE: { title: 'Its time is over: it is no longer kept.', next: 'fix' },
  METHOD_NOT_ALLOWED: { title: 'The route does not take this method.', next: 'fix' },
  REQUEST_TIMEOUT: { title: 'The request did not arrive in time.', next: 'retry' },
  HEADERS_TOO_LARGE: { title: 'The request line and headers are too large.', next: 'fix' },
  BODY_TOO_LARGE: { title: 'The request body is too large.', next: 'fix' },
  UNSUPPORTED_MEDIA_TYPE: { title: 'The request body must be plain application/json.', next: 'fix' },
  CONFLICT: { title: 'The change clashes with what is stored.', next: 'fix' },
  REQUEST_IN_PROGRESS: { title: 'The first use of this request id is still running.', next: 'wait' },
  REQUEST_EXPIRED: { title: 'This request id was charged and its answer is no longer kept.', next: 'switch' },
  REQUEST_REFUNDED: {
    title: 'This request id was refunded, and its answer is not given again.',
    next: 'switch',
  },
  CANCELLED: { title: 'The caller cancelled the call.', next: 'retry' },
  REQUEST_ID_REUSED: { title: 'This request id belongs to another call.', next: 'fix' },
  RATE_LIMITED: { title: 'Your own rate limit is reached.', next: 'wait' },
  UPSTREAM_ERROR: {
    title: 'The platform could not be reached, or its answer could not be used.',
    next: 'retry',
  },
  UPSTREAM_REFUSED: { title: 'The platform refused to answer.', next: 'switch' },
  UPSTREAM_BUSY: { title: 'The platform takes no calls right now.', next: 'wait' },
  OVERLOADED: { title: 'The gateway is shedding load.', next: 'retry' },
  STORAGE_UNAVAILABLE: { title: 'The ledger cannot commit, so nothing can be served.', next: 'retry' },
  UPSTREAM_TIMEOUT: { title: 'The platform did not answer in time.', next: 'retry' },
  INTERNAL: { title: 'Something went wrong inside the gateway.', next: 'retry' },
} satisfies Record<string, FailureRow>;

export type FailureCode = keyof typeof FAILURES;

/** Why a thing does not exist on a platform. Anything but `unknown` was said by the platform. */
export const ABSENCE_REASONS = ['deleted', 'private', 'region', 'age', 'password', 'unknown'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];

export interface FieldError {
  field: string;
  message: string;
}

export interface Failure {
  kind: 'failure';
  code: FailureCode;
  /** Safe to show to the caller. */
  detail: string;
  errors?: FieldError[];
  /** Whole milliseconds: collections and watches store when they go on. Limits in memory count by a clock with fractions. */
  retryAfterMs?: number;
  /** Replaces the usual advice of the code. */
  next?: Next;
  /** It is unknown whether the call was charged. Repeating it with the same id tells. */
  isChargeInDoubt?: boolean;
  /** The ledger has a record of the call, which its caller may read. */
  isRecorded?: boolean;
  /** What the call may cost, as a decimal text. */
  price?: string;
  /** Why the platform does not have it. */
  reason?: AbsenceReason;
  /** Why there is no such transcript, and those that exist. */
  transcript?: { reason: TranscriptReason; tracks: readonly Track[] };
  /** The status that a mounted upstream answered with. */
  upstreamStatus?: number;
  /** What the account may still spend, in its currency. */
  available?: string;
  /** The spend cap that the price does not fit under. */
  cap?: CapState;
  /** The units of a provider's quota are used up until `retryAfterMs` from now. Never told to callers. */
  isQuota?: boolean;
  /** The account has caused too many requests to platforms for calls that ended uncharged. Never told to callers. */
  isMisses?: boolean;
  /** For the log only. */
  internal?: string;
}

export function failure(code: FailureCode, detail: string, more: Partial<Failure> = {}): Failure {
  const { retryAfterMs } = more;
  const waits = retryAfterMs === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterMs) };
  return { ...more, ...waits, kind: 'failure', code, detail };
}

/** Returned for a replay whose charge was refunded automatically. */
export const refunded = failure(
  'REQUEST_REFUNDED',
  'You complained about this call and were refunded. Use a new request id to buy it again.',
);

export function invalid(field: string, message: string): Failure {
  return failure('INVALID_REQUEST', `${field}: ${message}`, { errors: [{ field, message }] });
}

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'failure';
}
