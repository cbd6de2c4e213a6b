// The prose of the page of each error code. Status, title and the usual advice come from the tables in domain/failure.ts and status.ts;
// this is the only place with more words about a code.
import type { FailureCode } from '../../domain/failure.ts';

/** Whose move it is. */
export const AT_FAULT = {
  caller: 'The caller: the request, or the state of its account.',
  operator: 'The operator of this gateway: settings, keys or prices.',
  platform: 'The platform, or the connection to it.',
  gateway: 'The gateway, or the machine that it runs on.',
  nobody: 'Nobody: the request came at a moment at which it could not be served.',
} as const;

interface ErrorText {
  fault: keyof typeof AT_FAULT;
  /** What happened, in two or three sentences. */
  means: string;
  /** What to do next, in whole sentences: the page shows the word in `next` elsewhere. */
  advice: string;
  /** Absent where the answer is simply: nothing. */
  charged?: string;
}

const ABSENT_ADVICE =
  'Check the id and the platform. `reason` says what the platform told: `deleted`, `private`, `region`, `age`, `password`, or `unknown`. Repeating the call does not help while the record stays absent.';
const absent = (thing: string): ErrorText => ({
  fault: 'caller',
  means: `The platform was asked and says that it has no such ${thing}, or does not show it to everybody.`,
  advice: ABSENT_ADVICE,
});

export const ERROR_TEXTS: Record<FailureCode, ErrorText> = {
  INVALID_REQUEST: {
    fault: 'caller',
    means:
      'A parameter or a field of the body is missing, unknown, or outside its bounds. `errors` names each field and what is wrong with it.',
    advice:
      'Change the fields that `errors` names. The reference lists the parameters of each route with their bounds.',
  },
  INVALID_CURSOR: {
    fault: 'caller',
    means:
      'A cursor belongs to one list: the same route, question, filters and account. This one was changed, or was sent with another question.',
    advice:
      'Send the `pcursor` of the answer before, unchanged and with the same parameters. Otherwise begin again with an empty `pcursor`.',
  },
  INVALID_QUOTE: {
    fault: 'caller',
    means: 'A quote holds for one path and one account, until the time that it names.',
    advice: 'Ask for a new quote at `/api/pricing/v1/quote`, or call without one at the current price.',
  },
  INVALID_REQUEST_ID: {
    fault: 'caller',
    means:
      'A request id is 1 to 255 visible ASCII characters. It may also be sent as `Idempotency-Key`; both headers must then have the same value.',
    advice: 'Send a valid id, or none: the gateway then makes one.',
  },
  UNAUTHORIZED: {
    fault: 'caller',
    means:
      'No key was sent, or the key is malformed, unknown, revoked or expired. All of these get the same answer, so that a stranger learns nothing about keys.',
    advice:
      'Send `Authorization: Bearer <key>`. `POST /api/test/apikey` checks a key for nothing. A revoked or expired key must be replaced by a new one.',
  },
  INSUFFICIENT_BALANCE: {
    fault: 'caller',
    means:
      '`price` is the most that the call can cost, `available` is what the account may still spend. Money that running calls hold is not available.',
    advice: 'Top up, or wait until running calls have ended. Then repeat the call with the same request id.',
  },
  SPEND_CAP_REACHED: {
    fault: 'caller',
    means:
      'The key, or the project of the key, has a cap for a UTC day, a UTC month or in total. `cap` shows it, and what is used.',
    advice: 'Wait until the cap begins anew (`retry_after_ms`), raise the cap, or use another key.',
  },
  PRICE_CEILING: {
    fault: 'caller',
    means: 'The call was sent with `max_price`, and `price` is more than that.',
    advice: 'Raise the ceiling, or ask for less: fewer items, fewer platforms, or the economy variant.',
  },
  FORBIDDEN: {
    fault: 'operator',
    means:
      'The credential is valid, but not for this: a key may be limited to groups, platforms, operations or addresses, an admin token to a role, and a session to its own origin.',
    advice: 'Use a key that may make this call, or ask who manages the key to widen it.',
  },
  ROUTE_NOT_FOUND: {
    fault: 'caller',
    means: 'No route has this path. Paths are in lower case and have no slash at the end.',
    advice:
      'Take the path from the reference. `detail` names the route that was probably meant, where one is similar.',
  },
  PLATFORM_NOT_FOUND: {
    fault: 'caller',
    means: 'The gateway has no platform of this name.',
    advice: 'Use one of the platforms that the price list at `/api/pricing/v1/endpoints` names.',
  },
  OPERATION_NOT_SUPPORTED: {
    fault: 'platform',
    means:
      'The platform exists here, but none of its providers can do this operation. `detail` names platforms that can.',
    advice: 'Ask another platform. `/api/pricing/v1/platforms` shows what each can do.',
  },
  FILTER_UNSUPPORTED: {
    fault: 'platform',
    means:
      'A filter or a sort of the search cannot be applied by this platform. The gateway refuses it, because results without it would be wrong.',
    advice:
      'Leave the filter out, ask another platform, or send `filters=best_effort`: then the filter is ignored and named in `ignored_filters`.',
  },
  VIDEO_NOT_FOUND: absent('video'),
  AUTHOR_NOT_FOUND: absent('author'),
  COMMENT_NOT_FOUND: absent('comment'),
  PLAYLIST_NOT_FOUND: absent('playlist'),
  TRANSCRIPT_NOT_FOUND: {
    fault: 'platform',
    means:
      'The video exists, but has no transcript in these languages or of this kind. `tracks` lists those that exist.',
    advice: 'Ask for a track that `tracks` lists, or without `language` and `kind`.',
  },
  ENDPOINT_NOT_FOUND: {
    fault: 'caller',
    means: 'The price list has no price for this path, so the path cannot be called.',
    advice: 'Ask without `path` for all endpoints with their prices.',
  },
  NOT_FOUND: {
    fault: 'caller',
    means:
      'The thing does not exist, was deleted, or belongs to another account. The answer is the same for all three.',
    advice: 'Check the id. The list of the same things shows those that are yours.',
  },
  GONE: {
    fault: 'nobody',
    means:
      'The thing existed, but the time for which it is kept is over: items of a collection, or a signed link.',
    advice: 'Make a new link, or collect again. What was charged stays visible in the receipts.',
  },
  METHOD_NOT_ALLOWED: {
    fault: 'caller',
    means: 'The path exists, but not with this method. The header `Allow` names those that it takes.',
    advice: 'Use a method of the header `Allow`.',
  },
  REQUEST_TIMEOUT: {
    fault: 'caller',
    means: 'The connection was open, but the request did not arrive completely in time.',
    advice: 'Send it again, with the same request id.',
  },
  HEADERS_TOO_LARGE: {
    fault: 'caller',
    means: 'Request line and headers together exceed the limit that `detail` names.',
    advice: 'Shorten the address and the headers. Cookies of other services on the same host count too.',
  },
  BODY_TOO_LARGE: {
    fault: 'caller',
    means: 'The body exceeds the limit of this route, which `detail` names.',
    advice: 'Send less in one request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    fault: 'caller',
    means: 'Bodies must be `application/json` in UTF-8, and must not be compressed.',
    advice: 'Send `Content-Type: application/json` and a plain body.',
  },
  CONFLICT: {
    fault: 'caller',
    means:
      'The change is valid by itself, but not in the present state: the thing has ended, has been changed meanwhile, or exists already. `detail` says which.',
    advice: 'Read the thing again, then decide. Repeating the same change does not help.',
  },
  REQUEST_IN_PROGRESS: {
    fault: 'nobody',
    means:
      'Another request with this request id is running. This one waited for it until its own time was over.',
    advice: 'Repeat with the same id after `retry_after_ms`: you get the answer of the first request.',
    charged: 'This request costs nothing. The first one is charged once, if it succeeds.',
  },
  REQUEST_EXPIRED: {
    fault: 'nobody',
    means:
      'The call with this request id succeeded and was charged, but its answer is no longer kept. It is never charged a second time.',
    advice: 'Use a new request id to buy the answer again. The receipt of the old one stays readable.',
    charged: 'This request costs nothing. The first one with this id was charged when it succeeded.',
  },
  REQUEST_REFUNDED: {
    fault: 'nobody',
    means: 'A complaint about this call was refunded at once, so its answer is not given again.',
    advice: 'Use a new request id to buy the answer again.',
    charged: 'This request costs nothing. The first one was charged, and that money was given back.',
  },
  CANCELLED: {
    fault: 'caller',
    means: 'The caller took the call back before it was charged.',
    advice: 'Repeat it when the answer is wanted after all.',
  },
  REQUEST_ID_REUSED: {
    fault: 'caller',
    means: 'The request id was used before, for another route or with other parameters.',
    advice: 'Use one id for one question. Repeat a call with exactly the same parameters, or with a new id.',
  },
  RATE_LIMITED: {
    fault: 'caller',
    means:
      'A limit is reached: requests in a window, calls at the same time, or answers that cost nothing. The header `RateLimit-Policy` names the limits.',
    advice:
      'Wait for `retry_after_ms`, then send fewer requests. `RateLimit` on each answer shows what is left.',
  },
  UPSTREAM_ERROR: {
    fault: 'platform',
    means:
      'The platform was asked, also through other providers where there are any, and no usable answer came back.',
    advice: 'Repeat with the same request id. If it stays so, ask another platform.',
  },
  UPSTREAM_REFUSED: {
    fault: 'platform',
    means:
      'The platform understood the request and declined it, for example because of the region or its own rules.',
    advice: 'Repeating does not help. Ask something else, or another platform.',
  },
  UPSTREAM_BUSY: {
    fault: 'platform',
    means:
      'The platform, or its quota here, takes no more calls at the moment. The gateway does not let the call wait.',
    advice: 'Wait for `retry_after_ms`, then repeat with the same request id, or ask another platform.',
  },
  OVERLOADED: {
    fault: 'gateway',
    means:
      'The gateway has more requests than it can start in time, and refuses some at once instead of making all of them late.',
    advice: 'Repeat with the same request id after a moment, with growing pauses.',
  },
  STORAGE_UNAVAILABLE: {
    fault: 'gateway',
    means: 'The database takes no writes at the moment, and an answer that cannot be charged is not given.',
    advice:
      'Repeat with the same request id: a call is charged once, also when the connection broke during the commit.',
    charged:
      'Nothing, when the body has `charged`. Without that field it is unknown, because the connection to the ledger broke during the commit: repeat with the same request id to learn it.',
  },
  UPSTREAM_TIMEOUT: {
    fault: 'platform',
    means:
      'The platform, and every other provider that could be asked in time, took longer than the limit of the call.',
    advice: 'Repeat with the same request id.',
  },
  INTERNAL: {
    fault: 'gateway',
    means: 'A bug. The gateway has logged it under the request id.',
    advice: 'Repeat once with the same request id. Then tell the operator the request id.',
  },
};
