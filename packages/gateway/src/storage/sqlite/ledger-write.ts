// Writes back what a batch of calls' verbs has changed, each row once; a row comes after those that it refers to. Every query states what
// it expects to find and must change exactly one row; otherwise the batch is rolled back.
import type { NewEvent } from '../../domain/event.ts';
import { DURATION_COLUMNS, stepOf } from '../ledger/call-steps.ts';
import {
  type AccountRow,
  type CallRow,
  type ChargeRow,
  type FreeChange,
  jsonOf,
  type Ledger,
  type TierChange,
} from '../ledger/ledger.ts';
import { rechargeIdOf } from '../ledger/recharge-rules.ts';
import { eventId } from '../nouns/events.ts';
import { noteUses } from '../nouns/grant-uses.ts';
import type { SqliteConnection } from './connection.ts';
import { runQueries } from './run-reading.ts';
import { writeCapAlerts, writeSpent } from './spend.ts';
import type { VerbContext } from './verb-context.ts';

/**
 * Appends an event on SQLite, inside the transaction of the verb that causes it: the number of the event is assigned there, so a stream has
 * no gap. Events are read in nouns/events.ts.
 */
export function appendEvent({ db, nowMs }: Pick<VerbContext, 'db' | 'nowMs'>, event: NewEvent): void {
  const head = db.get(
    `INSERT INTO event_heads (stream, seq) VALUES (?, 1)
     ON CONFLICT (stream) DO UPDATE SET seq = seq + 1 RETURNING seq`,
    event.stream,
  );
  const seq = head!.seq as number;
  db.runOne(
    'INSERT INTO events (stream, seq, id, type, at_ms, data) VALUES (?, ?, ?, ?, ?, ?)',
    event.stream,
    seq,
    eventId(event, seq, nowMs),
    event.type,
    nowMs,
    JSON.stringify(event.data),
  );
}

export function writeLedger(db: SqliteConnection, ledger: Ledger): void {
  for (const account of ledger.accounts.values()) {
    if (account.changed) writeAccount(db, account);
  }
  for (const call of ledger.changedCalls) {
    if (call.stored === null) insertCall(db, ledger, call);
    else if (call.opened !== null) reopenCall(db, ledger, call);
    else endCall(db, call);
  }
  for (const charge of ledger.charges) insertCharge(db, ledger, charge);
  for (const { callSeq, answer } of ledger.answers) {
    db.runOne(
      'INSERT INTO answers (call_seq, body, passed_on, stored_at_ms) VALUES (?, ?, ?, ?)',
      callSeq,
      answer.body,
      answer.passedOn,
      ledger.nowMs,
    );
  }
  for (const { scope, startMs, used } of ledger.changedWindows.values()) {
    db.runOne(
      `INSERT INTO rate_windows (scope, start_ms, used) VALUES (?1, ?2, ?3)
       ON CONFLICT (scope) DO UPDATE SET start_ms = ?2, used = ?3`,
      scope,
      startMs,
      used,
    );
  }
  for (const use of ledger.grantUses) runQueries(db, noteUses({ ...use, seq: use.entrySeq }, [use]));
  for (const one of ledger.freeChanges.values()) writeFree(db, one);
  for (const one of ledger.tierChanges.values()) addTierUnits(db, one);
  for (const account of ledger.rechargesWanted) wantRecharge(db, ledger, account);
  writeSums(db, ledger);
  writeSteps(db, ledger);
  writeSpent(db, ledger);
  writeCapAlerts(db, ledger);
  for (const event of ledger.events) appendEvent({ db, nowMs: ledger.nowMs }, event);
}

/** Does nothing if the account already has an open recharge. */
function wantRecharge(db: SqliteConnection, { nowMs }: Ledger, account: AccountRow): void {
  db.all(
    `INSERT INTO recharges (id, account_id, state, wanted_at_ms, not_before_ms) VALUES (?1, ?2, 'wanted', ?3, ?3)
     ON CONFLICT DO NOTHING`,
    rechargeIdOf(account, nowMs),
    account.id,
    nowMs,
  );
}

/** Writes the difference, because ending a call does not read the row. */
function writeFree(db: SqliteConnection, { accountId, day, path, change }: FreeChange): void {
  db.runOne(
    `INSERT INTO free_days (account_id, day, path, used) VALUES (?1, ?2, ?3, max(0, ?4))
     ON CONFLICT (account_id, day, path) DO UPDATE SET used = max(0, used + ?4)`,
    accountId,
    day,
    path,
    change,
  );
}

/** Writes the difference, for the same reason. */
function addTierUnits(db: SqliteConnection, { accountId, month, path, units }: TierChange): void {
  db.runOne(
    `INSERT INTO tier_months (account_id, month, path, used) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (account_id, month, path) DO UPDATE SET used = used + ?4`,
    accountId,
    month,
    path,
    units,
  );
}

/** Writes whole values, because no other transaction can have changed the row since it was read. */
function writeAccount(db: SqliteConnection, account: Parameters<Ledger['accounts']['set']>[1]): void {
  db.runOne(
    'UPDATE accounts SET balance_micros = ?, held_micros = ?, entry_seq = ? WHERE id = ?',
    account.balanceMicros,
    account.heldMicros,
    account.entrySeq,
    account.id,
  );
}

/** With what it asks: the first question of an id stands, also when the call fails and runs again. */
function insertCall(db: SqliteConnection, { node, nowMs }: Ledger, call: CallRow): void {
  const { group, platform, operation, variant, catalogVersion, question } = call.opened!;
  db.runOne(
    `INSERT INTO calls (seq, account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform,
                        operation, variant, catalog_version, price_micros, charged_micros, source, failure_code, attempts,
                        opened_at_ms, finished_at_ms, terms, delivered, project_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    call.seq,
    call.accountId,
    call.requestId,
    call.epoch,
    call.state,
    node,
    call.keyId,
    call.fingerprint,
    call.path,
    group,
    platform,
    operation,
    variant,
    catalogVersion,
    call.priceMicros,
    call.chargedMicros,
    call.source,
    call.failureCode,
    call.attempts,
    nowMs,
    call.finishedAtMs,
    jsonOf(call.terms),
    jsonOf(call.delivered),
    call.projectId,
  );
  if (question === undefined) return;
  db.runOne(
    'INSERT INTO call_questions (call_seq, account_id, parameters, asked_at_ms) VALUES (?, ?, ?, ?)',
    call.seq,
    call.accountId,
    question,
    nowMs,
  );
}

/** A failed call that runs again. As in `endCall`, the condition protects against any change in between. */
function reopenCall(db: SqliteConnection, { node, nowMs }: Ledger, call: CallRow): void {
  db.runOne(
    `UPDATE calls SET epoch = ?, state = ?, node = ?, key_id = ?, catalog_version = ?, price_micros = ?, charged_micros = ?,
            source = ?, failure_code = ?, attempts = ?, opened_at_ms = ?, finished_at_ms = ?,
            terms = ?, delivered = ?, project_id = ?
      WHERE seq = ? AND epoch = ? AND state = ?`,
    call.epoch,
    call.state,
    node,
    call.keyId,
    call.opened!.catalogVersion,
    call.priceMicros,
    call.chargedMicros,
    call.source,
    call.failureCode,
    call.attempts,
    nowMs,
    call.finishedAtMs,
    jsonOf(call.terms),
    jsonOf(call.delivered),
    call.projectId,
    call.seq,
    call.stored!.epoch,
    call.stored!.state,
  );
}

/** Only a hold, and only in the epoch in which it was read: this condition protects against any change in between. */
function endCall(db: SqliteConnection, call: CallRow): void {
  db.runOne(
    `UPDATE calls SET state = ?, charged_micros = ?, source = ?, failure_code = ?, attempts = ?, finished_at_ms = ?,
            delivered = ?
      WHERE seq = ? AND epoch = ? AND state = 'held'`,
    call.state,
    call.chargedMicros,
    call.source,
    call.failureCode,
    call.attempts,
    call.finishedAtMs,
    jsonOf(call.delivered),
    call.seq,
    call.epoch,
  );
}

function insertCharge(db: SqliteConnection, { nowMs }: Ledger, charge: ChargeRow): void {
  db.runOne(
    `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
     VALUES (?, ?, 'charge', ?, ?, ?, ?, ?)`,
    charge.accountId,
    charge.seq,
    charge.amountMicros,
    charge.balanceAfterMicros,
    nowMs,
    charge.callSeq,
    charge.actor,
  );
}

/** Writes differences, because these rows were not read. */
function writeSums(db: SqliteConnection, { usage, day, nowMs }: Ledger): void {
  for (const row of usage.values()) {
    db.runOne(
      `INSERT INTO usage_days (account_id, key_id, day, path, calls, failures, charged_micros, cost_micros, last_at_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
       ON CONFLICT (day, path, account_id, key_id) DO UPDATE SET
         calls = calls + ?5, failures = failures + ?6, charged_micros = charged_micros + ?7,
         cost_micros = cost_micros + ?8, last_at_ms = ?9`,
      row.accountId,
      row.keyId,
      day,
      row.path,
      row.calls,
      row.failures,
      row.chargedMicros,
      row.costMicros,
      nowMs,
    );
  }
}

const ADDED = [
  'calls',
  'failed_calls',
  'charged_micros',
  'attempts',
  'failures',
  'duration_ms',
  'cost_micros',
];
const STEP_COLUMNS = [...ADDED, ...DURATION_COLUMNS];
const ADD_STEP = `
  INSERT INTO call_steps (step_ms, path, provider, ${STEP_COLUMNS.join(', ')})
  VALUES (?1, ?2, ?3, ${STEP_COLUMNS.map((_, i) => `?${i + 4}`).join(', ')})
  ON CONFLICT (step_ms, path, provider) DO UPDATE SET
    ${STEP_COLUMNS.map((name, i) => `${name} = ${name} + ?${i + 4}`).join(', ')}`;

function writeSteps(db: SqliteConnection, { steps, nowMs }: Ledger): void {
  for (const row of steps.values()) {
    db.runOne(
      ADD_STEP,
      stepOf(nowMs),
      row.path,
      row.provider,
      row.calls,
      row.failedCalls,
      row.chargedMicros,
      row.attempts,
      row.failures,
      Math.round(row.durationMs),
      row.costMicros,
      ...row.durations,
    );
  }
}
