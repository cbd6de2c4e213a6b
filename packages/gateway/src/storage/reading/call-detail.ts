// Owns one call with all that hangs on it: its charge, its refunds, and what its caller said about the answer.
import type { CallDetail } from '../call-lists.ts';
import { readComplaint, readEntry } from '../rows.ts';
import { CALL_OWNERS, LISTED_COLUMNS, OWNED, readListedCall } from './listed-call.ts';
import { one, type Reading } from './reading.ts';

export function* readCallDetail({ seq }: { seq: number }): Reading<CallDetail | null> {
  const row = yield* one(
    `SELECT ${LISTED_COLUMNS} FROM calls c ${CALL_OWNERS} WHERE c.seq = $1 AND ${OWNED}`,
    seq,
  );
  if (row === undefined) return null;
  const entries = yield {
    // Both kinds, each in the words of its own index.
    sql: `SELECT e.*, CAST($2 AS text) AS request_id FROM entries e WHERE e.call_seq = $1 AND e.kind = 'charge'
          UNION ALL
          SELECT e.*, CAST($2 AS text) AS request_id FROM entries e WHERE e.call_seq = $1 AND e.kind = 'refund'`,
    values: [seq, row.request_id as string],
  };
  const complaint = yield* one(
    `SELECT p.*, c.request_id, c.charged_micros, c.attempts FROM complaints p JOIN calls c ON c.seq = p.call_seq
      WHERE p.call_seq = $1`,
    seq,
  );
  return {
    ...readListedCall(row),
    epoch: row.epoch as number,
    node: row.node as string,
    entries: entries.map(readEntry).sort((a, b) => a.id - b.id),
    complaint: complaint === undefined ? null : readComplaint(complaint),
  };
}
