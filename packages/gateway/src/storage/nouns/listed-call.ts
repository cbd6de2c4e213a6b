// A call as lists, totals and details show it; the filter for calls; one call with its entries and complaint; and the list of open holds.
import type { Entry } from '../../domain/account.ts';
import type { CallRecord, CallState } from '../../domain/call.ts';
import type { Complaint } from '../../domain/complaint.ts';
import type { Micros } from '../../domain/money.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { Conditions, likeText, one, type Reading, type Row } from '../steps/reading.ts';
import { IS_AUTO_REFUNDED } from './complaints.ts';
import { QUESTION } from './questions.ts';
import { readCallRecord, readComplaint, readEntry } from './rows.ts';

/** Absent fields do not filter. */
export interface CallFilter {
  accountId?: string;
  /** Only together with `accountId`. */
  keyId?: string;
  path?: string;
  platform?: string;
  /** Calls with an attempt at this provider, whether or not it answered. */
  provider?: string;
  state?: CallState;
  /** Only together with `accountId`: calls whose request id begins so. */
  requestPrefix?: string;
  failureCode?: string;
  /** Ended at this time or later. */
  fromMs?: number;
  /** Ended before this time. */
  toMs?: number;
}

export interface ListedCall extends CallRecord {
  /** Its number in this ledger. It never changes. */
  seq: number;
  accountName: string;
  keyName: string;
  projectId: string | null;
}

export interface CallDetail extends ListedCall {
  /** How often the call was opened under its id. */
  epoch: number;
  node: string;
  /** Its charge and its refunds, oldest first. */
  entries: Entry[];
  complaint: Complaint | null;
}

export interface CallPage extends Listed<ListedCall> {
  /** All calls that ended since this time were considered; null when the whole list was searched. */
  searchedToMs: number | null;
}

/** Sums over a list of calls. */
export interface CallTotals {
  /** Calls that were answered and charged. */
  calls: number;
  failures: number;
  chargedMicros: Micros;
  costMicros: Micros;
  /** Start of the counted time when there are too many calls to count all; otherwise null. */
  countedFromMs: number | null;
}

/** A call whose hold has not ended yet. */
export type OpenHold = ListedCall;

/** Columns of the tables `c` (calls), `a` (accounts) and `k` (keys). */
export const LISTED_COLUMNS = `
  c.*, a.name AS account_name, k.name AS key_name,
  (CASE WHEN EXISTS (SELECT 1 FROM answers w WHERE w.call_seq = c.seq) AND NOT ${IS_AUTO_REFUNDED} THEN 1 ELSE 0 END) AS answer_kept,
  (SELECT CAST(coalesce(sum(r.amount_micros), 0) AS bigint) FROM entries r
    WHERE r.call_seq = c.seq AND r.kind = 'refund') AS refunded_micros,
  ${QUESTION}`;

/** CROSS JOIN makes SQLite read the tables in this sequence: calls are found first, by the index of the list. */
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

/** Whether the filter has a condition without an index for lists. Then rows are read that are not shown. */
export function hasUnindexedFilter({ keyId, path, platform, provider, failureCode }: CallFilter): boolean {
  return [keyId, path, platform, provider, failureCode].some((one) => one !== undefined);
}

/** `attempts` is JSON that only the gateway writes, so a provider is found as the text `"provider":"…"`. */
export function addCallFilter(where: Conditions, filter: CallFilter): Conditions {
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

export function* readCallDetail({ seq }: { seq: number }): Reading<CallDetail | null> {
  const row = yield* one(
    `SELECT ${LISTED_COLUMNS} FROM calls c ${CALL_OWNERS} WHERE c.seq = $1 AND ${OWNED}`,
    seq,
  );
  if (row === undefined) return null;
  const entries = yield {
    // Two queries, so that each kind uses its own partial index.
    sql: `SELECT e.*, CAST($2 AS text) AS request_id FROM entries e WHERE e.call_seq = $1 AND e.kind = 'charge'
          UNION ALL
          SELECT e.*, CAST($2 AS text) AS request_id FROM entries e WHERE e.call_seq = $1 AND e.kind = 'refund'`,
    values: [seq, row.request_id as string],
  };
  const complaint = yield* one(
    `SELECT p.*, c.request_id, c.charged_micros, c.attempts, ${QUESTION} FROM complaints p JOIN calls c ON c.seq = p.call_seq
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

/**
 * Oldest first.
 * The unary plus keeps SQLite from scanning all calls by number: there is an index of holds.
 */
export function* listHolds(input: Paging & { accountId?: string }): Reading<Listed<OpenHold>> {
  const where = new Conditions()
    .addPlain(`c.state = 'held' AND ${OWNED}`)
    .add('+c.seq > ?', Number(input.after ?? 0))
    .addGiven('c.account_id = ?', input.accountId);
  const sql = `SELECT ${LISTED_COLUMNS} FROM calls c ${CALL_OWNERS} WHERE ${where}
                ORDER BY +c.seq LIMIT ${where.value(input.limit + 1)}`;
  const calls = (yield { sql, values: where.values }).map(readListedCall);
  return pageOf(calls, input.limit, ({ seq }) => String(seq));
}
