// Owns the receipt: what the ledger knows of one call.
import type { CallRecord } from '../../domain/call.ts';
import { readCallRecord } from '../rows.ts';
import type { VerbContext } from './verb-context.ts';

export function findCall(
  { db }: VerbContext,
  input: { accountId: string; requestId: string },
): CallRecord | null {
  const row = db.get(
    `SELECT c.*, EXISTS (SELECT 1 FROM answers WHERE call_seq = c.seq) AS answer_kept,
            (SELECT coalesce(sum(amount_micros), 0) FROM entries WHERE call_seq = c.seq AND kind = 'refund')
              AS refunded_micros
       FROM calls c WHERE account_id = ? AND request_id = ?`,
    input.accountId,
    input.requestId,
  );
  return row === undefined ? null : readCallRecord(row);
}
