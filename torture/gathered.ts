// The rows of collections and watches in the dump of a ledger, as plain values. Like ledger.ts it only copies.
import { gunzipSync } from 'node:zlib';
import type { Query } from './ledger.ts';

export interface LedgerCollection {
  id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  questions: { path: string; query: Record<string, string> }[];
  pages: number;
  items: number;
  itemsMax: number;
  charged: number;
  reserved: number;
  budget: number;
  untilMs: number | null;
  endedMs: number | null;
  state: string;
  waitingFor: string | null;
  end: string | null;
}

export interface LedgerWatch {
  id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  keyword: string;
  baseline: string;
  spent: number;
  reserved: number;
  totalBudget: number | null;
  state: string;
  pausedFor: string | null;
  runs: number;
  items: number;
}

export interface LedgerRun {
  watchId: string;
  number: number;
  requestId: string;
  atMs: number;
  pages: number;
  items: number;
  charged: number;
  gap: boolean;
  failure: string | null;
}

/** Platform, id, and the platform's mark. */
export type FoundRecord = [platform: string, id: string, nonce: string];

export interface LedgerFound {
  owner: string;
  firstNumber: number;
  items: number;
  requestId: string;
  records: FoundRecord[];
}

export interface Gathered {
  collections: LedgerCollection[];
  watches: LedgerWatch[];
  runs: LedgerRun[];
  found: LedgerFound[];
  /** Owner → how many ids it has seen. */
  seen: Record<string, number>;
}

export const NOTHING_GATHERED: Gathered = { collections: [], watches: [], runs: [], found: [], seen: {} };

type Row = Record<string, unknown>;
const text = (value: unknown) => value as string;
const maybe = (value: unknown) => (value ?? null) as string | null;
const whole = (value: unknown) => {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`not an exact whole number: ${String(value)}`);
  return number;
};
const json = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);

export async function dumpGathered(query: Query): Promise<Gathered> {
  const seen = await query('SELECT owner, count(*) AS seen FROM seen_items GROUP BY owner');
  return {
    collections: (await query('SELECT * FROM collections ORDER BY id')).map(readCollection),
    watches: (await query('SELECT * FROM watches ORDER BY id')).map(readWatch),
    runs: (await query('SELECT * FROM watch_runs ORDER BY watch_id, number')).map(readRun),
    found: (await query('SELECT * FROM found_pages ORDER BY owner, first_number')).map(readFound),
    seen: Object.fromEntries(seen.map((row) => [text(row.owner), whole(row.seen)])),
  };
}

function readCollection(row: Row): LedgerCollection {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    keyId: text(row.key_id),
    requestId: text(row.request_id),
    questions: json(row.questions),
    pages: whole(row.pages),
    items: whole(row.items),
    itemsMax: whole(row.items_max),
    charged: whole(row.charged_micros),
    reserved: whole(row.reserved_micros),
    budget: whole(row.budget_micros),
    untilMs: row.until_ms == null ? null : whole(row.until_ms),
    endedMs: row.ended_at_ms == null ? null : whole(row.ended_at_ms),
    state: text(row.state),
    waitingFor: maybe(row.waiting_for),
    end: maybe(row.end_reason),
  };
}

function readWatch(row: Row): LedgerWatch {
  return {
    id: text(row.id),
    accountId: text(row.account_id),
    keyId: text(row.key_id),
    requestId: text(row.request_id),
    keyword: text(json(row.query).keyword),
    baseline: text(row.baseline),
    spent: whole(row.spent_micros),
    reserved: whole(row.reserved_micros),
    totalBudget: row.total_budget_micros == null ? null : whole(row.total_budget_micros),
    state: text(row.state),
    pausedFor: maybe(row.paused_for),
    runs: whole(row.runs),
    items: whole(row.items),
  };
}

function readRun(row: Row): LedgerRun {
  return {
    watchId: text(row.watch_id),
    number: whole(row.number),
    requestId: text(row.request_id),
    atMs: whole(row.at_ms),
    pages: whole(row.pages),
    items: whole(row.items),
    charged: whole(row.charged_micros),
    gap: Number(row.gap) === 1 || row.gap === true,
    failure: maybe(row.failure),
  };
}

function readFound(row: Row): LedgerFound {
  const lines = gunzipSync(row.body as Uint8Array)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
  return {
    owner: text(row.owner),
    firstNumber: whole(row.first_number),
    items: whole(row.items),
    requestId: text(row.request_id),
    records: lines.map((line) => {
      const { platform, id, title } = JSON.parse(line) as Record<string, string>;
      return [platform!, id!, title!];
    }),
  };
}
