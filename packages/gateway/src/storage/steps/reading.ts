// A read is written once for both databases, as a generator: it yields one query after the other and gets back the rows. A backend only
// runs the queries; what differs between the SQL dialects is in `Dialect`. A read changes nothing.

/** A row as either database driver returns it. */
export type Row = Record<string, string | number | null | Uint8Array>;
export type Value = string | number | null | Uint8Array;

export interface SqlQuery {
  /** Values are written as `$1`, `$2` … */
  sql: string;
  values: Value[];
}

/** Queries that run one after the other; each yields its rows. */
export type Queries<T> = Generator<SqlQuery, T, Row[]>;
/** Queries that change nothing. */
export type Reading<T> = Queries<T>;

export interface Dialect {
  /** Sum of the costs of the attempts in this JSON column, in micro-units. */
  costOf(column: string): string;
  /** The provider that answered, from the attempts in this JSON column; empty when none did. */
  providerOf(column: string): string;
  /**
   * Joins the call of each entry `e` as `c` by index, one by one. A list reads few of many calls, and the query planner would often
   * choose to read all of them.
   */
  callOfEntry: string;
  /** For a JOIN: the attempts in this JSON column as rows with `a.value`. */
  attemptsIn(column: string): string;
  /** Follows a text column: true when the text is in the JSON list at this placeholder. */
  oneOf(place: string): string;
  /** The UTC day of a column with milliseconds. */
  dayOf(column: string): string;
  /** The amount of the top-up whose reference is `$1`. */
  topUpByReference: string;
  /** The UTC hour of a column with milliseconds, as `2026-11-15T13:00:00.000Z`. */
  hourOf(column: string): string;
}

/** Collects conditions together with their values. */
export class Conditions {
  readonly values: Value[] = [];
  readonly #parts: string[] = [];

  /** Adds a value and returns its placeholder. */
  value(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `?` in the condition becomes the placeholder of the value. */
  add(condition: string, value: Value): this {
    this.#parts.push(condition.replace('?', this.value(value)));
    return this;
  }

  addGiven(condition: string, value: Value | undefined): this {
    return value === undefined ? this : this.add(condition, value);
  }

  addPlain(condition: string): this {
    this.#parts.push(condition);
    return this;
  }

  toString(): string {
    return this.#parts.length === 0 ? 'TRUE' : this.#parts.join(' AND ');
  }
}

/** Escapes text for `LIKE … ESCAPE '!'`. */
export function likeText(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}

/** A pattern for `lower(column) LIKE … ESCAPE '!'` that finds the text anywhere, ignoring case. */
export function containing(text: string): string {
  return `%${likeText(text.toLowerCase())}%`;
}

/** Reads one row. */
export function* one(sql: string, ...values: Value[]): Reading<Row | undefined> {
  const rows = yield { sql, values };
  return rows[0];
}
