// Writes down all that a storage does: each verb with its input and its result, and after each write every row that is different, with all
// its columns. The text is the same on both databases, and the same in every run when ids and the clock are.
import { gunzipSync } from 'node:zlib';
import { Names } from '../../testing/told/names.ts';
import { START_MS, type TestClock } from '../contracts/storage.contract.ts';
import type { Storage } from '../storage.ts';
import { TRANSFER_TABLES, type TransferTable } from '../transfer/transfer-tables.ts';
import { verbs as table } from '../verbs.ts';
import type { OpenedAlone, RunQuery } from './bystander.ts';

/** Facts of one database or process, which do not move with a ledger. */
const NOT_MOVED: readonly TransferTable[] = [
  { name: 'meta', columns: { name: 'text', value: 'integer' }, key: ['name'], batchRows: 1 },
  {
    name: 'provider_leases',
    columns: {
      ...{ provider: 'text', node: 'text', rate_part: 'integer', rate_wanted: 'integer' },
      ...{ places_part: 'integer', places_wanted: 'integer', until_ms: 'integer' },
    },
    key: ['provider', 'node'],
    batchRows: 1,
  },
  {
    name: 'service_secret',
    columns: { id: 'integer', fingerprint: 'text', secret: 'text' },
    key: ['id'],
    batchRows: 1,
  },
];
/** Columns by name: their sequence in the table of a noun changes no text. */
const TABLES = [...TRANSFER_TABLES, ...NOT_MOVED].map((table) => ({
  ...table,
  columns: Object.fromEntries(Object.entries(table.columns).sort(([a], [b]) => (a < b ? -1 : 1))),
}));
/** Between two values of a row, and in place of a value that is null. Neither occurs in a value. */
const [BETWEEN, NULL] = ['\u001f', '\u0002'];

/** Stored bytes are compared by their length: reads answer what is in them. */
const textOf = (column: string, type: string) =>
  `coalesce(CAST(${type === 'bytes' ? `length(${column})` : column} AS text), '${NULL}')`;

const ALL_ROWS = TABLES.map(({ name, columns }) => {
  const values = Object.entries(columns).map(([column, type]) => textOf(column, type));
  return `SELECT '${name}' AS place, ${values.join(` || '${BETWEEN}' || `)} AS content FROM ${name}`;
}).join(' UNION ALL ');

type Row = Record<string, string | number | null>;

/** The rows of each table as text, sorted. */
type Contents = ReadonlyMap<string, readonly string[]>;

async function allRows(query: RunQuery): Promise<Contents> {
  const contents = new Map<string, string[]>(TABLES.map(({ name }) => [name, []]));
  for (const { place, content } of await query(ALL_ROWS))
    contents.get(place as string)!.push(content as string);
  for (const rows of contents.values()) rows.sort();
  return contents;
}

function readRow({ columns }: TransferTable, content: string): Row {
  const texts = content.split(BETWEEN);
  const values = Object.entries(columns).map(([column, type], i) => {
    const text = texts[i]!;
    if (text === NULL) return [column, null];
    return [column, type === 'text' ? text : Number(text)];
  });
  return Object.fromEntries(values);
}

/** By their keys. */
function readRows(table: TransferTable, contents: readonly string[]): Map<string, Row> {
  const rows = contents.map((content) => readRow(table, content));
  return new Map(rows.map((row) => [table.key.map((column) => row[column]).join(' '), row]));
}

const YEAR_MS = 366 * 86_400_000;
const isTime = (value: number) => Math.abs(value - START_MS) < 2 * YEAR_MS;
function bytesText(bytes: Uint8Array): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isGzip ? gunzipSync(bytes) : Buffer.from(bytes)).toString();
}

/** Plain values in place of bytes, maps and times; the fields of an object by name, without those that are null. `gzip` repeats `body`, where it is known. */
function plain(value: unknown): unknown {
  if (typeof value === 'number') return isTime(value) ? new Date(value).toISOString() : value;
  if (value instanceof Uint8Array) return { bytes: bytesText(value) };
  if (value instanceof Map) return { map: [...value].map(plain) };
  if (Array.isArray(value)) return value.map(plain);
  // These have no sequence of their own.
  if (typeof value === 'object' && value !== null && 'sums' in value && Array.isArray(value.sums))
    return plain({ ...value, sums: undefined, sumsByName: value.sums.map(text).sort() });
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name, of]) => name !== 'gzip' && (of ?? null) !== null);
  return Object.fromEntries(
    fields.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [name, plain(of)]),
  );
}

const text = (value: unknown) => JSON.stringify(plain(value)) ?? 'undefined';

function* differences(before: Contents, now: Contents): Generator<string> {
  for (const table of TABLES) {
    const [old, all] = [before.get(table.name)!, now.get(table.name)!];
    const isSame = old.length === all.length && old.every((content, i) => content === all[i]);
    if (!isSame) yield* changedRows(table.name, readRows(table, old), readRows(table, all));
  }
}

/** Numbers that a table gives its rows, and revisions, are counted from the last one before: a row more changes no other. */
const lastOf = (before: ReadonlyMap<string, Row>) =>
  Math.max(0, ...[...before.values()].map(({ id }) => Number(id)));

function* raised(key: string, old: Row, row: Row): Generator<string> {
  const by = Number(row.value) - Number(old.value);
  if (by !== 0) yield `~ meta ${key} value: +${by}`;
}

function* changedRows(
  name: string,
  before: ReadonlyMap<string, Row>,
  now: ReadonlyMap<string, Row>,
): Generator<string> {
  const keys = [...new Set([...before.keys(), ...now.keys()])];
  for (const key of keys.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const [old, row] = [before.get(key), now.get(key)];
    if (row === undefined) yield `- ${name} ${key}`;
    else if (old === undefined && typeof row.id === 'number')
      yield `+ ${name} ${text({ ...row, id: `+${row.id - lastOf(before)}` })}`;
    else if (old === undefined) yield `+ ${name} ${key} ${text(row)}`;
    else if (name === 'meta') yield* raised(key, old, row);
    else {
      const columns = Object.keys(row).filter((column) => row[column] !== old[column]);
      const changes = columns.map((column) => `${column}: ${text(old[column])} -> ${text(row[column])}`);
      if (changes.length > 0) yield `~ ${name} ${key} ${changes.join(', ')}`;
    }
  }
}

type Verb = (...input: unknown[]) => Promise<unknown>;

export interface Recorder {
  /** Records what is done with it. The clock moves on before each write, so that no two writes have the same time. */
  storage: Storage;
  clock: TestClock;
  edit: OpenedAlone['edit'];
  /** A line for the reader. */
  title(words: string): void;
  /** All that was recorded. */
  text(): string;
  /** The verbs that were recorded. */
  verbs: ReadonlySet<string>;
}

/** Between two writes: a number that is no other duration, and less than that of any limit. */
const STEP_MS = 1_009;

export function recorderOf(opened: OpenedAlone, clock: TestClock): Recorder {
  const { storage, query, edit } = opened;
  const lines: string[] = [];
  const used = new Set<string>();
  let known: Contents | null = null;

  const names = new Names();

  const say = (line: string) => lines.push(names.named(line.replaceAll(storage.node, 'NODE')));
  const attempt = async (name: string, verb: Verb, input: unknown[]) => {
    try {
      const result = await verb(...input);
      say(`  = ${text(result)}`);
      return result;
    } catch (error) {
      // SQLite names the verb that failed in another thread.
      say(`  = throws ${(error as Error).message.replace(`${name}: `, '')}`);
      throw error;
    }
  };
  const noteRows = async () => {
    const now = await allRows(query);
    for (const line of differences(known!, now)) say(`  ${line}`);
    known = now;
  };
  const recording = (name: string, verb: Verb): Verb => {
    const isWrite = table[name as keyof typeof table].mode === 'write';
    return async (...input) => {
      used.add(name);
      // A fresh database has rows of its own, which are not the same on both.
      known ??= await allRows(query);
      if (isWrite) clock.advance(STEP_MS);
      names.begin(name, clock.nowMs());
      say(`${isWrite ? '!' : '?'} ${name} ${input.map(text).join(' ')}`.trimEnd());
      try {
        return await attempt(name, verb, input);
      } finally {
        if (isWrite) await noteRows();
      }
    };
  };
  return {
    storage: withVerbs(storage, recording),
    clock,
    edit,
    title: (words) => say(`\n# ${words}\n`),
    text: () => `${lines.join('\n')}\n`,
    verbs: used,
  };
}

function withVerbs(storage: Storage, wrap: (name: string, verb: Verb) => Verb): Storage {
  const own: Record<string, unknown> = { ...storage };
  for (const name of Object.keys(table)) {
    const [group = name, verb] = name.split('.');
    const of = storage[group as keyof Storage];
    if (verb === undefined) own[name] = wrap(name, of as Verb);
    else own[group] = { ...(own[group] as object), [verb]: wrap(name, (of as never)[verb]) };
  }
  return own as unknown as Storage;
}
