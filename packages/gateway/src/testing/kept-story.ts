// Tells what verbs do, as a text that is kept beside the test: each question with its caller, the full answer, what this process was told to
// do, and every row of the ledger that changed, in whole. A test compares the text with the kept one, so that any difference is seen, also
// one that nobody thought of. Clock and randomness are fixed, so two tellings are the same.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { Value } from 'typebox/value';
import { mayAct } from '../domain/access/session.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { neededRole } from '../http/admin-server.ts';
import { limitedRefusal } from '../verb/caller.ts';
import type { AccountCaller, AdminCaller } from '../verb/deps.ts';
import { createWorld, type Input, START_MS, type World } from '../verb/testing/world.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { countedBytes } from './fixed-random.ts';
import { Names } from './told/names.ts';

export interface StoryWorld extends World {
  random: RandomBytes;
}

export async function createStoryWorld(): Promise<StoryWorld> {
  const random = countedBytes();
  return { ...(await createWorld(random)), random };
}

type Row = Record<string, unknown>;
type Rows = ReadonlyMap<string, ReadonlyMap<string, Row>>;

/** What the database keeps for itself, and what processes write about themselves. */
const NOT_TOLD = /^(sqlite_|nodes$|rate_windows$|schema)/;
const KEPT_FOR_MS = 400 * 86_400_000;

/** Times as text, which is told by the exchange. */
function shownValue(name: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const isTime = typeof value === 'number' && Math.abs(value - START_MS) < KEPT_FOR_MS;
  return isTime && name.endsWith('_ms') ? new Date(value).toISOString() : value;
}

const shownRow = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [[name, shownValue(name, value)]])),
  );

const LINE_CHARS = 130;
const WHOLE = {
  depth: null,
  breakLength: Number.POSITIVE_INFINITY,
  compact: true,
  maxArrayLength: null,
  maxStringLength: null,
};

/** In lines that end after a field. */
function asText(value: unknown): string {
  const lines = [''];
  for (const part of inspect(value, WHOLE)
    .replaceAll('\n', ' ')
    .split(/(?<=,) /)) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + part.length > LINE_CHARS) lines.push(part);
    else lines[lines.length - 1] = last === '' ? part : `${last} ${part}`;
  }
  return lines.join('\n    ');
}

/** All rows of a ledger, past the storage that works on it. */
class Ledger {
  readonly #db: DatabaseSync;
  readonly #tables: [string, StatementSync][];
  #version: unknown = null;
  #rows: Rows = new Map();

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true });
    const names = this.#db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    this.#tables = (names as { name: string }[])
      .filter(({ name }) => !NOT_TOLD.test(name))
      .map(({ name }) => [name, this.#db.prepare(`SELECT * FROM ${name}`)]);
  }

  #read(): Rows {
    const { data_version } = this.#db.prepare('PRAGMA data_version').get() as Row;
    if (data_version === this.#version) return this.#rows;
    this.#version = data_version;
    const rowsOf = (statement: StatementSync) => {
      const rows = statement.all() as Row[];
      return new Map(rows.map((row) => [Object.values(row).join('|'), row]));
    };
    return new Map(this.#tables.map(([name, statement]) => [name, rowsOf(statement)]));
  }

  /** The rows that came, went or changed since the last time, one text each. */
  changes(): string[] {
    const before = this.#rows;
    this.#rows = this.#read();
    return [...this.#rows].flatMap(([name, now]) => changesOf(name, before.get(name) ?? new Map(), now));
  }

  close(): void {
    this.#db.close();
  }
}

const nameOf = (row: Row) => String(Object.values(row)[0]);

/** Numbers that a table gives its rows are counted from the last row before, so that a row more changes no other. */
function counted(row: Row, before: ReadonlyMap<string, Row>): Row {
  if (typeof row.id !== 'number') return row;
  const last = Math.max(0, ...[...before.values()].map(({ id }) => Number(id)));
  return { ...row, id: row.id > last ? `+${row.id - last}` : row.id };
}

function changesOf(table: string, before: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>): string[] {
  const gone = [...before].filter(([text]) => !now.has(text)).map(([, row]) => shownRow(row));
  const come = [...now]
    .filter(([text]) => !before.has(text))
    .map(([, row]) => shownRow(counted(row, before)));
  const pairs = come.map((row) => {
    const same = gone.filter((one) => nameOf(one) === nameOf(row));
    return [same.length === 1 ? same[0]! : null, row] as const;
  });
  const left = gone.filter((row) => !pairs.some(([old]) => old === row));
  return [
    ...left.map((row) => `- ${table} ${asText(row)}`),
    ...pairs.map(([old, row]) =>
      old === null
        ? `+ ${table} ${asText(row)}`
        : `~ ${table} ${nameOf(row)} ${asText(differences(old, row))}`,
    ),
  ];
}

function differences(old: Row, row: Row): Row {
  const names = [...new Set([...Object.keys(old), ...Object.keys(row)])].filter(
    (name) => old[name] !== row[name],
  );
  return Object.fromEntries(names.map((name) => [name, `${old[name] ?? 'null'} → ${row[name] ?? 'null'}`]));
}

/** Who asks: an operator, a key or session of an account, or somebody without either, under the name that the story gives it. */
export type Teller = { name: string } & (
  | { admin: AdminCaller }
  | { account: AccountCaller }
  | { visitor: object }
);

export interface Asked extends Input {
  requestId?: string;
}

/** The part of a secret that is shown to nobody later. */
const SECRET = /(\brg[a-z]_live_\w{3})\w+/g;
/** Characters that no editor shows. */
const UNSEEN = /[\0-\t\v-\x1f]/g;

export class Story {
  readonly #lines: string[] = [];
  readonly #ledger: Ledger;
  readonly #notes: string[] = [];
  /** Who asked first, by the text of the answer. */
  readonly #told = new Map<string, string>();

  readonly #names = new Names();
  readonly #clock: Clock;

  constructor({ file, clock }: StoryWorld) {
    this.#clock = clock;
    this.#names.begin('the beginning', clock.nowMs());
    this.#ledger = new Ledger(file);
    this.#ledger.changes();
  }

  /** Something that this process was told to do, such as to look for duties. */
  note(text: string): void {
    this.#notes.push(`! ${text}`);
  }

  /** A line with `>` begins an exchange. */
  say(...lines: string[]): void {
    for (const line of lines) {
      if (line.startsWith('> ')) this.#names.begin(line, this.#clock.nowMs());
      this.#lines.push(this.#names.named(line));
    }
  }

  /** Writes down what happened since the last time. */
  happened(): void {
    this.say(...this.#notes.splice(0), ...this.#ledger.changes());
  }

  // biome-ignore lint/suspicious/noExplicitAny: verbs and answers of every kind.
  async ask(verb: AnyVerb<any, any>, deps: object, teller: Teller, input: Asked = {}): Promise<any> {
    const { requestId, params = {}, query = {}, body = {} } = input;
    const asked = { ...(requestId !== undefined && { requestId }), ...input };
    this.say('', `> ${verb.name} by ${teller.name} ${asText(asked)}`);
    const [caller] = Object.entries(teller).flatMap(([kind, one]) => (kind === 'name' ? [] : [one]));
    const answer =
      refusalOf(verb, teller) ??
      misshapen(verb, { params, query, body }) ??
      (await verb.run(deps, { params, query, body, requestId: requestId ?? 'req_of_story' }, caller));
    this.#answered(
      `${verb.name} by ${teller.name}`,
      isFailure(answer) ? shownFailure(answer) : asText(answer),
    );
    this.happened();
    return answer;
  }

  /** An answer that somebody got before in the same words is told once. */
  #answered(who: string, text: string): void {
    const before = this.#told.get(text);
    this.say(before === undefined ? `  ${text}` : `  = ${before}`);
    if (before !== undefined) return;
    const times = [...this.#told.values()].filter((one) => one.startsWith(who)).length;
    this.#told.set(text, times === 0 ? who : `${who} (${times + 1})`);
  }

  text(): string {
    return `${this.#lines.join('\n').trim()}\n`.replaceAll(SECRET, '$1…').replaceAll(UNSEEN, '·');
  }

  close(): void {
    this.#ledger.close();
  }
}

function shownFailure({ kind: _, code, detail, ...more }: Failure): string {
  return [code, detail, ...(Object.keys(more).length > 0 ? [asText(more)] : [])].join(': ');
}

/** What the listeners refuse before a verb runs. */
// biome-ignore lint/suspicious/noExplicitAny: verbs of both sides.
function refusalOf(verb: AnyVerb<any, any>, teller: Teller): object | null {
  if ('visitor' in teller) return null;
  if ('account' in teller) return limitedRefusal(verb, teller.account);
  const { role } = teller.admin;
  const may = role === undefined || mayAct(role, neededRole(verb));
  return may ? null : { refused: `the role ${role} may not` };
}

// biome-ignore lint/suspicious/noExplicitAny: verbs of both sides.
function misshapen(verb: AnyVerb<any, any>, input: Required<Input>): object | null {
  const fields = (['params', 'query', 'body'] as const).flatMap((part) =>
    Value.Check(verb[part], input[part])
      ? []
      : Value.Errors(verb[part], input[part]).map((error) => `${part}${error.instancePath}`),
  );
  return fields.length === 0 ? null : { misshapen: fields };
}
