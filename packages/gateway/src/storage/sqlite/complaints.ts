// Owns complaints at rest. A complaint and its refund entry are one transaction: a crash leaves both or neither. One call has one
// complaint, and one that has ended stays as it is.
import { dayStartMs, monthStartMs } from '../../domain/clock.ts';
import type { Complaint } from '../../domain/complaint.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import {
  EARLIER_BYTES_MAX,
  EARLIER_CALLS_MAX,
  EARLIER_PAGES_MAX,
  evidenceOf,
} from '../complaint-evidence.ts';
import { automaticSince, decide, refundReference, type Verdict } from '../complaint-terms.ts';
import { pageOf } from '../paging.ts';
import { type Row, readComplaint } from '../rows.ts';
import type { ComplaintVerbs, Listed } from '../storage.ts';
import { recordChange } from './audit.ts';
import { appendEntry } from './entries.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof ComplaintVerbs> = Parameters<ComplaintVerbs[V]>[0];
type Result<V extends keyof ComplaintVerbs> = Awaited<ReturnType<ComplaintVerbs[V]>>;

const COMPLAINT = `SELECT p.*, c.request_id, c.charged_micros, c.attempts FROM complaints p JOIN calls c ON c.seq = p.call_seq`;
const REFUNDED = `(SELECT coalesce(sum(amount_micros), 0) FROM entries WHERE call_seq = c.seq AND kind = 'refund')`;

export function readEvidence({ db }: VerbContext, input: Input<'evidence'>): Result<'evidence'> {
  const row = db.get(
    `SELECT c.*, a.body, a.passed_on, a.call_seq IS NOT NULL AS answer_kept, ${REFUNDED} AS refunded_micros
       FROM calls c LEFT JOIN answers a ON a.call_seq = c.seq
      WHERE c.account_id = ? AND c.request_id = ? AND c.state = 'settled'`,
    input.accountId,
    input.requestId,
  );
  if (row === undefined) return null;
  const seq = row.seq as number;
  const earlier = db.all(
    `SELECT c.fingerprint, a.body, a.passed_on FROM calls c JOIN answers a ON a.call_seq = c.seq
      WHERE c.seq < ?1 AND c.seq >= ?2 AND c.account_id = ?3 AND c.path = ?4 AND length(a.body) <= ?6
      ORDER BY c.seq DESC LIMIT ?5`,
    seq,
    seq - EARLIER_CALLS_MAX,
    input.accountId,
    row.path!,
    EARLIER_PAGES_MAX,
    EARLIER_BYTES_MAX,
  );
  return evidenceOf(row, earlier);
}

export function fileComplaint(context: VerbContext, input: Input<'file'>): Result<'file'> {
  const { db, nowMs } = context;
  const earlier = findComplaint(context, input);
  if (earlier !== null) return { kind: 'exists', complaint: earlier };
  const call = db.get(
    `SELECT c.seq, c.path, c.charged_micros - ${REFUNDED} AS left_micros, a.balance_micros
       FROM calls c JOIN accounts a ON a.id = c.account_id
      WHERE c.account_id = ? AND c.request_id = ? AND c.state = 'settled'`,
    input.accountId,
    input.requestId,
  );
  if (call === undefined) return { kind: 'not_found' };
  const leftMicros = call.left_micros as number;
  if (leftMicros <= 0) return { kind: 'nothing_to_refund' };
  const given = db.get(
    `SELECT (SELECT coalesce(sum(refunded_micros), 0) FROM complaints
              WHERE account_id = ?1 AND filed_at_ms >= ?2 AND ground = 'allowance') AS allowed_micros,
            ${automaticSince('?1', '?3')} AS automatic`,
    input.accountId,
    monthStartMs(nowMs),
    dayStartMs(nowMs),
  );
  const standing = {
    leftMicros,
    allowedMicros: given?.allowed_micros as number,
    automatic: given?.automatic as number,
    balanceMicros: call.balance_micros as number,
  };
  const verdict = decide(input, standing);
  insert(context, input, call, verdict);
  if (verdict.refundedMicros > 0) refund(context, input, call.seq as number, verdict);
  audit(context, { actor: input.actor, id: input.id }, 'complaint.file', verdict);
  return { kind: 'filed', complaint: findComplaint(context, input)! };
}

function insert({ db, nowMs }: VerbContext, input: Input<'file'>, call: Row, verdict: Verdict): void {
  const isEnded = verdict.state !== 'waiting';
  db.runOne(
    `INSERT INTO complaints (id, account_id, call_seq, path, provider, reason, state, ground, note, refunded_micros,
                             cost_micros, filed_at_ms, decided_at_ms, decided_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    input.id,
    input.accountId,
    call.seq!,
    call.path!,
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
  );
}

function refund(
  context: VerbContext,
  { id, accountId, actor }: { id: string; accountId: string; actor: string },
  callSeq: number,
  { refundedMicros, note }: { refundedMicros: number; note: string },
): void {
  appendEntry(context, {
    accountId,
    kind: 'refund',
    amountMicros: refundedMicros as Micros,
    callSeq,
    reference: refundReference(id),
    actor,
    reason: note,
  });
}

function audit(
  context: VerbContext,
  { actor, id }: { actor: string; id: string },
  action: string,
  { state, refundedMicros }: { state: string; refundedMicros: number },
): void {
  const detail = { state, refunded: formatMoney(refundedMicros as Micros) };
  recordChange(context, { actor, action, subject: id, detail });
}

export function findComplaint({ db }: VerbContext, input: Input<'find'>): Complaint | null {
  const row =
    'requestId' in input
      ? db.get(`${COMPLAINT} WHERE c.account_id = ? AND c.request_id = ?`, input.accountId, input.requestId)
      : db.get(`${COMPLAINT} WHERE p.id = ?`, input.id);
  return row === undefined ? null : readComplaint(row);
}

export function listComplaints({ db }: VerbContext, input: Input<'list'>): Listed<Complaint> {
  const [atMs = '0', id = ''] = input.after?.split('/') ?? [];
  const rows = db.all(
    `${COMPLAINT} WHERE (p.filed_at_ms, p.id) > (?1, ?2) AND (?3 IS NULL OR p.account_id = ?3)
        AND (?4 IS NULL OR p.state = ?4) ORDER BY p.filed_at_ms, p.id LIMIT ?5`,
    Number(atMs),
    id,
    input.accountId ?? null,
    input.state ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readComplaint), input.limit, (one) => `${one.filedAtMs}/${one.id}`);
}

export function decideComplaint(context: VerbContext, input: Input<'decide'>): Result<'decide'> {
  const { db, nowMs } = context;
  const complaint = findComplaint(context, { id: input.id });
  if (complaint === null) return { kind: 'not_found' };
  if (complaint.state !== 'waiting') return { kind: 'ended', complaint };
  const call = db.get(
    `SELECT c.seq, c.charged_micros - ${REFUNDED} AS left_micros FROM calls c WHERE c.account_id = ? AND c.request_id = ?`,
    complaint.accountId,
    complaint.requestId,
  );
  const refundedMicros = input.isRefunded ? (call!.left_micros as number) : 0;
  if (input.isRefunded && refundedMicros <= 0) return { kind: 'nothing_to_refund' };
  const state = input.isRefunded ? 'refunded' : 'refused';
  db.runOne(
    `UPDATE complaints SET state = ?, note = ?, refunded_micros = ?, decided_at_ms = ?, decided_by = ?
      WHERE id = ? AND state = 'waiting'`,
    state,
    input.note,
    refundedMicros,
    nowMs,
    input.actor,
    input.id,
  );
  const of = { id: input.id, accountId: complaint.accountId, actor: input.actor };
  if (refundedMicros > 0) refund(context, of, call!.seq as number, { refundedMicros, note: input.note });
  audit(context, input, 'complaint.decide', { state, refundedMicros });
  return { kind: 'decided', complaint: findComplaint(context, { id: input.id })! };
}
