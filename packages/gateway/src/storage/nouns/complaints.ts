// Complaints about calls. A complaint and its refund entry are one transaction: a crash leaves both or neither. A call has at most one
// complaint, and a decided complaint never changes. The account is locked before anything is read that a decision depends on.

import type { AuditAction } from '../../domain/audit-action.ts';
import type { CallRecord } from '../../domain/call.ts';
import { dayStartMs, monthStartMs } from '../../domain/clock.ts';
import type { Complaint, ComplaintRule, ComplaintState, Ground } from '../../domain/complaint.ts';
import { KB } from '../../domain/limits.ts';
import { formatMoney, MICROS_MAX, type Micros } from '../../domain/money.ts';
import { keptAnswerOf } from '../ledger/answers.ts';
import type { KeptAnswer } from '../ledger/call-verb-types.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { QUESTION } from './questions.ts';
import { readCallRecord, readComplaint } from './rows.ts';

/** A settled call with its stored answer, and earlier answers of the same path. */
export interface ComplaintEvidence {
  call: CallRecord;
  fingerprint: string;
  /** null when it was never stored, or has been purged. */
  answer: KeptAnswer | null;
  /** Newest first, at most `EARLIER_PAGES_MAX`. */
  earlier: { fingerprint: string; answer: KeptAnswer }[];
}

export interface FileComplaint extends Actor {
  id: string;
  accountId: string;
  requestId: string;
  reason: string;
  /** The rule that the stored answer breaks; null for none. */
  rule: { name: ComplaintRule; note: string } | null;
  /** null when no provider answered, or several did; the attempts of the call then name them. */
  provider: string | null;
  costMicros: Micros;
  /** The most that is refunded to one account in a month without a rule or an operator. */
  allowanceMicros: Micros;
  /** The most complaints of one account that are refunded automatically in a UTC day. */
  automaticPerDay: number;
}

export type FileResult =
  | { kind: 'filed'; complaint: Complaint }
  /** The call already has this complaint; nothing was changed. */
  | { kind: 'exists'; complaint: Complaint }
  /** Nothing was charged for the call, or all of it has been refunded. */
  | { kind: 'nothing_to_refund' }
  /** The account has no charged call with this id. */
  | { kind: 'not_found' };

export interface DecideComplaint extends Actor {
  id: string;
  isRefunded: boolean;
  note: string;
}

export type DecideResult =
  | { kind: 'decided'; complaint: Complaint }
  /** The complaint was decided before; nothing was changed. */
  | { kind: 'ended'; complaint: Complaint }
  | { kind: 'nothing_to_refund' }
  | { kind: 'not_found' };

export type FindComplaint = { id: string } | { accountId: string; requestId: string };

export interface ListComplaints extends Paging {
  accountId?: string;
  state?: ComplaintState;
}

const COMPLAINT = `SELECT p.*, c.request_id, c.charged_micros, c.attempts, ${QUESTION} FROM complaints p JOIN calls c ON c.seq = p.call_seq`;
const REFUNDED = `(SELECT CAST(coalesce(sum(amount_micros), 0) AS bigint) FROM entries WHERE call_seq = c.seq AND kind = 'refund')`;
/** Condition on complaints `p`: refunded automatically. */
const AUTOMATIC = `p.state = 'refunded' AND p.ground <> 'person'`;

/** Condition on calls `c`: refunded automatically. Repeating the id of such a call gives no answer. */
export const IS_AUTO_REFUNDED = `EXISTS (SELECT 1 FROM complaints p WHERE p.call_seq = c.seq AND ${AUTOMATIC})`;

/** How many calls before the disputed one are searched. A walk has fewer. */
const EARLIER_CALLS_MAX = 10_000;
/** How many of them, of the same path, serve as evidence. */
const EARLIER_PAGES_MAX = 20;
/** Largest stored answer that serves as evidence; a page has a few kilobytes. */
const EARLIER_BYTES_MAX = 256 * KB;

/** The evidence for judging a complaint: the call with its stored answer, and the pages before it. */
export function* readEvidence({
  accountId,
  requestId,
}: {
  accountId: string;
  requestId: string;
}): Reading<ComplaintEvidence | null> {
  const row = yield* one(
    `SELECT c.*, a.body, a.passed_on, CASE WHEN a.call_seq IS NULL THEN 0 ELSE 1 END AS answer_kept,
            ${REFUNDED} AS refunded_micros, ${QUESTION}
       FROM calls c LEFT JOIN answers a ON a.call_seq = c.seq
      WHERE c.account_id = $1 AND c.request_id = $2 AND c.state = 'settled'`,
    accountId,
    requestId,
  );
  if (row === undefined) return null;
  const seq = row.seq as number;
  const earlier = yield {
    sql: `SELECT c.fingerprint, a.body, a.passed_on FROM calls c JOIN answers a ON a.call_seq = c.seq
           WHERE c.seq < $1 AND c.seq >= $2 AND c.account_id = $3 AND c.path = $4 AND length(a.body) <= $6
           ORDER BY c.seq DESC LIMIT $5`,
    values: [
      seq,
      seq - EARLIER_CALLS_MAX,
      accountId,
      row.path as string,
      EARLIER_PAGES_MAX,
      EARLIER_BYTES_MAX,
    ],
  };
  return {
    call: readCallRecord(row),
    fingerprint: row.fingerprint as string,
    answer: row.body === null ? null : keptAnswerOf(row),
    earlier: earlier.map((page) => ({ fingerprint: page.fingerprint as string, answer: keptAnswerOf(page) })),
  };
}

export function* findComplaint(input: FindComplaint): Reading<Complaint | null> {
  const row =
    'requestId' in input
      ? yield* one(
          `${COMPLAINT} WHERE c.account_id = $1 AND c.request_id = $2`,
          input.accountId,
          input.requestId,
        )
      : yield* one(`${COMPLAINT} WHERE p.id = $1`, input.id);
  return row === undefined ? null : readComplaint(row);
}

/** Oldest first. */
export function* listComplaints(input: ListComplaints): Reading<Listed<Complaint>> {
  const [atMs = '0', id = ''] = input.after?.split('/') ?? [];
  const rows = yield {
    sql: `${COMPLAINT} WHERE (p.filed_at_ms, p.id) > ($1, $2) AND (CAST($3 AS text) IS NULL OR p.account_id = $3)
             AND (CAST($4 AS text) IS NULL OR p.state = $4) ORDER BY p.filed_at_ms, p.id LIMIT $5`,
    values: [Number(atMs), id, input.accountId ?? null, input.state ?? null, input.limit + 1],
  };
  return pageOf(rows.map(readComplaint), input.limit, (one) => `${one.filedAtMs}/${one.id}`);
}

/** Stores the complaint and, if it is refunded at once, its refund entry, in one commit. */
export function* fileComplaint(input: FileComplaint, { nowMs }: WriteMoment): Writing<FileResult> {
  const { actor, id, accountId, requestId } = input;
  yield { lockAccount: accountId };
  const earlier = yield* findComplaint({ accountId, requestId });
  if (earlier !== null) return { kind: 'exists', complaint: earlier };
  const [call] = yield {
    sql: `SELECT c.seq, c.path, c.charged_micros - ${REFUNDED} AS left_micros, a.balance_micros
            FROM calls c JOIN accounts a ON a.id = c.account_id
           WHERE c.account_id = $1 AND c.request_id = $2 AND c.state = 'settled'`,
    values: [accountId, requestId],
  };
  if (call === undefined) return { kind: 'not_found' };
  if ((call.left_micros as number) <= 0) return { kind: 'nothing_to_refund' };
  const verdict = decide(input, yield* readStanding(accountId, call, nowMs));
  yield* insertComplaint(input, call, verdict, nowMs);
  const { refundedMicros, note } = verdict;
  if (refundedMicros > 0)
    yield* refundCall({ actor, id, accountId, callSeq: call.seq as number, refundedMicros, note });
  yield* audit('complaint.file', { actor, id, ...verdict });
  return { kind: 'filed', complaint: (yield* findComplaint({ id }))! };
}

interface Standing {
  /** What is left of the charge after earlier refunds. */
  leftMicros: number;
  /** Refunded from this month's allowance so far. */
  allowedMicros: number;
  /** Number of the account's complaints that were refunded automatically today. */
  automatic: number;
  balanceMicros: number;
}

/** After the clock was set back, these sums may be too high, but never too low. */
function* readStanding(accountId: string, call: Row, nowMs: number): Writing<Standing> {
  const [given] = yield {
    sql: `SELECT (SELECT CAST(coalesce(sum(refunded_micros), 0) AS bigint) FROM complaints
                   WHERE account_id = $1 AND filed_at_ms >= $2 AND ground = 'allowance') AS allowed_micros,
                 (SELECT count(*) FROM complaints p
                   WHERE p.account_id = $1 AND p.filed_at_ms >= $3 AND ${AUTOMATIC}) AS automatic`,
    values: [accountId, monthStartMs(nowMs), dayStartMs(nowMs)],
  };
  return {
    leftMicros: call.left_micros as number,
    allowedMicros: given!.allowed_micros as number,
    automatic: given!.automatic as number,
    balanceMicros: call.balance_micros as number,
  };
}

interface Verdict {
  state: Complaint['state'];
  ground: Ground;
  note: string;
  refundedMicros: number;
}

/** A broken rule is refunded first, then the allowance of the month is used; otherwise the complaint waits for an operator. */
function decide(input: FileComplaint, standing: Standing): Verdict {
  const { rule, allowanceMicros, automaticPerDay } = input;
  const { leftMicros, allowedMicros, automatic, balanceMicros } = standing;
  const wait = { state: 'waiting' as const, ground: 'person' as const, refundedMicros: 0 };
  if (balanceMicros + leftMicros > MICROS_MAX) return { ...wait, note: 'the balance can hold no more' };
  const refund = { state: 'refunded' as const, refundedMicros: leftMicros };
  if (rule === null && allowedMicros + leftMicros > allowanceMicros)
    return { ...wait, note: 'a person will look at it' };
  if (automatic >= automaticPerDay) return { ...wait, note: tooMany(rule) };
  if (rule !== null) return { ...refund, ground: rule.name, note: rule.note };
  return { ...refund, ground: 'allowance', note: 'refunded from the allowance of this month' };
}

/** The note shows the operator which rule the answer broke. */
function tooMany(rule: FileComplaint['rule']): string {
  const seen = rule === null ? '' : `${rule.note}; `;
  return `${seen}the automatic refunds of this day are used up, and a person will look at it`;
}

function* insertComplaint(input: FileComplaint, call: Row, verdict: Verdict, nowMs: number): Writing<void> {
  const isEnded = verdict.state !== 'waiting';
  yield {
    sql: `INSERT INTO complaints (id, account_id, call_seq, path, provider, reason, state, ground, note, refunded_micros,
                                  cost_micros, filed_at_ms, decided_at_ms, decided_by)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      input.id,
      input.accountId,
      call.seq as number,
      call.path as string,
      input.provider,
      input.reason,
      verdict.state,
      verdict.ground,
      verdict.note,
      verdict.refundedMicros,
      input.costMicros,
      nowMs,
      isEnded ? nowMs : null,
      isEnded ? 'rule' : null,
    ],
  };
}

/** Decides a waiting complaint, with its refund entry in the same commit. */
export function* decideComplaint(input: DecideComplaint, { nowMs }: WriteMoment): Writing<DecideResult> {
  const { actor, id, isRefunded, note } = input;
  const found = yield* findComplaint({ id });
  if (found === null) return { kind: 'not_found' };
  const { accountId, requestId } = found;
  yield { lockAccount: accountId };
  const complaint = (yield* findComplaint({ id }))!;
  if (complaint.state !== 'waiting') return { kind: 'ended', complaint };
  const [call] = yield {
    sql: `SELECT c.seq, c.charged_micros - ${REFUNDED} AS left_micros FROM calls c
           WHERE c.account_id = $1 AND c.request_id = $2`,
    values: [accountId, requestId],
  };
  const refundedMicros = isRefunded ? (call!.left_micros as number) : 0;
  if (isRefunded && refundedMicros <= 0) return { kind: 'nothing_to_refund' };
  const state = isRefunded ? 'refunded' : 'refused';
  const [ended] = yield {
    sql: `UPDATE complaints SET state = $1, note = $2, refunded_micros = $3, decided_at_ms = $4, decided_by = $5
           WHERE id = $6 AND state = 'waiting' RETURNING call_seq`,
    values: [state, note, refundedMicros, nowMs, actor, id],
  };
  const callSeq = ended!.call_seq as number;
  if (refundedMicros > 0) yield* refundCall({ actor, id, accountId, callSeq, refundedMicros, note });
  yield* audit('complaint.decide', { actor, id, state, refundedMicros });
  return { kind: 'decided', complaint: (yield* findComplaint({ id }))! };
}

interface RefundCall extends Actor {
  /** Id of the complaint. */
  id: string;
  accountId: string;
  callSeq: number;
  refundedMicros: number;
  note: string;
}

/** The reference makes a second refund of one complaint impossible: a reference has at most one entry. */
function* refundCall({ actor, id, accountId, callSeq, refundedMicros, note }: RefundCall): Writing<void> {
  const entry = { accountId, kind: 'refund' as const, amountMicros: refundedMicros as Micros, callSeq };
  yield { entry: { ...entry, reference: `complaint:${id}`, actor, reason: note } };
}

function* audit(
  action: AuditAction,
  { actor, id, state, refundedMicros }: Actor & { id: string; state: string; refundedMicros: number },
): Writing<void> {
  const detail = { state, refunded: formatMoney(refundedMicros as Micros) };
  yield { change: { actor, action, subject: id, detail } };
}
