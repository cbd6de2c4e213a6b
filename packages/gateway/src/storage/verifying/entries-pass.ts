// The pass over entries: each is added to the book of its account and chained into a digest, and each charge is compared with its call.
// Entries are read once, in the sequence in which they were written, starting with the first one that no check has covered.

import { hash } from 'node:crypto';
import { partsOf } from '../../domain/text/parts-of.ts';
import type { Reading, Row, SqlQuery } from '../steps/reading.ts';
import type { AccountBook, Books } from './books.ts';
import type { KnownCheckpoint } from './checkpoint.ts';
import type { Differences } from './ledger-differences.ts';

export interface EntriesPass {
  books: Books;
  differences: Differences;
  /** The last checkpoint; null without one. */
  known: KnownCheckpoint | null;
  onRead(rows: number): void;
}

/** Calls that must be read one by one after the pass. */
export interface SeenCalls {
  /** Calls that were charged since the checkpoint and were unsettled in it. */
  late: Set<number>;
  refunded: Set<number>;
}

/** Rows per query: a few megabytes. */
const ROWS = 5_000;
const ACCOUNTS = 100;

const COLUMNS = `
  e.id, e.account_id, e.seq, e.kind, e.amount_micros, e.balance_after_micros, e.at_ms, e.call_seq, e.reference, e.actor,
  e.reason, c.account_id AS call_account_id, c.request_id, c.state, c.charged_micros, c.finished_at_ms`;

/**
 * Reads from this id on, sorted by id. That is the sequence on disk: entries of one day lie together, while reading account by account
 * would load another page for every row. It is also the sequence of each account's entries, because the id is assigned under the lock of
 * the account.
 */
export function* foldEntries(pass: EntriesPass, firstId: number): Reading<SeenCalls> {
  const seen: SeenCalls = { late: new Set(), refunded: new Set() };
  for (let id = firstId - 1, atMs = 0; ; ) {
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

/** The lowest id of an entry that these accounts have after their books; null when there is none. Reads only an index. */
export function* firstNewEntry(
  { books }: EntriesPass,
  accountIds: readonly string[],
): Reading<number | null> {
  let lowest: number | null = null;
  for (const ids of partsOf(accountIds, ACCOUNTS)) {
    const [row] = yield lowestIdOf(ids.map((id) => books.of(id)));
    const id = row!.id as number | null;
    if (id !== null && (lowest === null || id < lowest)) lowest = id;
  }
  return lowest;
}

function lowestIdOf(books: readonly AccountBook[]): SqlQuery {
  const places = books.map((_, i) => `(CAST($${2 * i + 1} AS text), CAST($${2 * i + 2} AS bigint))`);
  return {
    sql: `SELECT min(e.id) AS id
            FROM (SELECT column1 AS account_id, column2 AS seq FROM (VALUES ${places.join(', ')}) AS given) AS a
           CROSS JOIN entries e WHERE e.account_id = a.account_id AND e.seq > a.seq`,
    values: books.flatMap(({ accountId, entrySeq }) => [accountId, entrySeq]),
  };
}

function foldRows(pass: EntriesPass, seen: SeenCalls, rows: readonly Row[]): void {
  let folded = 0;
  for (const row of rows) {
    const book = pass.books.of(row.account_id as string);
    // Ids are assigned before the commit, so entries that an earlier check covered may lie between new ones.
    if ((row.seq as number) <= book.provenEntrySeq) continue;
    folded++;
    foldEntry(pass.differences, book, row);
    compareWithKnown(pass, book);
    if (row.kind === 'charge') countCharge(pass, seen, book, row);
    else if (row.kind === 'refund') seen.refunded.add(row.call_seq as number);
  }
  pass.books.entries += folded;
  pass.books.checkedEntries += folded;
  pass.onRead(folded);
}

/** Each account's entries must be numbered 1, 2, 3 … and each must state the sum of all entries up to it as its balance. */
function foldEntry(differences: Differences, book: AccountBook, row: Row): void {
  book.entrySeq++;
  book.balanceMicros += row.amount_micros as number;
  book.digest = chainEntry(book.digest, row);
  differences.compare(book.accountId, 'entries count without a gap', book.entrySeq, row.seq);
  if (book.balanceMicros !== row.balance_after_micros)
    differences.compare(
      book.accountId,
      `balance after entry ${row.seq}`,
      book.balanceMicros,
      row.balance_after_micros,
    );
}

function chainEntry(digest: string, row: Row): string {
  const { seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor, reason } = row;
  const words = [seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, reference, actor, reason];
  return hash('sha256', digest + JSON.stringify(words));
}

/** A check from the start passes the point where the last check ended, and compares the sums there. */
function compareWithKnown({ known, differences }: EntriesPass, book: AccountBook): void {
  const proof = known?.accounts.get(book.accountId);
  if (proof === undefined || proof.entrySeq !== book.entrySeq) return;
  const check = `entries up to ${proof.entrySeq} are those that the last check saw`;
  differences.compare(book.accountId, check, proof.digest, book.digest);
}

/** A charge must belong to one settled call of its account, with the amount and time of that call. */
function countCharge(
  { differences, books }: EntriesPass,
  seen: SeenCalls,
  book: AccountBook,
  row: Row,
): void {
  const amount = row.amount_micros as number;
  book.charges++;
  book.chargedMicros -= amount;
  // The text of a check is only built when it fails: there are millions of checks.
  const compare = (check: string, expected: unknown, found: unknown) => {
    if (expected !== found)
      differences.compare(book.accountId, `${check} (${row.request_id})`, expected, found);
  };
  compare('charge belongs to a settled call', 'settled', row.state ?? 'no call');
  if (row.state !== 'settled') return;
  compare('charge belongs to a call of its account', book.accountId, row.call_account_id);
  compare('settled call has its charge', -(row.charged_micros as number), amount);
  compare('charge has the time of its call', row.finished_at_ms, row.at_ms);
  if ((row.call_seq as number) > books.fromCallSeq) return;
  book.lateCharges++;
  seen.late.add(row.call_seq as number);
}
