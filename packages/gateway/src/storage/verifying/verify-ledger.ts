// The sequence of `ledger verify`: it adds up entries, counts calls, and compares the result with balances, holds, prices, usage and
// running sums. It continues from the last checkpoint or starts with the first entry. It reads one snapshot, changes nothing, and shares
// no arithmetic with the verbs that wrote the rows.
import type { CatalogDraft } from '../../domain/catalog.ts';
import { readCatalog } from '../nouns/rows.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import { Books } from './books.ts';
import { type CallsPass, countCalls, countLateCalls, countUnsettled } from './calls-pass.ts';
import { digestOf, type KnownCheckpoint, readCheckpoint } from './checkpoint.ts';
import { compareCollections } from './collections.ts';
import { type EntriesPass, firstNewEntry, foldEntries, type SeenCalls } from './entries-pass.ts';
import { Differences } from './ledger-differences.ts';
import type { LedgerReport, NextCheckpoint, OnVerified, VerifyInput } from './ledger-report.ts';
import { compareSideTables } from './side-tables.ts';
import { compareStatements } from './statements.ts';
import { compareAccounts, compareComplaints, compareRefunds, compareSums, compareUsage } from './sums.ts';
import { compareWatches } from './watches.ts';

/**
 * A call that was opened longer ago than this has been committed, and so has every call with a lower number: a transaction that assigns
 * numbers lasts about ten seconds at most.
 */
const COMMITTED_MS = 60_000;
const ACCOUNT_ROWS = 5_000;
const NOTHING_SEEN: SeenCalls = { late: new Set(), refunded: new Set() };
/** Account id of differences that belong to no account. */
const NO_ACCOUNT = '';

export function* verifyingLedger(
  { from, nowMs }: VerifyInput & { nowMs: number },
  onVerified: OnVerified,
): Reading<LedgerReport> {
  const differences = new Differences();
  const known = yield* readCheckpoint();
  const trusted = known?.isWhole === true ? known : null;
  if (known !== null && trusted === null)
    differences.compare(NO_ACCOUNT, 'the checkpoint is as the last check wrote it', 'unchanged', 'changed');
  // If only the checkpoint itself was changed, it is replaced once the ledger is found to add up.
  const ofCheckpoint = differences.count;
  const books = new Books(from === 'checkpoint' ? trusted : null);
  const accounts = yield* readAccounts();
  const [reachSeq, lastSeq] = yield* callNumbers(books, nowMs);
  const onRead = progressOf(books, accounts, lastSeq, onVerified);

  const pass: EntriesPass = { books, differences, known: trusted, onRead };
  const isAll = books.entries === 0;
  const firstId = isAll ? 1 : yield* firstNewEntry(pass, movedOn(books, accounts));
  const seen = firstId === null ? NOTHING_SEEN : yield* foldEntries(pass, firstId);
  yield* lookAtCalls(
    { books, differences, catalogs: yield* readCatalogs(), rightPrices: new Set(), onRead },
    seen,
    reachSeq,
    lastSeq,
  );
  const sums = yield* compareAccounts(books, differences, accounts);
  compareWithKnown(books, differences, trusted);
  yield* compareUsage(books, differences, accounts);
  yield* compareRefunds(differences, seen.refunded);
  yield* compareSums(books, differences);
  yield* compareComplaints(differences);
  yield* compareSideTables(differences);
  yield* compareCollections(differences, { sinceMs: isAll ? 0 : known!.head.atMs - COMMITTED_MS, nowMs });
  yield* compareWatches(differences, { isAll });
  yield* compareStatements(books, differences);
  const isClean = differences.count === ofCheckpoint;
  return {
    ...sums,
    entries: books.entries,
    calls: books.calls + books.callsLater,
    checked: { entries: books.checkedEntries, calls: books.checkedCalls },
    sinceMs: isAll ? null : known!.head.atMs,
    differences: differences.shown,
    differenceCount: differences.count,
    next: isClean
      ? {
          ...nextOf(books, trusted, { atMs: nowMs, callSeq: reachSeq }),
          replaces: known?.head.digest ?? null,
        }
      : null,
  };
}

function* lookAtCalls(pass: CallsPass, seen: SeenCalls, reachSeq: number, lastSeq: number): Reading<void> {
  yield* countUnsettled(pass);
  yield* countLateCalls(pass, seen.late);
  yield* countCalls(pass, { from: pass.books.fromCallSeq, to: reachSeq, isLater: false });
  yield* countCalls(pass, { from: reachSeq, to: lastSeq, isLater: true });
}

type AccountRows = Map<string, Row>;

function* readAccounts(): Reading<AccountRows> {
  const accounts: AccountRows = new Map();
  for (let after = ''; ; ) {
    const rows = yield {
      sql: `SELECT id, balance_micros, held_micros, entry_seq FROM accounts WHERE id > $1 ORDER BY id LIMIT ${ACCOUNT_ROWS}`,
      values: [after],
    };
    for (const row of rows) accounts.set(row.id as string, row);
    if (rows.length < ACCOUNT_ROWS) return accounts;
    after = rows.at(-1)!.id as string;
  }
}

/** The last call of the next checkpoint, and the last call of the ledger. */
function* callNumbers({ fromCallSeq }: Books, nowMs: number): Reading<[number, number]> {
  const last = yield* one('SELECT max(seq) AS seq FROM calls');
  const committed = yield* one(
    'SELECT seq FROM calls WHERE opened_at_ms <= $1 ORDER BY seq DESC LIMIT 1',
    nowMs - COMMITTED_MS,
  );
  const reachSeq = Math.max(fromCallSeq, (committed?.seq as number | undefined) ?? 0);
  return [reachSeq, Math.max(reachSeq, (last?.seq as number | null) ?? 0)];
}

function* readCatalogs(): Reading<Map<number, CatalogDraft>> {
  const rows = yield {
    sql: 'SELECT version, effective_from_ms, published_at_ms, published_by, note, document FROM catalogs',
    values: [],
  };
  return new Map(rows.map((row) => [row.version as number, readCatalog(row)]));
}

function movedOn(books: Books, accounts: AccountRows): string[] {
  const ids: string[] = [];
  for (const [id, row] of accounts)
    if ((row.entry_seq as number) > (books.accounts.get(id)?.entrySeq ?? 0)) ids.push(id);
  return ids;
}

/** Finds an account that lost its last entries together with the matching part of its balance: the last checkpoint saw more entries. */
function compareWithKnown(books: Books, differences: Differences, known: KnownCheckpoint | null): void {
  for (const { accountId, entrySeq } of known?.accounts.values() ?? []) {
    const found = books.accounts.get(accountId)?.entrySeq ?? 0;
    if (found < entrySeq)
      differences.compare(accountId, 'entries that the last check saw are there', entrySeq, found);
  }
}

function progressOf(
  books: Books,
  accounts: AccountRows,
  lastSeq: number,
  onVerified: OnVerified,
): (rows: number) => void {
  let total = lastSeq - books.fromCallSeq;
  for (const { id, entry_seq } of accounts.values())
    total += Math.max(0, (entry_seq as number) - (books.accounts.get(id as string)?.entrySeq ?? 0));
  let done = 0;
  return (rows) => {
    done += rows;
    onVerified(Math.min(done, total), total);
  };
}

/** Only changed rows, unless the whole checkpoint is replaced. */
function nextOf(
  books: Books,
  known: KnownCheckpoint | null,
  at: { atMs: number; callSeq: number },
): Omit<NextCheckpoint, 'replaces'> {
  const proofs = books.proofs();
  const head = { ...at, calls: books.calls, entries: books.entries };
  const digest = digestOf(head, proofs, books.sums);
  const isNew = (id: string) => JSON.stringify(known?.accounts.get(id)) !== JSON.stringify(proofs.get(id));
  return {
    head: { ...head, digest },
    isWhole: known === null,
    accounts: [...proofs.values()].filter(({ accountId }) => isNew(accountId)),
    sums: [...books.sums]
      .filter(([scope, amount]) => known?.sums.get(scope) !== amount)
      .map(([scope, amount]) => ({ scope, amount })),
  };
}
