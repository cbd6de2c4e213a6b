// Owns what a complaint is judged by, as both backends read it: the call with its stored answer, and the pages before it, within bounds. It
// judges nothing.
import { KB } from '../domain/limits.ts';
import type { ComplaintEvidence } from './complaint-verbs.ts';
import { keptAnswerOf } from './kept-answer.ts';
import { type Row, readCallRecord } from './rows.ts';

/** Calls before the one in question that are looked at, and how many of the same path are taken along: a walk is quicker. */
export const EARLIER_CALLS_MAX = 10_000;
export const EARLIER_PAGES_MAX = 20;
/** As they are kept; a page has a few kilobytes. */
export const EARLIER_BYTES_MAX = 256 * KB;

/** `row` is the call with its answer, `earlier` the answers before it, the newest first. */
export function evidenceOf(row: Row, earlier: readonly Row[]): ComplaintEvidence {
  return {
    call: readCallRecord(row),
    fingerprint: row.fingerprint as string,
    answer: row.body === null ? null : keptAnswerOf(row),
    earlier: earlier.map((one) => ({ fingerprint: one.fingerprint as string, answer: keptAnswerOf(one) })),
  };
}
