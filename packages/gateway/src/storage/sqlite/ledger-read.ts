// Owns what a batch of calls' verbs reads before it begins: each account, key and call once, whatever the number of verbs.
// The transaction has the write lock already, so nothing of it can change before it is written back.
import type { Wanted } from '../ledger/call-verbs.ts';
import { type KeyRow, Ledger, nameOf } from '../ledger/ledger.ts';
import { readAccountRow, readCallRow, readKeyRow } from '../ledger/read-rows.ts';
import { startOfMonth } from '../spend-caps.ts';
import type { OpenCall } from '../storage.ts';
import type { Connection } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

export function readLedger({ db, nowMs, node }: VerbContext, wanted: Wanted): Ledger {
  const ledger = new Ledger(nowMs, node);
  for (const call of wanted.opens) {
    readAccount(db, ledger, call.accountId);
    readKey(db, ledger, call);
  }
  for (const { accountId, requestId } of wanted.calls) readCall(db, ledger, accountId, requestId);
  if (wanted.opens.length > 0) drawSeqs(db, ledger, wanted.opens.length);
  return ledger;
}

export function readAccount(db: Connection, ledger: Ledger, id: string): void {
  if (ledger.accounts.has(id)) return;
  const row = db.get(
    `SELECT id, status, balance_micros, held_micros, entry_seq, rate_requests, rate_per_seconds, rate_concurrent
       FROM accounts WHERE id = ?`,
    id,
  );
  if (row === undefined) return;
  const account = readAccountRow(row);
  ledger.accounts.set(id, account);
  if (account.rate === null) return;
  const sql = "SELECT count(*) AS n FROM calls WHERE account_id = ? AND state = 'held'";
  account.running = db.get(sql, id)?.n as number;
  readWindow(db, ledger, `account_id:${id}`);
}

function readKey(db: Connection, ledger: Ledger, { keyId, accountId }: OpenCall): void {
  if (ledger.keys.has(keyId)) return;
  const row = db.get(
    `SELECT id, account_id, status, expires_at_ms, rate_requests, rate_per_seconds, rate_concurrent, daily_cap_micros,
            monthly_cap_micros,
            (SELECT count(*) FROM calls WHERE account_id = ?2 AND key_id = ?1 AND state = 'held') AS running
       FROM keys WHERE id = ?1 AND account_id = ?2`,
    keyId,
    accountId,
  );
  if (row === undefined) return;
  const key = readKeyRow(row);
  key.running = row.running as number;
  ledger.keys.set(keyId, key);
  readWindow(db, ledger, `key_id:${keyId}`);
  if (key.daily_cap_micros !== null || key.monthly_cap_micros !== null) readSpent(db, ledger, key);
}

function readWindow(db: Connection, ledger: Ledger, scope: string): void {
  const row = db.get('SELECT start_ms, used FROM rate_windows WHERE scope = ?', scope);
  if (row === undefined) return;
  ledger.windows.set(scope, { scope, startMs: row.start_ms as number, used: row.used as number });
}

/** What the key's caps count: held right now, and charged in this month, day by day. */
function readSpent(db: Connection, ledger: Ledger, key: KeyRow): void {
  const held = db.get(
    `SELECT coalesce(sum(price_micros), 0) AS micros FROM calls
      WHERE account_id = ? AND key_id = ? AND state = 'held'`,
    key.accountId,
    key.id,
  );
  key.heldMicros = held?.micros as number;
  const days = db.all(
    `SELECT day, sum(charged_micros) AS micros FROM usage_days
      WHERE account_id = ? AND key_id = ? AND day >= ? GROUP BY day`,
    key.accountId,
    key.id,
    startOfMonth(ledger.day),
  );
  for (const { day, micros } of days) key.chargedByDay.set(day as string, micros as number);
}

/** Its account comes along, since whoever ends a call moves money, and its answer, since whoever opens it may ask for it. */
function readCall(db: Connection, ledger: Ledger, accountId: string, requestId: string): void {
  const row = db.get(
    `SELECT seq, account_id, request_id, epoch, state, node, key_id, fingerprint, path, price_micros
       FROM calls WHERE account_id = ? AND request_id = ?`,
    accountId,
    requestId,
  );
  if (row === undefined) return;
  readAccount(db, ledger, accountId);
  const call = readCallRow(row);
  ledger.calls.set(nameOf(accountId, requestId), call);
  if (call.state !== 'settled') return;
  const answer = db.get('SELECT body, passed_on FROM answers WHERE call_seq = ?', call.seq);
  if (answer === undefined) return;
  call.answer = { body: answer.body as Uint8Array, passedOn: answer.passed_on as string | null };
}

/** The numbers that the table would give by itself: known beforehand, a call and its charge are written in one go. */
function drawSeqs(db: Connection, ledger: Ledger, count: number): void {
  const last = (db.get('SELECT max(seq) AS seq FROM calls')?.seq as number | null) ?? 0;
  for (let i = 1; i <= count; i++) ledger.freshSeqs.push(last + i);
}
