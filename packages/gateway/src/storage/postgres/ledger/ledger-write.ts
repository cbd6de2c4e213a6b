// The second round trip of a batch: writes what its verbs changed, one query per table, with changes of the same row added up, because
// UPDATE … FROM applies only one source row per target. Each query states what it expects to find and counts what it changed; the
// database rolls back the batch when the count is wrong. Rows that accounts share come last, and in a fixed sequence.
import { DURATION_COLUMNS, stepOf } from '../../ledger/call-steps.ts';
import { type CallRow, type FreeChange, jsonOf, type Ledger, type StepRow } from '../../ledger/ledger.ts';
import { rechargeIdOf } from '../../ledger/recharge-rules.ts';
import type { PgQuery } from '../connection.ts';
import { insertEvents } from '../events.ts';
import { writeGrantUses } from './grants-write.ts';
import { writeCapAlerts, writeSpent } from './spend.ts';

export function writeLedger(ledger: Ledger): PgQuery[] {
  const calls = [...ledger.changedCalls];
  return [
    writeAccounts(ledger),
    insertCalls(
      ledger,
      calls.filter(({ stored }) => stored === null),
    ),
    reopenCalls(
      ledger,
      calls.filter(({ stored, opened }) => stored !== null && opened !== null),
    ),
    endCalls(calls.filter(({ opened }) => opened === null)),
    insertQuestions(
      ledger,
      calls.filter(({ stored, opened }) => stored === null && opened?.question !== undefined),
    ),
    insertCharges(ledger),
    ...writeGrantUses(ledger),
    ...insertAnswers(ledger),
    writeWindows(ledger),
    addFree(ledger),
    takeFree(ledger),
    addTierUnits(ledger),
    wantRecharges(ledger),
    writeUsage(ledger),
    writeSteps(ledger),
    writeSpent(ledger),
    writeCapAlerts(ledger),
    insertEvents(ledger.events, ledger.nowMs),
  ].filter((query) => query !== null);
}

/** One array per column. */
function columns<T>(rows: readonly T[], ...read: ((row: T, i: number) => unknown)[]): unknown[][] {
  return read.map((one) => rows.map(one));
}

/** Writes whole values, because the rows have been locked since they were read. */
function writeAccounts({ accounts }: Ledger): PgQuery | null {
  const rows = [...accounts.values()].filter(({ changed }) => changed);
  if (rows.length === 0) return null;
  const text = `
    WITH changed AS (
      UPDATE accounts a SET balance_micros = u.balance_micros, held_micros = u.held_micros, entry_seq = u.entry_seq
        FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[])
               AS u (id, balance_micros, held_micros, entry_seq)
       WHERE a.id = u.id RETURNING 1)
    SELECT reelgate_expect((SELECT count(*) FROM changed), $5, 'accounts')`;
  const values = columns(
    rows,
    (row) => row.id,
    (row) => row.balanceMicros,
    (row) => row.heldMicros,
    (row) => row.entrySeq,
  );
  return { text, values: [...values, rows.length] };
}

function insertCalls({ node, nowMs }: Ledger, calls: CallRow[]): PgQuery | null {
  if (calls.length === 0) return null;
  const text = `
    INSERT INTO calls (node, opened_at_ms, seq, account_id, request_id, epoch, state, key_id, fingerprint, path,
                       route_group, platform, operation, variant, catalog_version, price_micros, charged_micros, source,
                       failure_code, attempts, finished_at_ms, terms, delivered, project_id)
    SELECT $1, $2::bigint, u.* FROM unnest(
      $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::text[],
      $12::text[], $13::text[], $14::text[], $15::bigint[], $16::bigint[], $17::bigint[], $18::text[], $19::text[],
      $20::text[], $21::bigint[], $22::text[], $23::text[], $24::text[]) AS u`;
  const values = columns(
    calls,
    (call) => call.seq,
    (call) => call.accountId,
    (call) => call.requestId,
    (call) => call.epoch,
    (call) => call.state,
    (call) => call.keyId,
    (call) => call.fingerprint,
    (call) => call.path,
    (call) => call.opened!.group,
    (call) => call.opened!.platform,
    (call) => call.opened!.operation,
    (call) => call.opened!.variant,
    (call) => call.opened!.catalogVersion,
    (call) => call.priceMicros,
    (call) => call.chargedMicros,
    (call) => call.source,
    (call) => call.failureCode,
    (call) => call.attempts,
    (call) => call.finishedAtMs,
    (call) => jsonOf(call.terms),
    (call) => jsonOf(call.delivered),
    (call) => call.projectId,
  );
  return { text, values: [node, nowMs, ...values] };
}

/** Failed calls that run again. As in `endCalls`, the condition protects against any change in between. */
function reopenCalls({ node, nowMs }: Ledger, calls: CallRow[]): PgQuery | null {
  if (calls.length === 0) return null;
  const text = `
    WITH changed AS (
      UPDATE calls c SET node = $1, opened_at_ms = $2, epoch = u.epoch, state = u.state, key_id = u.key_id,
             catalog_version = u.catalog_version, price_micros = u.price_micros, charged_micros = u.charged_micros,
             source = u.source, failure_code = u.failure_code, attempts = u.attempts, finished_at_ms = u.finished_at_ms,
             terms = u.terms, delivered = u.delivered, project_id = u.project_id
        FROM unnest($3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::bigint[],
                    $10::bigint[], $11::bigint[], $12::text[], $13::text[], $14::text[], $15::bigint[], $16::text[], $17::text[],
                    $18::text[])
               AS u (seq, stored_epoch, stored_state, epoch, state, key_id, catalog_version, price_micros,
                     charged_micros, source, failure_code, attempts, finished_at_ms, terms, delivered, project_id)
       WHERE c.seq = u.seq AND c.epoch = u.stored_epoch AND c.state = u.stored_state RETURNING 1)
    SELECT reelgate_expect((SELECT count(*) FROM changed), $19, 'calls')`;
  const values = columns(
    calls,
    (call) => call.seq,
    (call) => call.stored!.epoch,
    (call) => call.stored!.state,
    (call) => call.epoch,
    (call) => call.state,
    (call) => call.keyId,
    (call) => call.opened!.catalogVersion,
    (call) => call.priceMicros,
    (call) => call.chargedMicros,
    (call) => call.source,
    (call) => call.failureCode,
    (call) => call.attempts,
    (call) => call.finishedAtMs,
    (call) => jsonOf(call.terms),
    (call) => jsonOf(call.delivered),
    (call) => call.projectId,
  );
  return { text, values: [node, nowMs, ...values, calls.length] };
}

/** Only in the epoch and state in which the call was read: this condition protects against any change in between. */
function endCalls(calls: CallRow[]): PgQuery | null {
  if (calls.length === 0) return null;
  const text = `
    WITH changed AS (
      UPDATE calls c SET state = u.state, charged_micros = u.charged_micros, source = u.source,
             failure_code = u.failure_code, attempts = u.attempts, finished_at_ms = u.finished_at_ms,
             delivered = u.delivered
        FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
                    $9::bigint[], $10::text[])
               AS u (seq, epoch, stored_state, state, charged_micros, source, failure_code, attempts, finished_at_ms,
                     delivered)
       WHERE c.seq = u.seq AND c.epoch = u.epoch AND c.state = u.stored_state RETURNING 1)
    SELECT reelgate_expect((SELECT count(*) FROM changed), $11, 'calls')`;
  const values = columns(
    calls,
    (call) => call.seq,
    (call) => call.epoch,
    (call) => call.stored!.state,
    (call) => call.state,
    (call) => call.chargedMicros,
    (call) => call.source,
    (call) => call.failureCode,
    (call) => call.attempts,
    (call) => call.finishedAtMs,
    (call) => jsonOf(call.delivered),
  );
  return { text, values: [...values, calls.length] };
}

/** Only of new calls: the first question of an id stands, also when the call fails and runs again. */
function insertQuestions({ nowMs }: Ledger, calls: CallRow[]): PgQuery | null {
  if (calls.length === 0) return null;
  const text = `
    INSERT INTO call_questions (call_seq, account_id, parameters, asked_at_ms)
    SELECT u.*, $1::bigint FROM unnest($2::bigint[], $3::text[], $4::text[]) AS u`;
  const values = columns(
    calls,
    (call) => call.seq,
    (call) => call.accountId,
    (call) => call.opened!.question,
  );
  return { text, values: [nowMs, ...values] };
}

function insertCharges({ charges, nowMs }: Ledger): PgQuery | null {
  if (charges.length === 0) return null;
  const text = `
    INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
    SELECT u.account_id, u.seq, 'charge', u.amount_micros, u.balance_after_micros, $1, u.call_seq, u.actor
      FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
             AS u (account_id, seq, amount_micros, balance_after_micros, call_seq, actor)`;
  const values = columns(
    charges,
    (row) => row.accountId,
    (row) => row.seq,
    (row) => row.amountMicros,
    (row) => row.balanceAfterMicros,
    (row) => row.callSeq,
    (row) => row.actor,
  );
  return { text, values: [nowMs, ...values] };
}

/** Bytes of answers per query: what a server accepts without trouble, whatever the size of upstream answers. */
const ANSWER_BYTES_MAX = 8 * 1024 * 1024;

function insertAnswers({ answers, nowMs }: Ledger): PgQuery[] {
  const groups: AnswerToStore[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of answers) {
    bytes += one.answer.body.length;
    if (bytes > ANSWER_BYTES_MAX) {
      groups.push([]);
      bytes = one.answer.body.length;
    }
    groups.at(-1)!.push(one);
  }
  return groups.map((group) => insertSomeAnswers(group, nowMs));
}

type AnswerToStore = Ledger['answers'][number];

/** All bodies are one parameter, which the server splits: an array would be sent as hexadecimal text. */
function insertSomeAnswers(answers: AnswerToStore[], nowMs: number): PgQuery {
  const text = `
    INSERT INTO answers (call_seq, body, passed_on, stored_at_ms)
    SELECT u.call_seq, substring($2::bytea FROM u.start FOR u.length), u.passed_on, $1
      FROM unnest($3::bigint[], $4::integer[], $5::integer[], $6::text[]) AS u (call_seq, start, length, passed_on)`;
  let start = 1;
  const starts = answers.map(({ answer }) => {
    const own = start;
    start += answer.body.length;
    return own;
  });
  const bodies = Buffer.concat(answers.map(({ answer }) => answer.body));
  const values = columns(
    answers,
    (row) => row.callSeq,
    (_row, i) => starts[i],
    (row) => row.answer.body.length,
    (row) => row.answer.passedOn,
  );
  return { text, values: [nowMs, bodies, ...values] };
}

function writeWindows({ changedWindows }: Ledger): PgQuery | null {
  const rows = [...changedWindows.values()].sort(by(({ scope }) => scope));
  if (rows.length === 0) return null;
  const text = `
    INSERT INTO rate_windows (scope, start_ms, used) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
    ON CONFLICT (scope) DO UPDATE SET start_ms = excluded.start_ms, used = excluded.used`;
  const values = columns(
    rows,
    (row) => row.scope,
    (row) => row.startMs,
    (row) => row.used,
  );
  return { text, values };
}

const freeColumns = (rows: FreeChange[]) =>
  columns(
    rows,
    (row) => row.accountId,
    (row) => row.day,
    (row) => row.path,
    (row) => row.change,
  );

/** Writes differences, here as below, because ending a call does not read the row. */
function addFree({ freeChanges }: Ledger): PgQuery | null {
  const rows = [...freeChanges.values()].filter(({ change }) => change > 0);
  if (rows.length === 0) return null;
  const text = `
    INSERT INTO free_days AS f (account_id, day, path, used)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
    ON CONFLICT (account_id, day, path) DO UPDATE SET used = f.used + excluded.used`;
  return { text, values: freeColumns(rows) };
}

function takeFree({ freeChanges }: Ledger): PgQuery | null {
  const rows = [...freeChanges.values()].filter(({ change }) => change < 0);
  if (rows.length === 0) return null;
  const text = `
    UPDATE free_days f SET used = greatest(0, f.used + u.change)
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS u (account_id, day, path, change)
     WHERE f.account_id = u.account_id AND f.day = u.day AND f.path = u.path`;
  return { text, values: freeColumns(rows) };
}

function addTierUnits({ tierChanges }: Ledger): PgQuery | null {
  const rows = [...tierChanges.values()];
  if (rows.length === 0) return null;
  const text = `
    INSERT INTO tier_months AS t (account_id, month, path, used)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[])
    ON CONFLICT (account_id, month, path) DO UPDATE SET used = t.used + excluded.used`;
  const values = columns(
    rows,
    (row) => row.accountId,
    (row) => row.month,
    (row) => row.path,
    (row) => row.units,
  );
  return { text, values };
}

/** Does nothing for an account that already has an open recharge. */
function wantRecharges({ rechargesWanted, nowMs }: Ledger): PgQuery | null {
  const rows = [...rechargesWanted];
  if (rows.length === 0) return null;
  const text = `
    INSERT INTO recharges (id, account_id, state, wanted_at_ms, not_before_ms)
    SELECT u.id, u.account_id, 'wanted', $1::bigint, $1::bigint FROM unnest($2::text[], $3::text[]) AS u (id, account_id)
    ON CONFLICT DO NOTHING`;
  const values = columns(
    rows,
    (row) => rechargeIdOf(row, nowMs),
    (row) => row.id,
  );
  return { text, values: [nowMs, ...values] };
}

function writeUsage({ usage, day, nowMs }: Ledger): PgQuery | null {
  const rows = [...usage.entries()].sort(by(([name]) => name)).map(([, row]) => row);
  if (rows.length === 0) return null;
  const text = `
    INSERT INTO usage_days AS d (day, last_at_ms, account_id, key_id, path, calls, failures, charged_micros, cost_micros)
    SELECT $1, $2::bigint, u.* FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
                                           $9::bigint[]) AS u
    ON CONFLICT (account_id, key_id, day, path) DO UPDATE SET
      calls = d.calls + excluded.calls, failures = d.failures + excluded.failures,
      charged_micros = d.charged_micros + excluded.charged_micros, cost_micros = d.cost_micros + excluded.cost_micros,
      last_at_ms = excluded.last_at_ms`;
  const values = columns(
    rows,
    (row) => row.accountId,
    (row) => row.keyId,
    (row) => row.path,
    (row) => row.calls,
    (row) => row.failures,
    (row) => row.chargedMicros,
    (row) => row.costMicros,
  );
  return { text, values: [day, nowMs, ...values] };
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
const ADD_STEPS = `
  INSERT INTO call_steps AS s (step_ms, path, provider, ${STEP_COLUMNS.join(', ')})
  SELECT $1::bigint, u.* FROM unnest($2::text[], $3::text[], ${STEP_COLUMNS.map((_, i) => `$${i + 4}::bigint[]`).join(', ')}) AS u
  ON CONFLICT (step_ms, path, provider) DO UPDATE SET
    ${STEP_COLUMNS.map((name) => `${name} = s.${name} + excluded.${name}`).join(', ')}`;

/** All accounts share these rows, so they are locked last and for the shortest time. */
function writeSteps({ steps, nowMs }: Ledger): PgQuery | null {
  const rows = [...steps.entries()].sort(by(([name]) => name)).map(([, row]) => row);
  if (rows.length === 0) return null;
  const values = columns(
    rows,
    (row) => row.path,
    (row) => row.provider,
    (row) => row.calls,
    (row) => row.failedCalls,
    (row) => row.chargedMicros,
    (row) => row.attempts,
    (row) => row.failures,
    (row) => Math.round(row.durationMs),
    (row) => row.costMicros,
    ...DURATION_COLUMNS.map((_, i) => (row: StepRow) => row.durations[i]),
  );
  return { text: ADD_STEPS, values: [stepOf(nowMs), ...values] };
}

/** Compares by code unit, so that every node sorts the same way, whatever its language settings. */
function by<T>(nameOf: (row: T) => string): (a: T, b: T) => number {
  return (a, b) => (nameOf(a) < nameOf(b) ? -1 : 1);
}
