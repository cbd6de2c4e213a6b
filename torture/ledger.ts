// The dump of a ledger: the content of its tables as plain values, and how to read it from either database. It only copies; it must never
// compute, compare or correct.
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { idsIn, nonceIn } from './client.ts';
import { dumpGathered, type Gathered } from './gathered.ts';

export interface LedgerAccount {
  id: string;
  name: string;
  balance: number;
  held: number;
  entrySeq: number;
  /** Owed for disputed payments. */
  owed: number;
}

export interface LedgerEvent {
  stream: string;
  seq: number;
  type: string;
  /** For an event about an entry. */
  entrySeq: number | null;
  /** For an event about a collection, or about a run of a watch. */
  owner: string | null;
  run: number | null;
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
  /** null for a call with one price. */
  terms: LedgerTerms | null;
  /** Number of items delivered; null where items are not counted. */
  items: number | null;
  /** UTC days; the end is null while the call is held. */
  openedOn: string;
  endedOn: string | null;
  source: string | null;
  attempts: { provider: string; outcome: string; leg?: string }[];
  /** Only for a call over many platforms: the legs that delivered. */
  legs?: { name: string; charged: number; isLive: boolean }[];
}

/** A price per item, or one price that an allowance covers. */
export interface LedgerTerms {
  unit: string;
  unitPrice: number;
  minimum: number;
  itemsMax: number;
  /** The path pattern and the day of the allowance. */
  free: { path: string; day: string } | null;
  /** Only for a call over many platforms: the platforms that it asks, with their prices. */
  legs?: { name: string; path: string; price: number }[];
}

/** A row of the price list. */
export interface LedgerRule {
  unit: string;
  unitPrice: number;
  minimum: number;
  freePerDay: number;
}

export interface LedgerBudget {
  scope: 'key' | 'project';
  id: string;
  accountId: string;
  /** null where there is no cap. */
  caps: { day: number | null; month: number | null; total: number | null; call: number | null };
  /** The running sums; null where it has none. */
  sums: { day: string; dayMicros: number; month: string; monthMicros: number; total: number } | null;
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

export interface LedgerDispute {
  id: string;
  accountId: string;
  payment: string;
  state: string;
  applied: number;
  taken: number;
  owed: number;
}

export interface Ledger {
  /** The state of the nodes when it was taken; `running` is one snapshot of a database in use. */
  taken: 'final' | 'kill' | 'terminate' | 'running';
  accounts: LedgerAccount[];
  keys: { id: string; accountId: string; status: string }[];
  /** Keys with a cap, and all projects. */
  budgets: LedgerBudget[];
  /** The counters of free calls. */
  freeDays: { accountId: string; day: string; path: string; used: number }[];
  complaints: {
    id: string;
    accountId: string;
    callSeq: number;
    state: string;
    ground: string;
    refunded: number;
    filedOn: string;
  }[];
  events: LedgerEvent[];
  disputes: LedgerDispute[];
  recharges: {
    id: string;
    accountId: string;
    state: string;
    amount: number | null;
    payment: string | null;
  }[];
  /** `cursor`: the number of the last event that was delivered, according to the gateway. */
  webhooks: { url: string; stream: string; cursor: number }[];
  calls: LedgerCall[];
  entries: LedgerEntry[];
  /** The stored answers. */
  answers: { callSeq: number; digest: string; nonce: string | null; ids: string[] }[];
  usage: { accountId: string; keyId: string; path: string; calls: number; charged: number }[];
  catalogs: { version: number; rules: Record<string, LedgerRule> }[];
  gathered: Gathered;
}

type Row = Record<string, unknown>;
/** Runs one query; all queries of a dump see one snapshot. */
export type Query = (sql: string) => Promise<Row[]>;

const text = (value: unknown) => value as string;
const maybe = (value: unknown) => (value ?? null) as string | null;

/** PostgreSQL gives 64-bit integers as text. A number that is not exact is an error. */
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
    accounts: (
      await query('SELECT id, name, balance_micros, held_micros, entry_seq, owed_micros FROM accounts')
    ).map((row) => ({
      id: text(row.id),
      name: text(row.name),
      balance: whole(row.balance_micros),
      held: whole(row.held_micros),
      entrySeq: whole(row.entry_seq),
      owed: whole(row.owed_micros),
    })),
    keys: (await query('SELECT id, account_id, status FROM keys')).map((row) => ({
      id: text(row.id),
      accountId: text(row.account_id),
      status: text(row.status),
    })),
    budgets: (await query(BUDGETS)).map(readBudget),
    freeDays: (await query('SELECT account_id, day, path, used FROM free_days')).map((row) => ({
      accountId: text(row.account_id),
      day: text(row.day),
      path: text(row.path),
      used: whole(row.used),
    })),
    complaints: (await query('SELECT * FROM complaints')).map(readComplaint),
    events: (await query('SELECT stream, seq, type, data FROM events ORDER BY stream, seq')).map(readEvent),
    disputes: (await query('SELECT * FROM disputes')).map((row) => ({
      id: text(row.id),
      accountId: text(row.account_id),
      payment: text(row.payment),
      state: text(row.state),
      applied: whole(row.applied_micros),
      taken: whole(row.taken_micros),
      owed: whole(row.owed_micros),
    })),
    recharges: (await query('SELECT * FROM recharges')).map((row) => ({
      id: text(row.id),
      accountId: text(row.account_id),
      state: text(row.state),
      amount: wholeOrNull(row.amount_micros),
      payment: maybe(row.payment),
    })),
    webhooks: (await query('SELECT url, stream, cursor_seq FROM webhooks')).map((row) => ({
      url: text(row.url),
      stream: text(row.stream),
      cursor: whole(row.cursor_seq),
    })),
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
    gathered: await dumpGathered(query),
  };
}

const SUMS = 's.day, s.day_micros, s.month, s.month_micros, s.total_micros';
const BUDGETS = `
  SELECT 'key' AS scope, k.id, k.account_id, k.daily_cap_micros, k.monthly_cap_micros, k.total_cap_micros,
         k.max_call_micros, ${SUMS}
    FROM keys k LEFT JOIN spend s ON s.scope = 'key_id:' || k.id
   WHERE coalesce(k.daily_cap_micros, k.monthly_cap_micros, k.total_cap_micros, k.max_call_micros) IS NOT NULL
      OR s.scope IS NOT NULL
  UNION ALL
  SELECT 'project' AS scope, p.id, p.account_id, p.daily_cap_micros, p.monthly_cap_micros, p.total_cap_micros,
         NULL, ${SUMS}
    FROM projects p LEFT JOIN spend s ON s.scope = 'project_id:' || p.id`;

const dayOf = (ms: unknown): string => new Date(whole(ms)).toISOString().slice(0, 10);
const wholeOrNull = (value: unknown): number | null => (value == null ? null : whole(value));

function readBudget(row: Row): LedgerBudget {
  return {
    scope: text(row.scope) as 'key' | 'project',
    id: text(row.id),
    accountId: text(row.account_id),
    caps: {
      day: wholeOrNull(row.daily_cap_micros),
      month: wholeOrNull(row.monthly_cap_micros),
      total: wholeOrNull(row.total_cap_micros),
      call: wholeOrNull(row.max_call_micros),
    },
    sums:
      row.day == null
        ? null
        : {
            day: text(row.day),
            dayMicros: whole(row.day_micros),
            month: text(row.month),
            monthMicros: whole(row.month_micros),
            total: whole(row.total_micros),
          },
  };
}

function readComplaint(row: Row): Ledger['complaints'][number] {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    callSeq: whole(row.call_seq),
    state: text(row.state),
    ground: text(row.ground),
    refunded: whole(row.refunded_micros),
    filedOn: dayOf(row.filed_at_ms),
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
    terms: readTerms(json(row.terms) as Record<string, unknown> | null),
    items: wholeOrNull((json(row.delivered) as { items?: number } | null)?.items),
    openedOn: dayOf(row.opened_at_ms),
    endedOn: row.finished_at_ms == null ? null : dayOf(row.finished_at_ms),
    source: maybe(row.source),
    attempts: (json(row.attempts) ?? []) as LedgerCall['attempts'],
    ...readDelivered(json(row.delivered) as { legs?: DeliveredLeg[] } | null),
  };
}

interface DeliveredLeg {
  name: string;
  chargedMicros: number;
  isLive: boolean;
}

function readDelivered(delivered: { legs?: DeliveredLeg[] } | null): Pick<LedgerCall, 'legs'> {
  if (delivered?.legs === undefined) return {};
  const legs = delivered.legs.map(({ name, chargedMicros, isLive }) => ({
    ...{ name, charged: whole(chargedMicros), isLive },
  }));
  return { legs };
}

interface StoredLeg {
  name: string;
  path: string;
  terms: { priceMicros: number };
}

function readTerms(terms: Record<string, unknown> | null): LedgerTerms | null {
  if (terms === null) return null;
  return {
    unit: text(terms.unit),
    unitPrice: whole(terms.unitPriceMicros ?? terms.priceMicros ?? 0),
    minimum: whole(terms.minimumMicros ?? 0),
    itemsMax: whole(terms.itemsMax ?? 1),
    free: (terms.free ?? null) as LedgerTerms['free'],
    ...(terms.legs !== undefined && { legs: (terms.legs as StoredLeg[]).map(readLeg) }),
  };
}

function readLeg({ name, path, terms }: StoredLeg) {
  return { name, path, price: whole(terms.priceMicros) };
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

function readEvent(row: Row): LedgerEvent {
  const data = json(row.data) as { entry_seq?: number; collection?: string; watch?: string; run?: number };
  return {
    stream: text(row.stream),
    seq: whole(row.seq),
    type: text(row.type),
    entrySeq: wholeOrNull(data.entry_seq),
    owner: maybe(data.collection ?? data.watch),
    run: wholeOrNull(data.run),
  };
}

function readAnswer(row: Row): Ledger['answers'][number] {
  const body = gunzipSync(row.body as Uint8Array);
  const said = body.toString('utf8');
  return {
    callSeq: whole(row.call_seq),
    digest: createHash('sha256').update(body).digest('hex').slice(0, 32),
    nonce: nonceIn(said) ?? null,
    ids: idsIn(said),
  };
}

interface StoredRule {
  path: string;
  unit?: string;
  unitPriceMicros: number;
  minimumMicros?: number;
  freePerDay?: number;
}

function readCatalog(row: Row): Ledger['catalogs'][number] {
  const { endpoints } = json(row.document) as { endpoints: StoredRule[] };
  const rules = endpoints.map(({ path, unit, unitPriceMicros, minimumMicros, freePerDay }) => [
    path,
    {
      unit: unit ?? 'call',
      unitPrice: unitPriceMicros,
      minimum: minimumMicros ?? 0,
      freePerDay: freePerDay ?? 0,
    },
  ]);
  return { version: whole(row.version), rules: Object.fromEntries(rules) };
}
