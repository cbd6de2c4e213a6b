// Owns the receipt: what the ledger knows of one call.
import type { CallRecord } from '../../domain/call.ts';
import { readCallRecord } from '../rows.ts';
import type { VerbContext } from './verb-context.ts';

export async function findCall(
  { db }: VerbContext,
  input: { accountId: string; requestId: string },
): Promise<CallRecord | null> {
  const row = await db.get(
    `SELECT c.*, (EXISTS (SELECT 1 FROM answers WHERE call_seq = c.seq))::integer AS answer_kept,
            (SELECT coalesce(sum(amount_micros), 0)::bigint FROM entries WHERE call_seq = c.seq AND kind = 'refund')
              AS refunded_micros
       FROM calls c WHERE account_id = $1 AND request_id = $2`,
    input.accountId,
    input.requestId,
  );
  return row === undefined ? null : readCallRecord(row);
}
