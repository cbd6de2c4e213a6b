// The first round trip of a batch: locks the accounts that are not locked, and reads what the verbs need under those locks. It waits for
// at most one account, and holds no lock while it waits. One query per table, for any number of verbs.
import { twinsOf, type WantedRows } from '../../ledger/call-verbs.ts';
import { previewCall } from '../../ledger/calls-preview.ts';
import { inOrderOfUse } from '../../ledger/grants.ts';
import { Ledger, nameOf } from '../../ledger/ledger.ts';
import { accountScope, isNearLimit, leaveOutGathered } from '../../ledger/rate-windows.ts';
import { readAccountRow, readCallRow, readGrantRow, readKeyRow } from '../../ledger/read-rows.ts';
import { type AccountCounter, counterName, wantedCounters } from '../../ledger/tiers.ts';
import { IS_GATHERED } from '../../nouns/calls.ts';
import { IS_AUTO_REFUNDED } from '../../nouns/complaints.ts';
import { LOW_BALANCE } from '../../nouns/events.ts';
import { OPEN_GRANTS } from '../../nouns/grant-uses.ts';
import type { Row } from '../../steps/reading.ts';
import type { CallPreview, OpenCall } from '../../storage.ts';
import { inOrder, type SqlConnection } from '../connection.ts';
import { type DatabaseClock, NOW_MS } from '../database-clock.ts';
import { LOCK_MS } from '../transaction.ts';
import type { VerbContext } from '../verb-context.ts';
import { readSpent } from './spend.ts';

interface LockedWanted extends WantedRows {
  /** An account to wait for. Of the others, those that another transaction has locked are left out. */
  waitFor: string | null;
}

/** Milliseconds. Other nodes hold an account for a few; with a slow disk and several nodes it may take this long. */
const ACCOUNT_WAIT_MS = 200;

const LOW_MICROS = `coalesce(low_balance_micros, (SELECT value FROM meta WHERE name = '${LOW_BALANCE}'), 0)`;
const ACCOUNTS = `SELECT id, status, balance_micros, held_micros, entry_seq, rate_requests, rate_per_seconds, rate_concurrent,
                ${LOW_MICROS} AS low_micros, recharge_below_micros, granted_micros FROM accounts WHERE id = ANY($1) ORDER BY id`;
const LOCK = `${ACCOUNTS} FOR NO KEY UPDATE`;
const LOCK_FREE = `${LOCK} SKIP LOCKED`;

export async function readLedger(
  connection: SqlConnection,
  wanted: LockedWanted,
  { clock, node }: { clock: DatabaseClock; node: string },
): Promise<Ledger> {
  const { waitFor } = wanted;
  const accountIds = unique(wanted.calls.map(({ accountId }) => accountId)).filter((id) => id !== waitFor);
  const keyIds = unique(wanted.opens.map(({ keyId }) => keyId));
  const none = Promise.resolve<Row[]>([]);
  // Sent in this sequence without waiting. Each query sees what is committed when it starts, and the locks come first.
  const [waitedFor, accounts, [now], calls, keys] = await inOrder([
    waitFor === null ? none : waitForAccount(connection, waitFor),
    accountIds.length > 0 ? connection.all(LOCK_FREE, accountIds) : none,
    connection.all(NOW_AND_SEQS, clock?.nowMs() ?? null, wanted.opens.length),
    connection.all(CALLS, ...callColumns(wanted)),
    keyIds.length > 0 ? connection.all(KEYS, keyIds) : none,
  ]);
  const ledger = new Ledger(now!.now_ms as number, node);
  ledger.freshSeqs.push(...readNumbers(now!.seqs as string));
  addRows(ledger, { accounts: [...waitedFor, ...accounts], calls, keys });
  await readGrants(connection, ledger);
  if (keyIds.length > 0) await readLimits(connection, ledger, wanted.opens);
  return ledger;
}

/** One more round trip, only for accounts with grants. */
async function readGrants(connection: SqlConnection, ledger: Ledger): Promise<void> {
  const granted = [...ledger.accounts.values()].filter(({ grantedMicros }) => grantedMicros > 0);
  if (granted.length === 0) return;
  const ids = granted.map(({ id }) => id);
  const rows = Map.groupBy(await connection.all(`${OPEN_GRANTS}ANY($1)`, ids), (row) => row.account_id);
  for (const account of granted)
    account.grants = inOrderOfUse((rows.get(account.id) ?? []).map(readGrantRow));
}

/** For a preview: locks nothing and assigns no number. */
async function readUnlocked(
  connection: SqlConnection,
  call: OpenCall,
  { nowMs, node }: { nowMs: number; node: string },
): Promise<Ledger> {
  const [accounts, calls, keys] = await inOrder([
    connection.all(ACCOUNTS, [call.accountId]),
    connection.all(CALLS, ...callColumns({ opens: [call], calls: [call] })),
    connection.all(KEYS, [call.keyId]),
  ]);
  const ledger = new Ledger(nowMs, node);
  ledger.freshSeqs.push(0);
  addRows(ledger, { accounts, calls, keys });
  await readLimits(connection, ledger, [call]);
  return ledger;
}

function addRows(
  ledger: Ledger,
  { accounts, calls, keys }: { accounts: Row[]; calls: Row[]; keys: Row[] },
): void {
  for (const row of accounts) ledger.accounts.set(row.id as string, readAccountRow(row));
  for (const row of calls) {
    const call = readCallRow(row);
    ledger.calls.set(nameOf(call.accountId, call.requestId), call);
  }
  for (const row of keys) addKey(ledger, row);
}

async function waitForAccount(connection: SqlConnection, accountId: string): Promise<Row[]> {
  const [, locked] = await connection.together([
    { text: `SET LOCAL lock_timeout = ${ACCOUNT_WAIT_MS}` },
    { text: LOCK, values: [[accountId]] },
    { text: `SET LOCAL lock_timeout = ${LOCK_MS}` },
  ]);
  return locked!.rows;
}

function addKey(ledger: Ledger, row: Row): void {
  const key = readKeyRow(row);
  key.running = row.running as number;
  key.heldMicros = row.held_micros as number;
  ledger.keys.set(key.id, key);
  addWindow(ledger, `key_id:${key.id}`, row.start_ms, row.used);
  const account = ledger.accounts.get(key.accountId);
  if (account === undefined) return;
  account.running = row.account_running as number;
  addWindow(ledger, accountScope(account.id), row.account_start_ms, row.account_used);
}

function addWindow(ledger: Ledger, scope: string, startMs: unknown, used: unknown): void {
  if (startMs !== null)
    ledger.windows.set(scope, { scope, startMs: startMs as number, used: used as number });
}

/**
 * One more round trip, only for keys with a cap, keys of a project, prices with an allowance or tiers, and keys near their limit of calls at
 * one time. Most calls have none of these.
 */
async function readLimits(
  connection: SqlConnection,
  ledger: Ledger,
  opens: readonly OpenCall[],
): Promise<void> {
  const covered = opens.filter(({ allowance }) => allowance !== undefined);
  const counters = wantedCounters(opens, ledger.day);
  const none = Promise.resolve<Row[]>([]);
  const near = [...ledger.keys.values()].filter((key) => {
    const account = ledger.accounts.get(key.accountId);
    return account !== undefined && isNearLimit(key, account, opens);
  });
  const [free, counted, gathered] = await Promise.all([
    covered.length > 0 ? connection.all(FREE, ...freeColumns(covered), ledger.day) : none,
    counters.length > 0 ? connection.all(TIER_COUNTS, ...counterColumns(counters)) : none,
    near.length > 0
      ? connection.all(
          GATHERED_RUNNING,
          near.map(({ id }) => id),
        )
      : none,
    readSpent(connection, ledger),
  ]);
  for (const row of free) {
    const name = nameOf(row.account_id as string, ledger.day, row.path as string);
    ledger.freeUsed.set(name, row.used as number);
  }
  for (const row of counted) {
    const counter = { month: row.month as string, path: row.path as string };
    ledger.tierUsed.set(counterName(row.account_id as string, counter), row.used as number);
  }
  for (const row of gathered) {
    const key = ledger.keys.get(row.id as string)!;
    const counts = { ofKey: row.of_key as number, ofAccount: row.of_account as number };
    leaveOutGathered(key, ledger.account(key.accountId), counts);
  }
}

function freeColumns(covered: readonly OpenCall[]): unknown[] {
  return [covered.map(({ accountId }) => accountId), covered.map(({ allowance }) => allowance!.path)];
}

function counterColumns(counters: readonly AccountCounter[]): unknown[] {
  return [
    counters.map(({ accountId }) => accountId),
    counters.map(({ month }) => month),
    counters.map(({ path }) => path),
  ];
}

/** Waits for all of them, in the sequence of their ids. */
export function lockAccounts(connection: SqlConnection, accountIds: string[]): Promise<Row[]> {
  return connection.all(LOCK, unique(accountIds));
}

/** Leaves out accounts that another transaction has locked. */
export function lockAvailableAccounts(connection: SqlConnection, accountIds: string[]): Promise<Row[]> {
  return connection.all(LOCK_FREE, unique(accountIds));
}

/** The columns of an existing call that verbs need. */
export const CALL_COLUMNS =
  'c.seq, c.account_id, c.request_id, c.epoch, c.state, c.node, c.key_id, c.fingerprint, c.path, c.price_micros, c.terms, c.project_id';
const CALLS = `
  SELECT ${CALL_COLUMNS}, a.body, a.passed_on,
         (EXISTS (SELECT 1 FROM spend s WHERE s.scope = 'key_id:' || c.key_id))::integer AS is_key_counted,
         (c.state = 'settled' AND ${IS_AUTO_REFUNDED})::integer AS is_auto_refunded
    FROM unnest($1::text[], $2::text[], $3::boolean[]) AS u (account_id, request_id, wants_answer)
    JOIN calls c ON c.account_id = u.account_id AND c.request_id = u.request_id
    LEFT JOIN answers a ON u.wants_answer AND c.state = 'settled' AND a.call_seq = c.seq`;

function callColumns({ opens, calls }: WantedRows): unknown[] {
  const named = new Map(calls.map((call) => [nameOf(call.accountId, call.requestId), call]));
  // A twin counts only while it has an answer, so answers of twins are read too.
  const asked = opens.flatMap((call) => [call, ...twinsOf(call)]);
  const opened = new Set(asked.map((call) => nameOf(call.accountId, call.requestId)));
  const rows = [...named.values()];
  return [
    rows.map(({ accountId }) => accountId),
    rows.map(({ requestId }) => requestId),
    [...named.keys()].map((name) => opened.has(name)),
  ];
}

/** Read right after the locks: the time, and numbers for new calls. */
const NOW_AND_SEQS = `
  SELECT coalesce($1::bigint, ${NOW_MS}) AS now_ms,
         array_to_string(ARRAY(SELECT nextval('calls_seq') FROM generate_series(1, $2::integer)), ' ') AS seqs`;
const KEYS = `
  SELECT k.id, k.account_id, k.status, k.expires_at_ms, k.rate_requests, k.rate_per_seconds, k.rate_concurrent,
         k.daily_cap_micros, k.monthly_cap_micros, k.total_cap_micros, k.max_call_micros, k.project_id, w.start_ms, w.used, h.running, h.held_micros,
         v.start_ms AS account_start_ms, v.used AS account_used,
         (SELECT count(*) FROM calls c WHERE c.state = 'held' AND c.account_id = k.account_id) AS account_running
    FROM keys k LEFT JOIN rate_windows w ON w.scope = 'key_id:' || k.id
    LEFT JOIN rate_windows v ON v.scope = 'account_id:' || k.account_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS running, coalesce(sum(c.price_micros), 0)::bigint AS held_micros
        FROM calls c WHERE c.state = 'held' AND c.account_id = k.account_id AND c.key_id = k.id) h
   WHERE k.id = ANY($1)`;
const GATHERED_RUNNING = `
  SELECT k.id, count(*) AS of_account, count(*) FILTER (WHERE c.key_id = k.id) AS of_key
    FROM keys k JOIN calls c ON c.account_id = k.account_id AND c.state = 'held' AND ${IS_GATHERED}
   WHERE k.id = ANY($1) GROUP BY k.id`;
const FREE = `
  SELECT f.account_id, f.path, f.used FROM free_days f
   WHERE (f.account_id, f.path) IN (SELECT * FROM unnest($1::text[], $2::text[])) AND f.day = $3`;
const TIER_COUNTS = `
  SELECT t.account_id, t.month, t.path, t.used FROM tier_months t
   WHERE (t.account_id, t.month, t.path) IN (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]))`;

const readNumbers = (text: string) => (text === '' ? [] : text.split(' ').map(Number));

const unique = (texts: string[]) => [...new Set(texts)];

/** The verb `calls.preview` on PostgreSQL: reads what opening the call would read, locks nothing and writes nothing. */
export async function previewOpen(context: VerbContext, input: OpenCall): Promise<CallPreview> {
  return previewCall(await readUnlocked(context.db, input, context), input);
}
