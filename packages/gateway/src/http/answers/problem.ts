// The body of every answer that is not a success: RFC 9457 problem details plus `code`. It contains only the public
// text of a failure, never the internal one.
import type { Static } from 'typebox';
import { SEND_TOKEN } from '../../call/authenticate.ts';
import { FAILURES, type Failure, type FailureCode } from '../../domain/failure.ts';
import type { Track } from '../../domain/transcript/tracks.ts';
import { request } from '../../features/calls/call.account.ts';
import { type CapView, capView } from '../../features/caps/cap-views.ts';
import { STATUS } from './status.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Codes with one fixed text. A missing, malformed, unknown, revoked or expired key must look the same to the caller,
 * and the message of a bug is not safe to show.
 */
const FIXED_DETAIL: Partial<Record<FailureCode, string>> = {
  UNAUTHORIZED: 'Send a valid key as "Authorization: Bearer <key>".',
  INTERNAL: 'The failure is logged under this request id.',
};

/** The reference page of each listener. */
export const DOCS_PAGE = { public: '/docs', admin: '/admin/docs' };
/** The list of all codes, for callers. */
export const ERRORS_PAGE = `${DOCS_PAGE.public}/errors`;

export const errorPage = (code: FailureCode) => `${ERRORS_PAGE}/${code}`;

/** Where a listener explains its problems. */
export interface ProblemDocs {
  /** The path of its reference page. */
  page: string;
  /** Comes before every path: `service.public_url` where it is set, otherwise nothing. A reload may change it. */
  base(): string;
}

/** References are paths: they resolve against the address that the caller used. */
export const relativeDocs = (page: string): ProblemDocs => ({ page, base: () => '' });

/** Where a code is explained: callers have a page for each, operators the table of their reference. */
function explainedAt(code: FailureCode, { page, base }: ProblemDocs): string {
  return base() + (page === DOCS_PAGE.public ? errorPage(code) : `${page}#${code}`);
}

/** Where the caller reads the record of its call. */
const recordAt = (requestId: string, { base }: ProblemDocs) =>
  base() + request.path.replace('{request_id}', encodeURIComponent(requestId));

/** Zero, written like every other amount. */
const NOTHING = '0.000000';

interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The record of the call; absent when there is none. */
  instance?: string;
  code: FailureCode;
  request_id: string;
  /** Absent when it is unknown. */
  charged?: typeof NOTHING;
  retry_after_ms?: number;
  price?: string;
  reason?: string;
  tracks?: readonly Track[];
  upstream_status?: number;
  available?: string;
  cap?: Static<typeof CapView>;
  next: string;
  errors?: { field: string; message: string }[];
}

export function problemOf(failure: Failure, requestId: string, docs: ProblemDocs): Problem {
  const fixed = failure.detail === SEND_TOKEN ? SEND_TOKEN : FIXED_DETAIL[failure.code];
  const { title, next } = FAILURES[failure.code];
  return {
    type: explainedAt(failure.code, docs),
    title,
    status: STATUS[failure.code],
    detail: fixed ?? failure.detail,
    ...(failure.isRecorded === true && { instance: recordAt(requestId, docs) }),
    code: failure.code,
    request_id: requestId,
    ...(failure.isChargeInDoubt !== true && { charged: NOTHING }),
    ...(failure.retryAfterMs !== undefined && { retry_after_ms: Math.ceil(failure.retryAfterMs) }),
    ...(failure.price !== undefined && { price: failure.price }),
    ...(failure.reason !== undefined && { reason: failure.reason }),
    ...failure.transcript,
    ...(failure.upstreamStatus !== undefined && { upstream_status: failure.upstreamStatus }),
    ...(failure.available !== undefined && { available: failure.available }),
    ...(failure.cap !== undefined && { cap: capView(failure.cap) }),
    next: failure.next ?? next,
    ...(fixed === undefined && failure.errors !== undefined && { errors: failure.errors }),
  };
}

/** Headers that only this failure has. */
export function problemHeaders(failure: Failure): Record<string, string> {
  if (failure.code === 'UNAUTHORIZED') return { 'www-authenticate': 'Bearer' };
  if (failure.retryAfterMs === undefined) return {};
  // Whole seconds and never 0: "retry after 0" would cause a tight loop.
  return { 'retry-after': String(Math.max(1, Math.ceil(failure.retryAfterMs / 1000))) };
}
