// Owns the one place where a failure code becomes an HTTP status. A code without a row here does not compile, and no
// other file may choose a status for a failure.
import type { FailureCode } from '../domain/failure.ts';

export const STATUS: Record<FailureCode, number> = {
  INVALID_REQUEST: 400,
  INVALID_CURSOR: 400,
  INVALID_QUOTE: 400,
  INVALID_REQUEST_ID: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_BALANCE: 402,
  SPEND_CAP_REACHED: 402,
  PRICE_CEILING: 402,
  FORBIDDEN: 403,
  ROUTE_NOT_FOUND: 404,
  PLATFORM_NOT_FOUND: 404,
  OPERATION_NOT_SUPPORTED: 404,
  FILTER_UNSUPPORTED: 400,
  VIDEO_NOT_FOUND: 404,
  AUTHOR_NOT_FOUND: 404,
  COMMENT_NOT_FOUND: 404,
  ENDPOINT_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  BODY_TOO_LARGE: 413,
  HEADERS_TOO_LARGE: 431,
  UNSUPPORTED_MEDIA_TYPE: 415,
  CONFLICT: 409,
  REQUEST_IN_PROGRESS: 409,
  REQUEST_EXPIRED: 409,
  REQUEST_REFUNDED: 409,
  CANCELLED: 409,
  REQUEST_ID_REUSED: 422,
  RATE_LIMITED: 429,
  UPSTREAM_ERROR: 502,
  UPSTREAM_REFUSED: 502,
  UPSTREAM_BUSY: 503,
  OVERLOADED: 503,
  STORAGE_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
  INTERNAL: 500,
};

/** Not imported: an `import` of node:http also loads a whole client, 40 ms and 3.5 MB of every start. */
export const { STATUS_CODES } = process.getBuiltinModule('node:http');
