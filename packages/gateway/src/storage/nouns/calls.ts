// One call as the ledger has it, and its stored answer until that is purged.
import type { CallRecord } from '../../domain/call.ts';
import { RESERVED_PREFIXES } from '../../domain/request-id.ts';
import { keptAnswerOf } from '../ledger/answers.ts';
import type { KeptAnswer } from '../ledger/call-verb-types.ts';
import type { Reading } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { IS_AUTO_REFUNDED } from './complaints.ts';
import { QUESTION } from './questions.ts';
import { readCallRecord } from './rows.ts';

/** A condition on `calls`: true for pages of collections and runs of watches. */
export const IS_GATHERED = `(${RESERVED_PREFIXES.map((prefix) => `substr(request_id, 1, ${prefix.length}) = '${prefix}'`).join(' OR ')})`;

export interface NamedCall {
  accountId: string;
  requestId: string;
}

const REFUNDED = `
  (SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) FROM entries WHERE call_seq = c.seq AND kind = 'refund')`;

const FIND = `
  SELECT c.*, CAST(EXISTS (SELECT 1 FROM answers WHERE call_seq = c.seq) AND NOT ${IS_AUTO_REFUNDED} AS integer) AS answer_kept,
         ${REFUNDED} AS refunded_micros, ${QUESTION}
    FROM calls c WHERE account_id = $1 AND request_id = $2`;

export function* findCall({ accountId, requestId }: NamedCall): Reading<CallRecord | null> {
  const [row] = yield { sql: FIND, values: [accountId, requestId] };
  return row === undefined ? null : readCallRecord(row);
}

const FIND_ANSWER = `
  SELECT c.*, a.body, a.passed_on, CAST(NOT ${IS_AUTO_REFUNDED} AS integer) AS answer_kept, ${REFUNDED} AS refunded_micros,
         ${QUESTION}
    FROM calls c JOIN answers a ON a.call_seq = c.seq WHERE c.account_id = $1 AND c.request_id = $2`;

export interface AnsweredCall {
  call: CallRecord;
  answer: KeptAnswer;
}

/**
 * A call with its stored answer; null when there is no such call or its answer is not stored any more. `call.answerKept` is false when
 * the call was refunded automatically: then the caller must not get the answer.
 */
export function* findAnswer({ accountId, requestId }: NamedCall): Reading<AnsweredCall | null> {
  const [row] = yield { sql: FIND_ANSWER, values: [accountId, requestId] };
  return row === undefined ? null : { call: readCallRecord(row), answer: keptAnswerOf(row) };
}

/** Answers per transaction, so that a purge delays a paid call by a few milliseconds at most. */
const PURGE_ANSWERS_MAX = 500;

/** Deletes answers that were stored more than `keepMs` ago, a bounded number at a time. The charge and its id stay for ever. */
export function* purgeAnswers(
  { keepMs }: { keepMs: number },
  { nowMs }: WriteMoment,
): Writing<{ purged: number }> {
  const dropped = yield {
    sql: `DELETE FROM answers WHERE call_seq IN (
            SELECT call_seq FROM answers WHERE stored_at_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING call_seq`,
    values: [nowMs - keepMs, PURGE_ANSWERS_MAX],
  };
  return { purged: dropped.length };
}
