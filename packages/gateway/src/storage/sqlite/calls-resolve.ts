// Owns how a hold ends: settle (charge, outcome and stored answer together), release, or expiry. Each acts only on a
// call that is still held in the epoch it names, so a hold has exactly one end, however late or often someone asks.
import { gzipSync } from 'node:zlib';
import { wholeAnswer } from '../../domain/answer.ts';
import { utcDay } from '../../domain/clock.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import type { Row } from '../rows.ts';
import type { AnswerContent, HoldRef, ReleaseCall, SettleCall, SettleResult } from '../storage.ts';
import { appendEntry } from './entries.ts';
import { countAttempts } from './provider-days.ts';
import type { VerbContext } from './verb-context.ts';

/** Level 1: a page of 8 kB shrinks to a third in some 50 µs; higher levels take twice as long for a few percent. */
const GZIP_LEVEL = 1;
/** Holds looked at in one sweep; more than any node can have open. */
const SWEEP_HOLDS_MAX = 10_000;
/** Answers dropped in one transaction, so that a purge never delays a paid call by more than a few milliseconds. */
const PURGE_ANSWERS_MAX = 500;

const HELD = "account_id = ? AND request_id = ? AND epoch = ? AND state = 'held'";

export function settleCall(context: VerbContext, input: SettleCall): SettleResult {
  const { db, nowMs } = context;
  const call = findHeld(context, input.hold);
  if (call === null) return { kind: 'lost' };
  db.runOne(
    `UPDATE calls SET state = 'settled', charged_micros = ?, source = ?, attempts = ?, finished_at_ms = ? WHERE seq = ?`,
    input.chargedMicros,
    input.source,
    JSON.stringify(input.attempts),
    nowMs,
    call.seq as number,
  );
  giveBack(context, input.hold.accountId, call.price_micros as number);
  const entry = appendEntry(context, {
    accountId: input.hold.accountId,
    kind: 'charge',
    amountMicros: (0 - input.chargedMicros) as Micros,
    callSeq: call.seq as number,
    reference: null,
    actor: `key:${call.key_id}`,
    reason: null,
  });
  countUsage(context, input.hold.accountId, call, { calls: 1, chargedMicros: input.chargedMicros });
  countAttempts(context, call.path as string, input.attempts, input.chargedMicros);
  if (input.answer !== null) storeAnswer(context, call, input.answer, entry.balanceAfterMicros);
  return { kind: 'settled', balanceMicros: entry.balanceAfterMicros };
}

export function releaseCall(context: VerbContext, input: ReleaseCall): { kind: 'released' | 'lost' } {
  const call = findHeld(context, input.hold);
  if (call === null) return { kind: 'lost' };
  endUncharged(context, call, 'released', input.failureCode, JSON.stringify(input.attempts));
  countAttempts(context, call.path as string, input.attempts, ZERO);
  return { kind: 'released' };
}

/**
 * A hold ends by time when it was seen unresolved for its whole lifetime on the monotonic clock, which a wall clock
 * step cannot hasten, or at once when the process that opened it is gone.
 */
export function expireCalls(context: VerbContext, input: { holdTtlMs: number }): { expired: number } {
  const { db, monotonicMs, holdsSeen } = context;
  const held = db.all(
    `SELECT seq, account_id, key_id, path, price_micros, epoch, node FROM calls WHERE state = 'held' LIMIT ?`,
    SWEEP_HOLDS_MAX,
  );
  const gone = new Map<string, boolean>();
  const seen = new Map(holdsSeen);
  holdsSeen.clear();
  let expired = 0;
  for (const call of held) {
    const name = `${call.seq}:${call.epoch}`;
    const sinceMs = seen.get(name) ?? monotonicMs;
    if (monotonicMs - sinceMs >= input.holdTtlMs || isGone(context, call.node as string, gone)) {
      endUncharged(context, call, 'expired', 'HOLD_EXPIRED', null);
      expired++;
    } else {
      holdsSeen.set(name, sinceMs);
    }
  }
  return { expired };
}

/** One look per node and sweep: it opens a file. */
function isGone(context: VerbContext, node: string, known: Map<string, boolean>): boolean {
  const answer = known.get(node) ?? (node !== context.node && context.isNodeGone(node));
  known.set(node, answer);
  return answer;
}

export function purgeAnswers({ db }: VerbContext, input: { olderThanMs: number }): { purged: number } {
  const purged = db.run(
    'DELETE FROM answers WHERE call_seq IN (SELECT call_seq FROM answers WHERE stored_at_ms < ? LIMIT ?)',
    input.olderThanMs,
    PURGE_ANSWERS_MAX,
  );
  return { purged };
}

function findHeld({ db }: VerbContext, hold: HoldRef): Row | null {
  const sql = `SELECT seq, account_id, key_id, path, price_micros FROM calls WHERE ${HELD}`;
  return db.get(sql, hold.accountId, hold.requestId, hold.epoch) ?? null;
}

function endUncharged(
  context: VerbContext,
  call: Row,
  state: 'released' | 'expired',
  failureCode: string,
  attempts: string | null,
): void {
  context.db.runOne(
    `UPDATE calls SET state = ?, failure_code = ?, attempts = ?, finished_at_ms = ? WHERE seq = ? AND state = 'held'`,
    state,
    failureCode,
    attempts,
    context.nowMs,
    call.seq as number,
  );
  giveBack(context, call.account_id as string, call.price_micros as number);
  countUsage(context, call.account_id as string, call, { failures: 1 });
}

function giveBack({ db }: VerbContext, accountId: string, priceMicros: number): void {
  db.runOne('UPDATE accounts SET held_micros = held_micros - ? WHERE id = ?', priceMicros, accountId);
}

function countUsage(
  { db, nowMs }: VerbContext,
  accountId: string,
  call: Row,
  count: { calls?: number; failures?: number; chargedMicros?: number },
): void {
  db.runOne(
    `INSERT INTO usage_days (account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
     ON CONFLICT (account_id, key_id, day, path) DO UPDATE SET
       calls = calls + ?5, failures = failures + ?6, charged_micros = charged_micros + ?7, last_at_ms = ?8`,
    accountId,
    call.key_id as string,
    utcDay(nowMs),
    call.path as string,
    count.calls ?? 0,
    count.failures ?? 0,
    count.chargedMicros ?? 0,
    nowMs,
  );
}

function storeAnswer({ db, nowMs }: VerbContext, call: Row, answer: AnswerContent, balance: Micros): void {
  const isText = answer.kind === 'text';
  const body = isText ? wholeAnswer(answer, balance) : answer.bytes;
  const passedOn = isText ? null : JSON.stringify({ headers: answer.headers, status: answer.status });
  db.runOne(
    'INSERT INTO answers (call_seq, body, passed_on, stored_at_ms) VALUES (?, ?, ?, ?)',
    call.seq as number,
    gzipSync(body, { level: GZIP_LEVEL }),
    passedOn,
    nowMs,
  );
}
