// Fills a PostgreSQL ledger, row for row like that of SQLite. It writes the tables directly with triggers and foreign keys switched off, so
// it needs a superuser. `ledger verify` proves that the result is what the gateway would have written. Only for databases without valuable
// data, while no gateway uses them.
import pg from 'pg';
import { hashOf, secretOf } from '../speed/secrets.ts';
import {
  accountId,
  callsOf,
  dealt,
  type FillPlan,
  keyId,
  type Price,
  type Progress,
  priceIn,
} from './plan.ts';

const CHUNK_CALLS = 500_000; // Rows per query: gives progress.
const CHUNK_ROWS = 20_000; // Rows that are sent in one parameter list.
const PREFIX_CHARS = 12;
const NODE = 'fill00000000';
const MONTH_MS_MIN = 28 * 86_400_000;

export async function fillPostgres(url: string, plan: FillPlan, progress: Progress): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SET session_replication_role = replica; SET synchronous_commit = off');
    await makeMonths(client, plan);
    const price = await priceNow(client, plan.path);
    await insertAccounts(client, plan, price);
    await insertKeys(client, plan);
    progress(`${plan.keys} keys of ${plan.accounts} accounts`);
    await insertCalls(client, plan, price, progress);
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}

/** Partitions from the oldest call to this month; the gateway creates later ones. */
async function makeMonths(client: pg.Client, { calls, untilMs }: FillPlan): Promise<void> {
  const fromMs = untilMs - calls * 1_000;
  const months = 2 + Math.ceil((untilMs - fromMs) / MONTH_MS_MIN);
  await client.query('SELECT reelgate_make_months($1, $2)', [fromMs, months]);
}

async function priceNow(client: pg.Client, path: string): Promise<Price> {
  const { rows } = await client.query('SELECT version, document FROM catalogs ORDER BY version DESC LIMIT 1');
  return priceIn(rows[0], path);
}

async function inChunks(
  count: number,
  work: (first: number, end: number) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < count; first += CHUNK_ROWS)
    await work(first, Math.min(first + CHUNK_ROWS, count));
}

const numbers = (first: number, end: number) => Array.from({ length: end - first }, (_, i) => first + i);

/** Inserts the reference of each top-up here, because the trigger that does it is off. */
const ACCOUNTS_SQL = `
WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[]) AS g (id, name, calls)),
     made AS (INSERT INTO accounts (id, name, currency, balance_micros, entry_seq, created_at_ms)
              SELECT id, name, 'USD', $4::bigint - calls * $5::bigint, calls + 1, $6::bigint FROM given),
     paid AS (INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, reference, actor)
              SELECT id, 1, 'topup', $4, $4, $6, name, 'fill' FROM given RETURNING id, reference)
INSERT INTO entry_references (kind, reference, entry_id, at_ms) SELECT 'topup', reference, id, $6 FROM paid`;

async function insertAccounts(client: pg.Client, plan: FillPlan, { price }: Price): Promise<void> {
  await inChunks(plan.accounts, (first, end) => {
    const all = numbers(first, end);
    const lists = [all.map(accountId), all.map((n) => `fill-${n}`), all.map((n) => callsOf(plan, n))];
    return client.query(ACCOUNTS_SQL, [...lists, plan.topupMicros, price, plan.untilMs]);
  });
}

const KEYS_SQL = `
WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS g (id, account_id, prefix, hash)),
     made AS (INSERT INTO keys (id, account_id, name, prefix, groups, created_at_ms)
              SELECT id, account_id, 'fill', prefix, '["u1","u2"]', $5::bigint FROM given)
INSERT INTO key_secrets (hash, key_id, created_at_ms) SELECT hash, id, $5 FROM given`;

async function insertKeys(client: pg.Client, plan: FillPlan): Promise<void> {
  await inChunks(plan.keys, (first, end) => {
    const all = numbers(first, end);
    const owners = all.map((n) => accountId(Math.floor(n / plan.keysPerAccount)));
    const prefixes = all.map((n) => secretOf(n).slice(0, PREFIX_CHARS));
    return client.query(KEYS_SQL, [all.map(keyId), owners, prefixes, all.map(hashOf), plan.untilMs]);
  });
}

function callsSql(plan: FillPlan): string {
  const { account, key } = dealt(plan, 'i');
  const { nth } = dealt(plan, '(seq - $1)');
  return `
WITH made AS (
  INSERT INTO calls (seq, account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform,
                     operation, variant, catalog_version, price_micros, charged_micros, source, attempts, opened_at_ms,
                     finished_at_ms)
  SELECT $1::bigint + i, 'acc_fill' || lpad(${account}::text, 12, '0'), 'req_FILL' || lpad(i::text, 22, '0'), 1,
         'settled', '${NODE}', 'key_fill' || lpad(${key}::text, 12, '0'), lpad(to_hex(i), 64, '0'), $4, 'u1', 'fast',
         'video.search', 'stable', $5::bigint, $6::bigint, $6, 'live', '[]', $7::bigint - ($8::bigint - i) * 1000,
         $7 - ($8 - i) * 1000 + 20
    FROM generate_series($2::bigint, $3::bigint - 1) AS i
  RETURNING seq, account_id, key_id, finished_at_ms)
INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
SELECT account_id, 2 + ${nth}, 'charge', -$6, $9::bigint - (1 + ${nth}) * $6, finished_at_ms, seq, 'key:' || key_id
  FROM made`;
}

const USAGE_SQL = `
INSERT INTO usage_days (account_id, key_id, day, path, calls, charged_micros, last_at_ms)
SELECT account_id, key_id, to_char(to_timestamp(finished_at_ms / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, path,
       count(*), sum(charged_micros), max(finished_at_ms)
  FROM calls WHERE node = '${NODE}' GROUP BY account_id, key_id, day, path`;

/** Usage steps of the last week, as the gateway keeps them. */
const STEPS_SQL = `
INSERT INTO call_steps SELECT finished_at_ms - finished_at_ms % 300000, path, 'fast', count(*), 0, sum(charged_micros), count(*), 0,
       20 * count(*), 0, 0, count(*), 0, 0, 0, 0, 0, 0, 0, 0
  FROM calls WHERE seq > (SELECT max(seq) FROM calls) - ${7 * 86_400} AND node = '${NODE}' GROUP BY 1, 2`;

async function insertCalls(
  client: pg.Client,
  plan: FillPlan,
  { version, price }: Price,
  progress: Progress,
): Promise<void> {
  if (plan.calls === 0) return;
  const { rows } = await client.query('SELECT coalesce(max(seq), 0) + 1 AS seq FROM calls');
  const offset = Number(rows[0].seq);
  const { path, untilMs, calls, topupMicros } = plan;
  const sql = callsSql(plan);
  for (let first = 0; first < calls; first += CHUNK_CALLS) {
    const end = Math.min(first + CHUNK_CALLS, calls);
    await client.query(sql, [offset, first, end, path, version, price, untilMs, calls, topupMicros]);
    progress(`${end} of ${calls} calls`);
  }
  await client.query(USAGE_SQL);
  await client.query(STEPS_SQL);
  await client.query("SELECT setval('calls_seq', $1)", [offset + calls]);
}
