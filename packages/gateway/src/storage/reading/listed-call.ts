// Owns what of a call's row is read for lists, and how it becomes a call.
import type { CallFilter, ListedCall } from '../call-lists.ts';
import { IS_AUTO_REFUNDED } from '../nouns/complaints.ts';
import { type Row, readCallRecord } from '../rows.ts';
import { type Conditions, likeText } from './reading.ts';

/** Of the tables c (calls), a (accounts) and k (keys). */
export const LISTED_COLUMNS = `
  c.*, a.name AS account_name, k.name AS key_name,
  (CASE WHEN EXISTS (SELECT 1 FROM answers w WHERE w.call_seq = c.seq) AND NOT ${IS_AUTO_REFUNDED} THEN 1 ELSE 0 END) AS answer_kept,
  (SELECT CAST(coalesce(sum(r.amount_micros), 0) AS bigint) FROM entries r
    WHERE r.call_seq = c.seq AND r.kind = 'refund') AS refunded_micros`;

/** CROSS, so that SQLite takes the tables in this order: what comes before is found by the index that a list goes by. */
export const CALL_OWNERS = 'CROSS JOIN accounts a CROSS JOIN keys k';
export const OWNED = 'a.id = c.account_id AND k.id = c.key_id';

export function readListedCall(row: Row): ListedCall {
  return {
    ...readCallRecord(row),
    seq: row.seq as number,
    accountName: row.account_name as string,
    keyName: row.key_name as string,
    projectId: row.project_id as string | null,
  };
}

/** What no index of lists knows; with one of these, rows are looked at that are not shown. */
export function isSifted({ keyId, path, platform, provider, failureCode }: CallFilter): boolean {
  return [keyId, path, platform, provider, failureCode].some((one) => one !== undefined);
}

/** Attempts are JSON that only the gateway writes: a name in quotes behind its field is found as text. */
export function siftCalls(where: Conditions, filter: CallFilter): Conditions {
  const { provider } = filter;
  return where
    .addGiven('c.key_id = ?', filter.keyId)
    .addGiven('c.path = ?', filter.path)
    .addGiven('c.platform = ?', filter.platform)
    .addGiven('c.failure_code = ?', filter.failureCode)
    .addGiven(
      "c.attempts LIKE ? ESCAPE '!'",
      provider === undefined ? undefined : `%"provider":${likeText(JSON.stringify(provider))}%`,
    );
}
