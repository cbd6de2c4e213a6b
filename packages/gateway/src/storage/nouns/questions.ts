// What calls asked, for a limited number of days. The row is written by the batch that opens its call (storage/<backend>/ledger-write.ts).
import { type KeptQuestion, readKeptQuestion } from '../../domain/gathering/question.ts';
import type { Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

/** A column of calls `c`. */
export const QUESTION = '(SELECT q.parameters FROM call_questions q WHERE q.call_seq = c.seq) AS question';

export function keptQuestionOf({ question }: Row): KeptQuestion | null {
  return (question ?? null) === null ? null : readKeptQuestion(question as string);
}

/**
 * Rows per transaction: about ten milliseconds. A hundred such transactions in a minute keep up with three thousand calls a second.
 */
const PURGE_QUESTIONS_MAX = 2_000;

/**
 * Deletes questions that were asked more than `keepMs` ago, a bounded number at a time. Their calls stay. Rows are only added with the
 * number of a new call, so the oldest have the lowest numbers: what stands before an old row is old too. Its time says otherwise only if
 * it was written while the clock was ahead, and such a row must not stop the deletion of all after it.
 */
export function* purgeQuestions(
  { keepMs }: { keepMs: number },
  { nowMs }: WriteMoment,
): Writing<{ purged: number }> {
  const dropped = yield {
    sql: `DELETE FROM call_questions WHERE call_seq IN (
            SELECT call_seq FROM call_questions
             WHERE call_seq <= (
               SELECT max(call_seq) FROM (
                 SELECT call_seq, asked_at_ms FROM call_questions ORDER BY call_seq LIMIT $2) AS lowest
                WHERE asked_at_ms < $1)
               FOR UPDATE SKIP LOCKED) RETURNING call_seq`,
    values: [nowMs - keepMs, PURGE_QUESTIONS_MAX],
  };
  return { purged: dropped.length };
}
