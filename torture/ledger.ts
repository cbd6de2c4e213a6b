// Owns the dump of a ledger: what its tables say, as plain values and in their own words, and how to read it out of either
// database. It copies; it must never compute, compare or correct.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

export interface LedgerAccount {
  id: string;
  name: string;
  balance: number;
  held: number;
  entrySeq: number;
}

export interface LedgerCall {
  seq: number;
  accountId: string;
  requestId: string;
  epoch: number;
  state: 'held' | 'settled' | 'released' | 'expired';
  keyId: string;
  path: string;
  platform: string;
  catalogVersion: number;
  price: number;
  charged: number;
  projectId: string | null;
  source: string | null;
  attempts: { provider: string; outcome: string }[];
}

export interface LedgerEntry {
  id: number;
  accountId: string;
  seq: number;
  kind: string;
  amount: number;
  balanceAfter: number;
  callSeq: number | null;
  reference: string | null;
  actor: string | null;
  reason: string | null;
}

export interface Ledger {
  /** How the nodes were when it was taken: `running` is one snapshot of a living database. */
  taken: 'final' | 'kill' | 'terminate' | 'running';
  accounts: LedgerAccount[];
  keys: { id: string; accountId: string; status: string }[];
  /** Caps on all that a key or a project may ever spend, each beside its running sum; null where either is missing. */
  totals: {
    scope: 'key' | 'project';
    id: string;
    accountId: string;
    cap: number | null;
    sum: number | null;
  }[];
  complaints: { id: string; accountId: string; callSeq: number; state: string; refunded: number }[];
  calls: LedgerCall[];
  entries: LedgerEntry[];
  /** Of the stored answer. */
  answers: { callSeq: number; digest: string; nonce: string | null }[];
  usage: { accountId: string; keyId: string; path: string; calls: number; charged: number }[];
  catalogs: { version: number; prices: Record<string, number> }[];
}

type Row = Record<string, unknown>;
/** Runs one statement; all of one dump in one snapshot. */
export type Query = (sql: string) => Promise<Row[]>;

const text = (value: unknown) => value as string;
const maybe = (value: unknown) => (value ?? null) as string | null;

/** PostgreSQL gives 64-bit integers as text. A number that is not exact must not pass. */
function whole(value: unknown): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`not an exact whole number: ${String(value)}`);
  return number;
}

function json(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : (value ?? null);
}

export async function dumpLedger(query: Query, taken: Ledger['taken']): Promise<Ledger> {
  return {
    taken,
    accounts: (await query('SELECT id, name, balance_micros, held_micros, entry_seq FROM accounts')).map(
      (row) => ({
        id: text(row.id),
        name: text(row.name),
        balance: whole(row.balance_micros),
        held: whole(row.held_micros),
        entrySeq: whole(row.entry_seq),
      }),
    ),
    keys: (await query('SELECT id, account_id, status FROM keys')).map((row) => ({
      id: text(row.id),
      accountId: text(row.account_id),
      status: text(row.status),
    })),
    totals: (await query(TOTALS)).map(readTotal),
    complaints: (await query('SELECT * FROM complaints')).map(readComplaint),
    calls: (await query('SELECT * FROM calls ORDER BY seq')).map(readCall),
    entries: (await query('SELECT * FROM entries ORDER BY id')).map(readEntry),
    answers: (await query('SELECT call_seq, body FROM answers')).map(readAnswer),
    usage: (
      await query(
        `SELECT account_id, key_id, path, sum(calls) AS calls, sum(charged_micros) AS charged
           FROM usage_days GROUP BY account_id, key_id, path`,
      )
    ).map((row) => ({
      accountId: text(row.account_id),
      keyId: text(row.key_id),
      path: text(row.path),
      calls: whole(row.calls),
      charged: whole(row.charged),
    })),
    catalogs: (await query('SELECT version, document FROM catalogs ORDER BY version')).map(readCatalog),
  };
}

const TOTALS = `
  SELECT 'key' AS scope, k.id, k.account_id, k.total_cap_micros AS cap, s.total_micros AS sum
    FROM keys k LEFT JOIN spend s ON s.scope = 'key_id:' || k.id
   WHERE k.total_cap_micros IS NOT NULL OR s.scope IS NOT NULL
  UNION ALL
  SELECT 'project' AS scope, p.id, p.account_id, p.total_cap_micros AS cap, s.total_micros AS sum
    FROM projects p LEFT JOIN spend s ON s.scope = 'project_id:' || p.id`;

function readTotal(row: Row): Ledger['totals'][number] {
  return {
    scope: text(row.scope) as 'key' | 'project',
    id: text(row.id),
    accountId: text(row.account_id),
    cap: row.cap == null ? null : whole(row.cap),
    sum: row.sum == null ? null : whole(row.sum),
  };
}

function readComplaint(row: Row): Ledger['complaints'][number] {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    callSeq: whole(row.call_seq),
    state: text(row.state),
    refunded: whole(row.refunded_micros),
  };
}

function readCall(row: Row): LedgerCall {
  return {
    seq: whole(row.seq),
    accountId: text(row.account_id),
    requestId: text(row.request_id),
    epoch: whole(row.epoch),
    state: text(row.state) as LedgerCall['state'],
    keyId: text(row.key_id),
    path: text(row.path),
    platform: text(row.platform),
    catalogVersion: whole(row.catalog_version),
    price: whole(row.price_micros),
    charged: whole(row.charged_micros),
    projectId: maybe(row.project_id),
    source: maybe(row.source),
    attempts: (json(row.attempts) ?? []) as LedgerCall['attempts'],
  };
}

function readEntry(row: Row): LedgerEntry {
  return {
    id: whole(row.id),
    accountId: text(row.account_id),
    seq: whole(row.seq),
    kind: text(row.kind),
    amount: whole(row.amount_micros),
    balanceAfter: whole(row.balance_after_micros),
    callSeq: row.call_seq == null ? null : whole(row.call_seq),
    reference: maybe(row.reference),
    actor: maybe(row.actor),
    reason: maybe(row.reason),
  };
}

function readAnswer(row: Row): Ledger['answers'][number] {
  const body = gunzipSync(row.body as Uint8Array);
  const nonce = /"((?:forged-)?nonce-[^"]+)"/.exec(body.toString('utf8'))?.[1] ?? null;
  return {
    callSeq: whole(row.call_seq),
    digest: createHash('sha256').update(body).digest('hex').slice(0, 32),
    nonce,
  };
}

function readCatalog(row: Row): Ledger['catalogs'][number] {
  const { endpoints } = json(row.document) as { endpoints: { path: string; unitPriceMicros: number }[] };
  const prices = Object.fromEntries(endpoints.map(({ path, unitPriceMicros }) => [path, unitPriceMicros]));
  return { version: whole(row.version), prices };
}
