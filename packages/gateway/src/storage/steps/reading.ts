// Owns how a read is written once for every backend: it asks one statement after the other and is handed the rows. A backend
// only runs the statements; what differs between their languages is in `Dialect`. A reading changes nothing.

/** A row as either driver gives it. */
export type Row = Record<string, string | number | null | Uint8Array>;
export type Value = string | number | null | Uint8Array;

export interface SqlQuery {
  /** With `$1`, `$2` … for its values. */
  sql: string;
  values: Value[];
}

/** Statements one after the other, each of which is handed its rows. */
export type Queries<T> = Generator<SqlQuery, T, Row[]>;
/** Statements that change nothing. */
export type Reading<T> = Queries<T>;

export interface Dialect {
  /** What the attempts in this column of JSON cost together, in micro-units. */
  costOf(column: string): string;
  /** Who answered, of the attempts in this column of JSON; empty when nobody did. */
  providerOf(column: string): string;
  /** Joins the call of each entry `e` as `c`, looked up one by one: a list reads few of many calls, whatever a planner expects. */
  callOfEntry: string;
  /** For a JOIN: the attempts in this column of JSON, one by one, as `a.value`. */
  attemptsIn(column: string): string;
  /** Behind a column of text: that it is one of the texts in the JSON list at this place. */
  oneOf(place: string): string;
  /** The UTC day of a column of milliseconds. */
  dayOf(column: string): string;
  /** The amount of the top-up whose reference is `$1`. */
  topUpByReference: string;
  /** As `2026-11-15T13:00:00.000Z`. */
  hourOf(column: string): string;
}

/** Collects conditions and their values in one order. */
export class Conditions {
  readonly values: Value[] = [];
  readonly #parts: string[] = [];

  /** The place of a value in the statement. */
  value(value: Value): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** `?` stands for the value. */
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

/** Text that `LIKE … ESCAPE '!'` takes as it is. */
export function likeText(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}

/** For `lower(column) LIKE … ESCAPE '!'`: the text anywhere, in whatever case. */
export function containing(text: string): string {
  return `%${likeText(text.toLowerCase())}%`;
}

/** Asks for one row. */
export function* one(sql: string, ...values: Value[]): Reading<Row | undefined> {
  const rows = yield { sql, values };
  return rows[0];
}
