// Owns the pass over entries: they are folded account by account, chained into a digest, and each charge is held against its call.
// From the start they are read in the order in which they were written; from a checkpoint only those of accounts that moved on.
import { hash } from 'node:crypto';
import type { Differences } from '../ledger-differences.ts';
import type { Reading, SqlQuestion } from '../reading/reading.ts';
import type { Row } from '../rows.ts';
import type { AccountBook, Books } from './books.ts';
import type { KnownCheckpoint } from './checkpoint.ts';

export interface EntriesPass {
  books: Books;
  differences: Differences;
  /** What the last check saw; null when there was none. */
  known: KnownCheckpoint | null;
  onRead(rows: number): void;
}

/** What the pass leaves to be looked at one by one. */
export interface SeenCalls {
  /** Charged since the checkpoint, although it had seen them unsettled. */
  late: Set<number>;
  refunded: Set<number>;
}

/** Some megabytes. */
const ROWS = 5_000;
const ACCOUNTS = 100;

const COLUMNS = `
  e.id, e.account_id, e.seq, e.kind, e.amount_micros, e.balance_after_micros, e.at_ms, e.call_seq, e.reference, e.actor,
  e.reason, c.account_id AS call_account_id, c.request_id, c.state, c.charged_micros, c.finished_at_ms`;

/**
 * In the order of their ids, which is the order on the disk. For each account it is that of its entries too: the id is given
 * under the lock of the account.
 */
export function* foldAllEntries(pass: EntriesPass): Reading<SeenCalls> {
  const seen: SeenCalls = { late: new Set(), refunded: new Set() };
  for (let id = 0, atMs = 0; ; ) {
    const rows = yield {
      sql: `SELECT ${COLUMNS} FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq
             WHERE (e.id, e.at_ms) > ($1, $2) ORDER BY e.id, e.at_ms LIMIT ${ROWS}`,
      values: [id, atMs],
    };
    foldRows(pass, seen, rows);
    if (rows.length < ROWS) return seen;
    id = rows.at(-1)!.id as number;
    atMs = rows.at(-1)!.at_ms as number;
  }
}

/** Of these accounts, those behind what their books have reached. */
export function* foldNewEntries(pass: EntriesPass, accountIds: readonly string[]): Reading<SeenCalls> {
  const seen: SeenCalls = { late: new Set(), refunded: new Set() };
  const waiting = [...accountIds].sort();
  while (waiting.length > 0) {
    const asked = waiting.slice(0, ACCOUNTS);
    const rows = yield newEntriesOf(asked.map((id) => pass.books.of(id)));
    foldRows(pass, seen, rows);
    const last = rows.length < ROWS ? undefined : (rows.at(-1)!.account_id as string);
    // A full page ends in the middle of an account, which is asked about again from where its book stands now.
    waiting.splice(0, last === undefined ? asked.length : asked.indexOf(last));
  }
  return seen;
}

function newEntriesOf(books: readonly AccountBook[]): SqlQuestion {
  const places = books.map((_, i) => `(CAST($${2 * i + 1} AS text), CAST($${2 * i + 2} AS bigint))`);
  return {
    sql: `SELECT ${COLUMNS}
            FROM (SELECT column1 AS account_id, column2 AS seq FROM (VALUES ${places.join(', ')}) AS given) AS a
           CROSS JOIN entries e LEFT JOIN calls c ON c.seq = e.call_seq
           WHERE e.account_id = a.account_id AND e.seq > a.seq ORDER BY e.account_id, e.seq LIMIT ${ROWS}`,
    values: books.flatMap(({ accountId, entrySeq }) => [accountId, entrySeq]),
  };
}

function foldRows(pass: EntriesPass, seen: SeenCalls, rows: readonly Row[]): void {
  for (const row of rows) {
    const book = pass.books.of(row.account_id as string);
    foldEntry(pass.differences, book, row);
    compareWithKnown(pass, book);
    if (row.kind === 'charge') countCharge(pass, seen, book, row);
    else if (row.kind === 'refund') seen.refunded.add(row.call_seq as number);
  }
  pass.books.entries += rows.length;
  pass.books.checkedEntries += rows.length;
  pass.onRead(rows.length);
}

/** Each account's entries must count 1, 2, 3 … and each must state the balance that the fold reaches. */
function foldEntry(differences: Differences, book: AccountBook, row: Row): void {
  book.entrySeq++;
  book.balanceMicros += row.amount_micros as number;
  book.digest = chain(book.digest, row);
  differences.compare(book.accountId, 'entries count without a gap', book.entrySeq, row.seq);
  differences.compare(
    book.accountId,
    `balance after entry ${row.seq}`,
    book.balanceMicros,
    row.balance_after_micros,
  );
}

function chain(digest: string, row: Row): string {
  const { seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor, reason } = row;
  const words = [seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor, reason];
  return hash('sha256', digest + JSON.stringify(words));
}

/** Whoever folds from the start comes past the point where the last check stood. */
function compareWithKnown({ known, differences }: EntriesPass, book: AccountBook): void {
  const proof = known?.accounts.get(book.accountId);
  if (proof === undefined || proof.entrySeq !== book.entrySeq) return;
  const check = `entries up to ${proof.entrySeq} are those that the last check saw`;
  differences.compare(book.accountId, check, proof.digest, book.digest);
}

/** A charge is that of one settled call of its account, of the call's amount and time. */
function countCharge(
  { differences, books }: EntriesPass,
  seen: SeenCalls,
  book: AccountBook,
  row: Row,
): void {
  const amount = row.amount_micros as number;
  book.charges++;
  book.chargedMicros -= amount;
  const compare = (check: string, expected: unknown, found: unknown) =>
    differences.compare(book.accountId, `${check} (${row.request_id})`, expected, found);
  compare('charge belongs to a settled call', 'settled', row.state ?? 'no call');
  if (row.state !== 'settled') return;
  compare('charge belongs to a call of its account', book.accountId, row.call_account_id);
  compare('settled call has its charge', -(row.charged_micros as number), amount);
  compare('charge has the time of its call', row.finished_at_ms, row.at_ms);
  if ((row.call_seq as number) > books.fromCallSeq) return;
  book.lateCharges++;
  seen.late.add(row.call_seq as number);
}
