// Owns the first round trip of a batch: it locks the accounts in the order of their ids, which is the order of every lock in
// this house, and reads whatever the verbs need under those locks. One statement per table, whatever the number of verbs.
import type { Wanted } from '../ledger/call-verbs.ts';
import { Ledger, nameOf } from '../ledger/ledger.ts';
import { readAccountRow, readCallRow, readKeyRow } from '../ledger/read-rows.ts';
import type { Row } from '../rows.ts';
import type { OpenCall } from '../storage.ts';
import type { Session } from './connection.ts';
import { type DatabaseClock, nowStatement } from './database-clock.ts';

export interface LockedWanted extends Wanted {
  /** False: accounts that somebody else has locked are left out instead of waited for. */
  isPatient: boolean;
}

const LOCK = `SELECT id, status, balance_micros, held_micros, entry_seq, rate_requests, rate_per_seconds, rate_concurrent
                FROM accounts WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE`;

export async function readLedger(
  session: Session,
  wanted: LockedWanted,
  { clock, node }: { clock: DatabaseClock; node: string },
): Promise<Ledger> {
  const accountIds = unique(wanted.calls.map(({ accountId }) => accountId));
  const keyIds = unique(wanted.opens.map(({ keyId }) => keyId));
  const all = (text: string, ...values: unknown[]) => session.all(text, ...values);
  const none = Promise.resolve<Row[]>([]);
  const hasOpens = keyIds.length > 0;
  // Sent in this order without waiting: each sees what was committed when it starts, and the locks come first.
  const [accounts, [now], calls, keys, keysHeld, accountsHeld, charged, windows, seqs] = await Promise.all([
    all(wanted.isPatient ? LOCK : `${LOCK} SKIP LOCKED`, accountIds),
    session.query(nowStatement(clock)).then(({ rows }) => rows),
    all(CALLS, ...callColumns(wanted)),
    hasOpens ? all(KEYS, keyIds) : none,
    hasOpens ? all(HELD_BY_KEY, keyIds) : none,
    hasOpens ? all(HELD_BY_ACCOUNT, unique(wanted.opens.map(({ accountId }) => accountId))) : none,
    hasOpens ? all(CHARGED, keyIds, clock?.nowMs() ?? null) : none,
    hasOpens ? all(WINDOWS, scopesOf(wanted.opens)) : none,
    hasOpens ? all(FRESH_SEQS, wanted.opens.length) : none,
  ]);
  const ledger = new Ledger(now!.now_ms as number, node);
  for (const row of accounts) ledger.accounts.set(row.id as string, readAccountRow(row));
  for (const row of calls) {
    const call = readCallRow(row);
    ledger.calls.set(nameOf(call.accountId, call.requestId), call);
  }
  for (const row of keys) ledger.keys.set(row.id as string, readKeyRow(row));
  for (const row of keysHeld) {
    Object.assign(ledger.keys.get(row.key_id as string) ?? {}, {
      running: row.running,
      heldMicros: row.held_micros,
    });
  }
  for (const row of accountsHeld) {
    Object.assign(ledger.accounts.get(row.account_id as string) ?? {}, { running: row.running });
  }
  for (const row of charged) {
    ledger.keys.get(row.key_id as string)?.chargedByDay.set(row.day as string, row.charged_micros as number);
  }
  for (const row of windows) {
    const window = { scope: row.scope as string, startMs: row.start_ms as number, used: row.used as number };
    ledger.windows.set(window.scope, window);
  }
  ledger.freshSeqs.push(...seqs.map((row) => row.seq as number));
  return ledger;
}

export function lockAccounts(session: Session, accountIds: string[]): Promise<Row[]> {
  return session.all(LOCK, unique(accountIds));
}

/** What a verb may ask of a call that exists; the rest of its row was written by whoever opened it. */
export const CALL_COLUMNS =
  'c.seq, c.account_id, c.request_id, c.epoch, c.state, c.node, c.key_id, c.fingerprint, c.path, c.price_micros';
const CALLS = `
  SELECT ${CALL_COLUMNS}, a.body, a.passed_on
    FROM unnest($1::text[], $2::text[], $3::boolean[]) AS u (account_id, request_id, wants_answer)
    JOIN calls c ON c.account_id = u.account_id AND c.request_id = u.request_id
    LEFT JOIN answers a ON u.wants_answer AND c.state = 'settled' AND a.call_seq = c.seq`;

function callColumns({ opens, calls }: Wanted): unknown[] {
  const named = new Map(calls.map((call) => [nameOf(call.accountId, call.requestId), call]));
  const opened = new Set(opens.map((call) => nameOf(call.accountId, call.requestId)));
  const rows = [...named.values()];
  return [
    rows.map(({ accountId }) => accountId),
    rows.map(({ requestId }) => requestId),
    [...named.keys()].map((name) => opened.has(name)),
  ];
}

const KEYS = `
  SELECT id, account_id, status, expires_at_ms, rate_requests, rate_per_seconds, rate_concurrent, daily_cap_micros,
         monthly_cap_micros FROM keys WHERE id = ANY($1)`;
const HELD_BY_KEY = `
  SELECT key_id, count(*) AS running, sum(price_micros)::bigint AS held_micros
    FROM calls WHERE state = 'held' AND key_id = ANY($1) GROUP BY key_id`;
const HELD_BY_ACCOUNT = `
  SELECT account_id, count(*) AS running FROM calls
   WHERE state = 'held' AND account_id IN (SELECT id FROM accounts WHERE id = ANY($1) AND rate_requests IS NOT NULL)
   GROUP BY account_id`;
/** Starts an hour early, so that a batch at the turn of a month misses no day; who sums looks at the days again. */
const CHARGED = `
  SELECT u.key_id, u.day, sum(u.charged_micros)::bigint AS charged_micros
    FROM keys k JOIN usage_days u ON u.account_id = k.account_id AND u.key_id = k.id
   WHERE k.id = ANY($1) AND (k.daily_cap_micros IS NOT NULL OR k.monthly_cap_micros IS NOT NULL)
     AND u.day >= to_char(coalesce(to_timestamp($2::bigint / 1000.0), clock_timestamp()) AT TIME ZONE 'UTC'
                          - interval '1 hour', 'YYYY-MM-01')
   GROUP BY u.key_id, u.day`;
const WINDOWS = 'SELECT scope, start_ms, used FROM rate_windows WHERE scope = ANY($1)';
const FRESH_SEQS = "SELECT nextval('calls_seq') AS seq FROM generate_series(1, $1::integer)";

function scopesOf(opens: OpenCall[]): string[] {
  return unique(opens.flatMap(({ keyId, accountId }) => [`key_id:${keyId}`, `account_id:${accountId}`]));
}

const unique = (texts: string[]) => [...new Set(texts)];
