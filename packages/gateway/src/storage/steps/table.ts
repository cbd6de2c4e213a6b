// A table of the database, made from the field table of its noun: reading its rows, inserting, changing, and its columns for a move to another
// database. It knows no conditions: the verbs of the noun write them.
import { type ColumnType, columnNames, type FieldTable, type Of } from '../../domain/field-table.ts';
import type { Row, SqlQuery, Value } from './reading.ts';

export interface Table<F extends FieldTable, More extends FieldTable> {
  name: string;
  fields: F;
  /** All of them, with their types. */
  columns: Record<string, ColumnType>;
  /** The columns that `read` needs, for a SELECT. */
  list: string;
  read(row: Row): Of<F>;
  /** Answers the row. */
  insert(values: Partial<Of<F> & Of<More>>, onConflict?: string): SqlQuery;
  /** Sets these fields of the row with this id, and answers it. */
  change(id: string, values: Partial<Of<F> & Of<More>>): SqlQuery;
  /** What the audit log keeps of a change: the given values, by their columns. */
  audited(values: Partial<Of<F>>): Record<string, unknown>;
}

type Reader = (row: Row) => unknown;

function readerOf(name: string, field: FieldTable[string]): Reader {
  const [first, ...others] = columnNames(name, field);
  const read = field.parts.read as ((...columns: Value[]) => unknown) | undefined;
  if (read === undefined) return (row) => row[first!];
  if (others.length === 0) return (row) => read(row[first!]!);
  return (row) => read(row[first!]!, ...others.map((column) => row[column]!));
}

/** Reads rows that have the columns of these fields. */
export function rowReader<F extends FieldTable>(fields: F): (row: Row) => Of<F> {
  const names = Object.keys(fields);
  const readers = names.map((name) => readerOf(name, fields[name]!));
  return (row) => {
    const thing: Record<string, unknown> = {};
    for (let i = 0; i < names.length; i++) thing[names[i]!] = readers[i]!(row);
    return thing as Of<F>;
  };
}

/** For a SELECT. */
export const columnList = (fields: FieldTable) =>
  Object.entries(fields)
    .flatMap(([name, field]) => columnNames(name, field))
    .join(', ');

/** Columns with their values, of the fields that are given. */
function written(fields: FieldTable, values: Readonly<Record<string, unknown>>): [column: string, Value][] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = values[name];
    if (value === undefined) return [];
    const write = field.parts.write as ((value: unknown) => Value | Value[]) | undefined;
    const stored = write === undefined ? (value as Value) : write(value);
    const columns = columnNames(name, field);
    return columns.map((column, i): [string, Value] => [
      column,
      columns.length > 1 ? (stored as Value[])[i]! : (stored as Value),
    ]);
  });
}

/** `more`: columns that the database and few verbs have, but not the noun. */
// biome-ignore lint/complexity/noBannedTypes: no further columns.
export function storedTable<F extends FieldTable, More extends FieldTable = {}>(
  name: string,
  fields: F,
  more: More = {} as More,
): Table<F, More> {
  const all: FieldTable = { ...fields, ...more };
  const typed = (of: FieldTable) =>
    Object.entries(of).flatMap(([field, { parts }]) =>
      columnNames(field, of[field]!).map((column): [string, ColumnType] => [column, parts.type]),
    );
  const list = columnList(fields);
  return {
    name,
    fields,
    columns: Object.fromEntries(typed(all)),
    list,
    read: rowReader(fields),
    insert(values, onConflict = '') {
      const given = written(all, values);
      const places = given.map((_, i) => `$${i + 1}`);
      return {
        sql: `INSERT INTO ${name} (${given.map(([column]) => column).join(', ')}) VALUES (${places.join(', ')}) ${onConflict} RETURNING ${list}`,
        values: given.map(([, value]) => value),
      };
    },
    change(id, values) {
      const given = written(all, values);
      const sets = given.map(([column], i) => `${column} = $${i + 2}`);
      return {
        sql: `UPDATE ${name} SET ${sets.join(', ')} WHERE id = $1 RETURNING ${list}`,
        values: [id, ...given.map(([, value]) => value)],
      };
    },
    audited: (values) =>
      Object.fromEntries(
        Object.entries(values).map(([field, value]) => [columnNames(field, fields[field]!)[0], value]),
      ),
  };
}
