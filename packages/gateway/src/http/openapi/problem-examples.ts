// What each code looks like to a caller: one possible detail, and the fields that only this code has.
import { type Failure, type FailureCode, failure } from '../../domain/failure.ts';
import { HEADER_BYTES_MAX } from '../../domain/limits.ts';
import type { Micros } from '../../domain/money.ts';

/** The detail, and further fields of the body. */
type Example = readonly [detail: string, more?: Partial<Failure>];

const SHORT_WAIT: Partial<Failure> = { retryAfterMs: 1_000 };
const absent = (thing: string): Example => [
  `The platform has no ${thing} with this id for everybody to see.`,
  { reason: 'private', isRecorded: true },
];

const EXAMPLES: Record<FailureCode, Example> = {
  INVALID_REQUEST: ['keyword: is required', { errors: [{ field: 'keyword', message: 'is required' }] }],
  INVALID_CURSOR: [
    'Send the pcursor of the last answer unchanged, with the same platform and the same parameters, or none to start over.',
    { errors: [{ field: 'pcursor', message: 'was not issued for this search' }] },
  ],
  INVALID_QUOTE: ['The time of this quote is over. Ask for another one.'],
  INVALID_REQUEST_ID: ['The request id must be 1 to 255 visible ASCII characters.'],
  // These two have a fixed detail.
  UNAUTHORIZED: [''],
  INTERNAL: [''],
  INSUFFICIENT_BALANCE: [
    'Available: 0.004000. Top up and repeat.',
    { price: '0.012000', available: '0.004000' },
  ],
  SPEND_CAP_REACHED: [
    "The key's daily spend cap is reached.",
    {
      retryAfterMs: 3_600_000,
      cap: {
        scope: 'key',
        window: 'day',
        limitMicros: 5_000_000 as Micros,
        spentMicros: 4_992_000 as Micros,
        leftMicros: 8_000 as Micros,
        resetsAtMs: Date.UTC(2026, 0, 2),
      },
    },
  ],
  PRICE_CEILING: ['This call may cost up to 0.012000.', { price: '0.012000' }],
  FORBIDDEN: ['This key may not be used from your address.'],
  ROUTE_NOT_FOUND: ['No route has this path. All routes are listed at /docs.'],
  PLATFORM_NOT_FOUND: ['Known platforms: library, showcase.'],
  OPERATION_NOT_SUPPORTED: ['This platform has no transcript.get. These have it: library.'],
  FILTER_UNSUPPORTED: ['This platform cannot filter by language.'],
  VIDEO_NOT_FOUND: absent('video'),
  AUTHOR_NOT_FOUND: absent('author'),
  COMMENT_NOT_FOUND: absent('comment'),
  PLAYLIST_NOT_FOUND: absent('playlist'),
  TRANSCRIPT_NOT_FOUND: [
    'The video has a transcript, but not in these languages.',
    { transcript: { reason: 'language', tracks: [{ language: 'en', kind: 'human' }] } },
  ],
  ENDPOINT_NOT_FOUND: ['The price list has no price for this path.'],
  NOT_FOUND: ['There is no such collection.'],
  GONE: ['This link has expired. Make a new one.'],
  METHOD_NOT_ALLOWED: ['Use GET.'],
  REQUEST_TIMEOUT: ['The headers came, but not the whole body.'],
  HEADERS_TOO_LARGE: [`The request line and headers exceed ${HEADER_BYTES_MAX} bytes.`],
  BODY_TOO_LARGE: ['The body exceeds 65536 bytes.'],
  UNSUPPORTED_MEDIA_TYPE: ['Send the body without content-encoding.'],
  CONFLICT: ['The collection has ended.'],
  REQUEST_IN_PROGRESS: [
    'Repeat the call with the same request id; it will not be charged twice.',
    SHORT_WAIT,
  ],
  REQUEST_EXPIRED: ['Use a new request id to buy the answer again.'],
  REQUEST_REFUNDED: [
    'You complained about this call and were refunded. Use a new request id to buy it again.',
  ],
  CANCELLED: ['The call was cancelled before it was charged.'],
  REQUEST_ID_REUSED: ['Use a new request id for another route or other parameters.'],
  RATE_LIMITED: ['Too many requests from this address. Try again later.', SHORT_WAIT],
  UPSTREAM_ERROR: ['The platform sent an unusable answer. Nothing was charged.'],
  UPSTREAM_REFUSED: ['The platform refused this call. Nothing was charged.'],
  UPSTREAM_BUSY: ['The platform asked for a pause. Nothing was charged.', SHORT_WAIT],
  OVERLOADED: ['Too many calls wait for this platform already. Nothing was charged.'],
  STORAGE_UNAVAILABLE: ['Nothing has changed.'],
  UPSTREAM_TIMEOUT: ['The call took too long. Nothing was charged.'],
};

export function exampleFailure(code: FailureCode): Failure {
  const [detail, more] = EXAMPLES[code];
  return failure(code, detail, more);
}
