// The pass over calls: how many calls of each account are settled and how many are not, what keys and projects were charged, and whether
// each call has the price or terms of the catalog that it names. Calls are read in ranges of their numbers.

import type { CatalogDraft } from '../../domain/catalog.ts';
import type { Terms } from '../../domain/prices/terms.ts';
import { partsOf } from '../../domain/text/parts-of.ts';
import type { Reading, Row } from '../steps/reading.ts';
import type { Books } from './books.ts';
import { comparePrice, compareTerms, type Differences, unitsInTiers } from './ledger-differences.ts';

export interface CallsPass {
  books: Books;
  differences: Differences;
  catalogs: ReadonlyMap<number, CatalogDraft>;
  /** Prices that were already found to be right: accounts make the same call thousands of times. */
  rightPrices: Set<string>;
  onRead(rows: number): void;
}

/** Calls per query. The query returns one row per group of equal calls, and one per call with terms. */
const RANGE = 50_000;
const LISTED = 200;
/** About ten megabytes. Beyond that, the set is cleared and filled again. */
const RIGHT_PRICES_MAX = 100_000;

const GROUPED = 'account_id, key_id, project_id, path, catalog_version, price_micros, state, has_terms';
const TERMS_COLUMNS = `account_id, request_id, path, catalog_version, state, price_micros, charged_micros, source, terms, delivered`;

/** Calls after `from` up to `to`. `isLater`: they come after the last call of the next checkpoint. */
export function* countCalls(
  pass: CallsPass,
  { from, to, isLater }: { from: number; to: number; isLater: boolean },
): Reading<void> {
  for (let after = from; after < to; after += RANGE) {
    const range = [after, Math.min(after + RANGE, to)];
    const groups = yield {
      sql: `SELECT ${GROUPED}, count(*) AS n, CAST(sum(charged_micros) AS bigint) AS charged
              FROM (SELECT account_id, key_id, project_id, path, catalog_version, price_micros, state, charged_micros,
                           CASE WHEN terms IS NULL THEN 0 ELSE 1 END AS has_terms
                      FROM calls WHERE seq > $1 AND seq <= $2) AS ranged GROUP BY ${GROUPED}`,
      values: range,
    };
    for (const row of groups) countGroup(pass, row, isLater);
    const withTerms = yield {
      sql: `SELECT ${TERMS_COLUMNS} FROM calls WHERE seq > $1 AND seq <= $2 AND terms IS NOT NULL`,
      values: range,
    };
    for (const row of withTerms) countTerms(pass, row, isLater);
    pass.onRead(range[1]! - range[0]!);
  }
}

function countGroup(pass: CallsPass, row: Row, isLater: boolean): void {
  const { books } = pass;
  const n = row.n as number;
  const book = books.of(row.account_id as string);
  books.checkedCalls += n;
  if (isLater) books.callsLater += n;
  else books.calls += n;
  if (row.has_terms === 0) lookAtPrice(pass, row);
  if (row.state !== 'settled') {
    if (!isLater) book.unsettled += n;
    return;
  }
  if (isLater) book.settledLater += n;
  else book.settled += n;
  addCharged(books, row, row.charged as number, isLater);
}

function lookAtPrice({ differences, catalogs, rightPrices }: CallsPass, row: Row): void {
  const name = `${row.catalog_version} ${row.price_micros} ${row.account_id} ${row.path}`;
  if (rightPrices.has(name)) return;
  const before = differences.count;
  comparePrice(differences, catalogs.get(row.catalog_version as number), row);
  if (differences.count > before) return;
  if (rightPrices.size >= RIGHT_PRICES_MAX) rightPrices.clear();
  rightPrices.add(name);
}

function addCharged(books: Books, row: Row, charged: number, isLater: boolean): void {
  books.addTo(`key_id:${row.key_id}`, charged, { isLater });
  if (row.project_id !== null) books.addTo(`project_id:${row.project_id}`, charged, { isLater });
}

/** Counts free calls by what the calls themselves say: those that are held or were delivered. */
function countTerms({ books, differences, catalogs }: CallsPass, row: Row, isLater: boolean): void {
  compareTerms(differences, catalogs.get(row.catalog_version as number), row);
  const terms = JSON.parse(row.terms as string) as Terms;
  if (row.state === 'settled') {
    for (const { month, path, units } of unitsInTiers(terms, row))
      books.addTo(tierScope(row.account_id, month, path), units, { isLater });
  }
  const { free } = terms;
  if (free === undefined || (row.state !== 'held' && row.state !== 'settled')) return;
  books.addTo(freeScope(row.account_id, free.day, free.path), 1, {
    isLater: isLater || row.state === 'held',
  });
}

export const TIER_SCOPES = 'tier:';

export function tierScope(accountId: unknown, month: unknown, path: unknown): string {
  return `${TIER_SCOPES}${JSON.stringify([accountId, month, path])}`;
}

export function freeScope(accountId: unknown, day: unknown, path: unknown): string {
  return `free:${JSON.stringify([accountId, day, path])}`;
}

/** Calls that were unsettled in the checkpoint and were charged since. They now count as settled. */
export function* countLateCalls(pass: CallsPass, late: ReadonlySet<number>): Reading<void> {
  for (const values of partsOf([...late], LISTED)) {
    const rows = yield {
      sql: `SELECT ${TERMS_COLUMNS}, key_id, project_id FROM calls
             WHERE seq IN (${values.map((_, i) => `$${i + 1}`).join(', ')})`,
      values,
    };
    for (const row of rows) countLate(pass, row);
  }
}

function countLate(pass: CallsPass, row: Row): void {
  const { books } = pass;
  if (row.terms === null) lookAtPrice(pass, row);
  else countTerms(pass, row, false);
  if (row.state !== 'settled') return;
  books.of(row.account_id as string).settled++;
  addCharged(books, row, row.charged_micros as number, false);
}

/** Counts failed and running calls up to the last call of the checkpoint, and compares the result with the checkpoint. */
export function* countUnsettled(pass: CallsPass): Reading<void> {
  const { books, differences } = pass;
  if (books.fromCallSeq === 0) return;
  const failed = yield {
    sql: `SELECT account_id, count(*) AS n FROM calls WHERE state IN ('released', 'expired') AND +seq <= $1 GROUP BY account_id`,
    values: [books.fromCallSeq],
  };
  // The unary plus keeps SQLite from using the index on the number: it would read all calls up to that number to find the few that are
  // held.
  const held = yield {
    sql: `SELECT ${TERMS_COLUMNS} FROM calls WHERE state = 'held' AND +seq <= $1`,
    values: [books.fromCallSeq],
  };
  for (const { account_id, n } of failed) books.of(account_id as string).unsettled += n as number;
  for (const row of held) {
    books.of(row.account_id as string).unsettled++;
    if (row.terms !== null) countTerms(pass, row, true);
  }
  for (const book of books.accounts.values()) {
    const check = 'calls that had failed at the last check failed, or were charged since';
    differences.compare(book.accountId, check, book.unsettledBefore - book.lateCharges, book.unsettled);
  }
}
