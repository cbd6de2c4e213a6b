// Reads the rows of a gateway's ledger past the gateway, on either database: how many there are, what every account has, and everything of
// one account. Two readings show what a request has changed.
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type RunQuery, rowText } from '../storage/testing/bystander.ts';
import { TRANSFER_TABLES } from '../storage/transfer/transfer-tables.ts';
import { freshDatabase } from './postgres-databases.ts';

/** What is only a log, a count of requests or a figure of the service. */
const NOT_COUNTED = ['audit', 'rate_windows', 'call_steps', 'provider_days', 'usage_days', 'told'];

export interface ReadDatabase {
  /** The setting that names it. */
  setting: string;
  query: RunQuery;
  drop(): Promise<void>;
}

export function openSqlite(folder: () => string): ReadDatabase {
  const query = async (sql: string) => {
    const db = new DatabaseSync(path.join(folder(), 'reelgate.db'), { readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  };
  return { setting: '', query, drop: async () => {} };
}

export async function openPostgres(): Promise<ReadDatabase> {
  const { url, directUrl, drop } = await freshDatabase();
  const reader = new pg.Client({ connectionString: directUrl });
  await reader.connect();
  return {
    setting: `storage: "${url}"\n`,
    // Planned once: the query names every table twice.
    query: async (sql) => (await reader.query({ name: 'rows', text: sql })).rows,
    async drop() {
      await reader.end();
      await drop();
    },
  };
}

type Counts = Record<string, number>;

interface Rows {
  counts: Counts;
  money: unknown;
  /** Everything of one account, except how far its webhooks have got. */
  ofAccount: unknown;
}

/** One query for all of it, in words that both databases understand. */
function rowsQuery(accountId: string): string {
  const tables = TRANSFER_TABLES.filter(({ name }) => !NOT_COUNTED.includes(name));
  const part = (kind: keyof Rows, name: string, content: string, where = '') =>
    `SELECT '${kind}' AS kind, '${name}' AS name, ${content} AS content FROM ${name} ${where}`;
  const counts = tables.map(({ name }) => part('counts', name, 'CAST(count(*) AS text)'));
  const ofAccount = tables.flatMap(({ name, columns }) => {
    const whose = name === 'accounts' ? 'id' : ['account_id', 'stream'].find((one) => one in columns);
    const shown = name === 'webhooks' ? ['id', 'url', 'secret', 'previous_secret'] : Object.keys(columns);
    return whose === undefined
      ? []
      : [part('ofAccount', name, rowText(shown), `WHERE ${whose} = '${accountId}'`)];
  });
  const money = part('money', 'accounts', rowText(['id', 'balance_micros', 'held_micros', 'owed_micros']));
  return [...counts, ...ofAccount, money].join(' UNION ALL ');
}

export async function rowsNow({ query }: ReadDatabase, accountId: string): Promise<Rows> {
  const rows = (await query(rowsQuery(accountId))) as { kind: keyof Rows; name: string; content: string }[];
  const of = (wanted: keyof Rows) => rows.filter(({ kind }) => kind === wanted);
  const texts = (wanted: keyof Rows) =>
    of(wanted)
      .map(({ name, content }) => `${name}: ${content}`)
      .sort();
  return {
    counts: Object.fromEntries(of('counts').map(({ name, content }) => [name, Number(content)])),
    money: texts('money'),
    ofAccount: texts('ofAccount'),
  };
}

export const added = (before: Counts, now: Counts): Counts =>
  Object.fromEntries(
    Object.entries(now).flatMap(([name, n]) => (n === before[name] ? [] : [[name, n - before[name]!]])),
  );
