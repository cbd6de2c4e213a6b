// Fills a SQLite ledger. It writes the tables directly, because a million calls through the gateway take minutes. `ledger verify` proves
// that the result is what the gateway would have written. It runs without a journal, so an interrupted fill leaves an unusable database.
// Nothing else may have the file open.
import { DatabaseSync } from 'node:sqlite';
import { hashOf, secretOf } from '../speed/secrets.ts';
import {
  accountId,
  callsOf,
  type Dealt,
  dealt,
  type FillPlan,
  keyId,
  type Price,
  type Progress,
  priceIn,
} from './plan.ts';

const CHUNK_CALLS = 500_000; // Rows per transaction: limits memory and gives progress.
const PREFIX_CHARS = 12;
const NODE = 'fill00000000';
const STEP_CALLS = 7 * 86_400; // One a second.

export function fillSqlite(file: string, plan: FillPlan, progress: Progress): void {
  // Foreign keys are correct by construction, and checking twenty million of them takes minutes.
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000');
    const { version, price } = priceNow(db, plan.path);
    together(db, () => insertAccounts(db, plan, price));
    together(db, () => insertKeys(db, plan));
    together(db, () => insertSecrets(db, plan));
    progress(`${plan.keys} keys of ${plan.accounts} accounts`);
    insertCalls(db, plan, { version, price }, progress);
    together(db, () => insertUsage(db));
    together(db, () => insertSteps(db, plan));
    db.exec('PRAGMA journal_mode = WAL');
  } finally {
    db.close();
  }
}

function together(db: DatabaseSync, work: () => void): void {
  db.exec('BEGIN IMMEDIATE');
  work();
  db.exec('COMMIT');
}

function priceNow(db: DatabaseSync, path: string): Price {
  return priceIn(
    db.prepare('SELECT version, document FROM catalogs ORDER BY version DESC LIMIT 1').get(),
    path,
  );
}

function insertAccounts(db: DatabaseSync, plan: FillPlan, price: number): void {
  const account = db.prepare(
    `INSERT INTO accounts (id, name, currency, balance_micros, entry_seq, created_at_ms) VALUES (?, ?, 'USD', ?, ?, ?)`,
  );
  const topup = db.prepare(
    `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, reference, actor)
     VALUES (?1, 1, 'topup', ?2, ?2, ?3, ?4, 'fill')`,
  );
  for (let n = 0; n < plan.accounts; n++) {
    const calls = callsOf(plan, n);
    const id = accountId(n);
    account.run(id, `fill-${n}`, plan.topupMicros - calls * price, calls + 1, plan.untilMs);
    topup.run(id, plan.topupMicros, plan.untilMs, `fill-${n}`);
  }
}

function insertKeys(db: DatabaseSync, plan: FillPlan): void {
  const insert = db.prepare(
    `INSERT INTO keys (id, account_id, name, prefix, groups, created_at_ms) VALUES (?, ?, 'fill', ?, '["u1","u2"]', ?)`,
  );
  for (let n = 0; n < plan.keys; n++) {
    const owner = accountId(Math.floor(n / plan.keysPerAccount));
    insert.run(keyId(n), owner, secretOf(n).slice(0, PREFIX_CHARS), plan.untilMs);
  }
}

/** Sorted by their hashes: inserting a million keys at random places of the index takes ten times as long. */
function insertSecrets(db: DatabaseSync, plan: FillPlan): void {
  const insert = db.prepare('INSERT INTO key_secrets (hash, key_id, created_at_ms) VALUES (?, ?, ?)');
  const secrets = Array.from({ length: plan.keys }, (_, n) => `${hashOf(n)} ${keyId(n)}`).sort();
  for (const line of secrets) {
    const [hash, id] = line.split(' ');
    insert.run(hash!, id!, plan.untilMs);
  }
}

const callsSql = ({ account, key }: Dealt) => `
WITH RECURSIVE numbers (i) AS (SELECT :first UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < :end)
INSERT INTO calls (seq, account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform,
                   operation, variant, catalog_version, price_micros, charged_micros, source, attempts, opened_at_ms,
                   finished_at_ms)
SELECT :offset + i, printf('acc_fill%012d', ${account}), printf('req_FILL%022d', i), 1, 'settled', :node,
       printf('key_fill%012d', ${key}),
       printf('%064x', i), :path, 'u1', 'fast', 'video.search', 'stable', :version, :price, :price, 'live', '[]',
       :until - (:calls - i) * 1000, :until - (:calls - i) * 1000 + 20
  FROM numbers`;

/** Entry 1 of each account is its top-up; then one charge per call. */
const entriesSql = ({ nth }: Dealt) => `
INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
SELECT account_id, 2 + ${nth}, 'charge', -:price,
       :topup - (1 + ${nth}) * :price, finished_at_ms, seq, 'key:' || key_id
  FROM calls WHERE seq >= :offset + :first AND seq < :offset + :end ORDER BY seq`;

function insertCalls(db: DatabaseSync, plan: FillPlan, { version, price }: Price, progress: Progress): void {
  if (plan.calls === 0) return;
  const calls = db.prepare(callsSql(dealt(plan, 'i')));
  const entries = db.prepare(entriesSql(dealt(plan, '(seq - :offset)')));
  const offset = 1 + Number(db.prepare('SELECT coalesce(max(seq), 0) AS seq FROM calls').get()!.seq);
  for (let first = 0; first < plan.calls; first += CHUNK_CALLS) {
    const end = Math.min(first + CHUNK_CALLS, plan.calls);
    const place = { first, end, offset, price };
    const { path, calls: all, untilMs: until, topupMicros: topup } = plan;
    together(db, () => {
      calls.run(integers({ ...place, node: NODE, path, version, calls: all, until }));
      entries.run(integers({ ...place, topup }));
    });
    progress(`${end} of ${plan.calls} calls`);
  }
}

/** JavaScript numbers are bound as floating point, and SQLite would divide them as such. */
function integers(values: Record<string, string | number>): Record<string, string | bigint> {
  const bound = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? BigInt(value) : value,
  ]);
  return Object.fromEntries(bound) as Record<string, string | bigint>;
}

function insertUsage(db: DatabaseSync): void {
  db.exec(`
    INSERT INTO usage_days (account_id, key_id, day, path, calls, charged_micros, last_at_ms)
    SELECT account_id, key_id, date(finished_at_ms / 1000, 'unixepoch') AS day, path, count(*), sum(charged_micros),
           max(finished_at_ms)
      FROM calls WHERE node = '${NODE}' GROUP BY account_id, key_id, day, path`);
}

/** Usage steps of the last week, as the gateway keeps them. Older ones would be merged into days, and these calls asked no provider. */
function insertSteps(db: DatabaseSync, { untilMs }: FillPlan): void {
  db.prepare(
    `INSERT INTO call_steps SELECT finished_at_ms - finished_at_ms % 300000, path, 'fast', count(*), 0, sum(charged_micros),
            count(*), 0, 20 * count(*), 0, 0, count(*), 0, 0, 0, 0, 0, 0, 0, 0
       FROM calls WHERE seq > (SELECT max(seq) FROM calls) - ${STEP_CALLS} AND node = '${NODE}' AND finished_at_ms < ?
      GROUP BY 1, 2`,
  ).run(untilMs);
}
