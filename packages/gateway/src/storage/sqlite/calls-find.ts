// Owns the receipt: what the ledger knows of one call, and the answer that is kept for it.
import type { CallRecord } from '../../domain/call.ts';
import { answeredCallOf } from '../kept-answer.ts';
import { IS_AUTO_REFUNDED } from '../nouns/complaints.ts';
import { readCallRecord } from '../rows.ts';
import type { CallVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

type CallName = Parameters<CallVerbs['find']>[0];

const REFUNDED = `(SELECT coalesce(sum(amount_micros), 0) FROM entries WHERE call_seq = c.seq AND kind = 'refund')`;

export function findCall({ db }: VerbContext, input: CallName): CallRecord | null {
  const row = db.get(
    `SELECT c.*, EXISTS (SELECT 1 FROM answers WHERE call_seq = c.seq) AND NOT ${IS_AUTO_REFUNDED} AS answer_kept,
            ${REFUNDED} AS refunded_micros
       FROM calls c WHERE account_id = ? AND request_id = ?`,
    input.accountId,
    input.requestId,
  );
  return row === undefined ? null : readCallRecord(row);
}

export function findAnswer(
  { db }: VerbContext,
  input: CallName,
): Awaited<ReturnType<CallVerbs['findAnswer']>> {
  const row = db.get(
    `SELECT c.*, a.body, a.passed_on, NOT ${IS_AUTO_REFUNDED} AS answer_kept, ${REFUNDED} AS refunded_micros
       FROM calls c JOIN answers a ON a.call_seq = c.seq WHERE c.account_id = ? AND c.request_id = ?`,
    input.accountId,
    input.requestId,
  );
  return answeredCallOf(row);
}
