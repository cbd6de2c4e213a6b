// What a step of a test changes in a gateway's SQLite file: every row of every table, before and after it.
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** The counts and leases of jobs, and what the test itself did as an operator. */
const NOT_COMPARED = ['meta', 'audit', 'sqlite_sequence'];
/** Columns that go on counting through a whole test, with the table and column that they count. They are written from 1. */
const COUNTED: Record<string, string> = {
  'calls.seq': 'calls.seq',
  'answers.call_seq': 'calls.seq',
  'call_questions.call_seq': 'calls.seq',
  'entries.call_seq': 'calls.seq',
  'entries.id': 'entries.id',
};

/** So many rows of each table are compared, which are those of this situation and of some before it. */
const NEWEST = 30;

type Row = Record<string, unknown>;
/** Table → text of the primary key → row. */
type Tables = Map<string, Map<string, Row>>;

export class RowChanges {
  readonly #db: DatabaseSync;
  /** The statement that reads each table, and the columns of its key. */
  readonly #tables: Map<string, { all: StatementSync; key: string[] }>;
  #before: Tables;
  #began: Tables;

  constructor(folder: string) {
    this.#db = new DatabaseSync(path.join(folder, 'reelgate.db'), { readOnly: true });
    this.#tables = this.#readTables();
    this.#before = this.#read();
    this.#began = this.#before;
  }

  /** Numbers and sums are written as they differ from those of this moment. */
  begin(): void {
    this.#before = this.#read();
    this.#began = this.#before;
  }

  /** The micro-units that each account had at the beginning, by id. */
  balances(): Map<string, number> {
    return new Map(
      [...this.#began.get('accounts')!.values()].map((row) => [String(row.id), Number(row.balance_micros)]),
    );
  }

  /** The changes since the last time, one line for each row. */
  take(): string[] {
    const after = this.#read();
    const lines = [...after].flatMap(([table, rows]) => this.#changesOf(table, rows));
    this.#before = after;
    return lines;
  }

  /** How many calls have no end yet. */
  open(): number {
    return Number(this.#db.prepare("SELECT count(*) AS open FROM calls WHERE state = 'held'").get()?.open);
  }

  close(): void {
    this.#db.close();
  }

  #readTables(): Map<string, { all: StatementSync; key: string[] }> {
    const tables = this.#db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all();
    const names = tables.map(({ name }) => String(name)).filter((name) => !NOT_COMPARED.includes(name));
    const columns = this.#db.prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk');
    const tableOf = (name: string) => {
      const key = columns.all(name).map((column) => String(column.name));
      return {
        all: this.#db.prepare(
          `SELECT * FROM ${name} ORDER BY ${key.map((column) => `${column} DESC`).join(', ')} LIMIT ${NEWEST}`,
        ),
        key,
      };
    };
    return new Map(names.map((name) => [name, tableOf(name)]));
  }

  #read(): Tables {
    this.#db.exec('BEGIN');
    const rows = [...this.#tables].map(
      ([name, { all, key }]) => [name, rowsBy(key, all.all() as Row[])] as const,
    );
    this.#db.exec('COMMIT');
    return new Map(rows);
  }

  #changesOf(table: string, after: Map<string, Row>): string[] {
    const before = this.#before.get(table)!;
    const added = [...after.keys()].filter((key) => !before.has(key));
    // Each new row takes the place of the oldest one.
    const kept = [...before].slice(0, NEWEST - added.length);
    const gone = kept.filter(([key]) => !after.has(key)).map(([, row]) => `- ${this.#text(table, row)}`);
    const others = [...after].reverse().flatMap(([key, row]) => {
      const old = before.get(key);
      if (old === undefined) return [`+ ${this.#text(table, row)}`];
      return isSame(old, row) ? [] : [`~ ${this.#text(table, row)}`];
    });
    return [...gone, ...others];
  }

  /** Empty columns are left out, and when a thing was made. */
  #text(table: string, row: Row): string {
    const columns = Object.entries(row).filter(
      ([name, value]) => value !== null && name !== 'created_at_ms' && !isEmptyBucket(name, value),
    );
    return [
      table,
      ...columns.map(([name, value]) => `${name}=${this.#value(table, name, { row, value })}`),
    ].join(' ');
  }

  #value(table: string, name: string, { row, value }: { row: Row; value: unknown }): string {
    const base = this.#baseOf(table, name, row);
    if (base === null) return written(value);
    const more = Number(value) - base;
    return `${more < 0 ? '' : '+'}${more}`;
  }

  #baseOf(table: string, name: string, row: Row): number | null {
    const counted = COUNTED[`${table}.${name}`];
    if (counted !== undefined) return this.#last(...(counted.split('.') as [string, string]));
    const account = (of: unknown) => this.#began.get('accounts')!.get(JSON.stringify([of])) ?? {};
    if (table === 'accounts' && /^(balance_micros|entry_seq)$/.test(name))
      return Number(account(row.id)[name] ?? 0);
    if (table !== 'entries' || !/^(balance_after_micros|seq)$/.test(name)) return null;
    return Number(account(row.account_id)[name === 'seq' ? 'entry_seq' : 'balance_micros'] ?? 0);
  }

  #last(table: string, column: string): number {
    return Number([...this.#began.get(table)!.values()][0]?.[column] ?? 0);
  }
}

const rowsBy = (key: string[], rows: Row[]) =>
  new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]));

const isSame = (one: Row, other: Row) =>
  Object.keys(other).every((name) => written(one[name]) === written(other[name]));

/** The histogram of durations has a column for each bucket. */
const isEmptyBucket = (name: string, value: unknown) => value === 0 && /^ms_/.test(name);

/** Of bytes only that they are there: how they are compressed depends on the release of Node. */
const written = (value: unknown) => (value instanceof Uint8Array ? 'bytes' : String(value));

// Reads every row of a gateway's SQLite file, for tests of what must leave no trace.

/** The rows of all tables as one text. */
export function allRows(folder: string): string {
  const db = new DatabaseSync(path.join(folder, 'reelgate.db'), { readOnly: true });
  const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const all = names.map(({ name }) => [name, db.prepare(`SELECT * FROM ${name}`).all()]);
  db.close();
  return JSON.stringify(all, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
}
