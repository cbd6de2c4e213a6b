// Monthly statements: which month is to be closed, for which accounts, and the statements that were made. A statement is made once per
// account and month. Its number is assigned under one lock, in the same transaction, so numbers have no gap.
import type { EntryKind } from '../../domain/account.ts';
import { monthStartMs, nextMonthMs, utcDay } from '../../domain/clock.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import type { ChosenTier } from '../../domain/prices/tiers.ts';
import {
  type MonthStatement,
  NO_ENTRIES_YET,
  type StatedEntry,
  type StatementLine,
} from '../../domain/statement.ts';
import { monthOf } from '../ledger/spend-caps.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { Conditions, one, type Reading, type Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

/** A UTC month that has ended. */
export interface ClosedMonth {
  /** As `2026-10`. */
  month: string;
  startMs: number;
  endMs: number;
}

/** An account with entries that are in no statement yet. */
export interface DueAccount {
  accountId: string;
  fromSeq: number;
  toSeq: number;
  openingMicros: Micros;
  /** Digest of the account's last statement. */
  digest: string;
}

export type NewStatement = Pick<
  MonthStatement,
  'accountId' | 'month' | 'fromSeq' | 'toSeq' | 'openingMicros' | 'closingMicros' | 'digest' | 'seller'
> & { lines: StatementLine[] };

/** Calls that end at midnight are committed by then. Any later entry goes into the statement of the next month. */
export const OVER_AFTER_MS = 600_000;

/** The next month to close; null when no month has ended. */
export function* readClosedMonth(_: undefined, nowMs: number): Reading<ClosedMonth | null> {
  const next = yield* one(`SELECT value FROM meta WHERE name = 'statements_month_ms'`);
  const startMs = (next!.value as number) || (yield* firstMonthMs());
  return startMs === null ? null : overBy(startMs, nowMs);
}

/** For the first statement of all: the month of the first entry; null without entries. */
function* firstMonthMs(): Reading<number | null> {
  const first = yield* one('SELECT at_ms FROM entries ORDER BY id LIMIT 1');
  return first === undefined ? null : monthStartMs(first.at_ms as number);
}

function overBy(startMs: number, nowMs: number): ClosedMonth | null {
  const endMs = nextMonthMs(startMs);
  return endMs + OVER_AFTER_MS > nowMs ? null : { month: monthOf(utcDay(startMs)), startMs, endMs };
}

/** Call it when all accounts have their statement of the month. Returns the month after it, if that has ended too. */
export function* endMonth(
  { startMs }: { startMs: number },
  { nowMs }: WriteMoment,
): Writing<ClosedMonth | null> {
  const nextMs = nextMonthMs(startMs);
  yield {
    sql: `UPDATE meta SET value = $1 WHERE name = 'statements_month_ms' AND value < $1`,
    values: [nextMs],
  };
  return overBy(nextMs, nowMs);
}

/**
 * Stores a statement with the next number, and its event. `exists`: the account has this statement, or a later one; nothing has changed.
 */
export function* keepStatement(
  input: NewStatement,
  { nowMs }: WriteMoment,
): Writing<{ kind: 'kept'; number: number } | { kind: 'exists' }> {
  const { accountId, month, openingMicros, closingMicros } = input;
  // Concurrent statements wait here, so that this one gets the next number.
  yield { sql: `UPDATE meta SET value = $1 WHERE name = 'statements_kept_at_ms'`, values: [nowMs] };
  const [last] = yield {
    sql: 'SELECT month, to_seq, closing_micros FROM statements WHERE account_id = $1 ORDER BY month DESC LIMIT 1',
    values: [accountId],
  };
  if (!follows(input, last)) return { kind: 'exists' };
  const [account] = yield { sql: 'SELECT * FROM accounts WHERE id = $1', values: [accountId] };
  const [kept] = yield {
    sql: `INSERT INTO statements (number, account_id, month, from_seq, to_seq, opening_micros, closing_micros, document, digest,
                                  closed_at_ms)
          SELECT coalesce(max(number), 0) + 1, $1, $2, $3, $4, $5, $6, $7, $8, $9 FROM statements RETURNING number`,
    values: [
      accountId,
      month,
      input.fromSeq,
      input.toSeq,
      openingMicros,
      closingMicros,
      documentOf(input, account!),
      input.digest,
      nowMs,
    ],
  };
  const number = kept!.number as number;
  const data = { number, month, opening: formatMoney(openingMicros), closing: formatMoney(closingMicros) };
  yield { event: { stream: accountId, type: 'statement.ready', data } };
  return { kind: 'kept', number };
}

/** Whether the statement begins where the account's last one ended. */
function follows({ month, fromSeq, openingMicros }: NewStatement, last: Row | undefined): boolean {
  if (last === undefined) return fromSeq === 1 && openingMicros === 0;
  const isNext = (last.month as string) < month && (last.to_seq as number) + 1 === fromSeq;
  return isNext && toMicros(last.closing_micros as number) === openingMicros;
}

/** Names and taxes as they are now: a statement never changes later. */
function documentOf({ seller, lines }: NewStatement, account: Row): string {
  const buyer = {
    name: account.name,
    title: account.title,
    contact: account.contact,
    address: account.billing_address,
    taxId: account.tax_id,
  };
  return JSON.stringify({ currency: account.currency, seller, buyer, lines });
}

/** Accounts per query batch: two queries for each, so that no other read waits long. */
const DUE_ACCOUNTS = 50;
/** Rows per query: a few megabytes. */
const ENTRY_ROWS = 5_000;

/**
 * Accounts without a statement of this month or a later one, sorted by id, each with the range of entries to state. `next` continues the
 * list.
 */
export function* findDueAccounts({
  month,
  endMs,
  after,
}: {
  month: string;
  endMs: number;
  after: string | null;
}): Reading<{
  accounts: DueAccount[];
  next: string | null;
}> {
  const rows = yield {
    sql: `SELECT a.id FROM accounts a
           WHERE a.id > $1 AND a.created_at_ms < $2
             AND NOT EXISTS (SELECT 1 FROM statements s WHERE s.account_id = a.id AND s.month >= $3)
           ORDER BY a.id LIMIT ${DUE_ACCOUNTS}`,
    values: [after ?? '', endMs, month],
  };
  const accounts: DueAccount[] = [];
  for (const { id } of rows) {
    const due = yield* dueOf(id as string, endMs);
    if (due !== null) accounts.push(due);
  }
  return { accounts, next: rows.length < DUE_ACCOUNTS ? null : (rows.at(-1)!.id as string) };
}

/** Selects entries by number and not by time: if the clock was set back, no entry is left out and none is in two statements. */
function* dueOf(accountId: string, endMs: number): Reading<DueAccount | null> {
  const last = yield* one(
    'SELECT to_seq, closing_micros, digest FROM statements WHERE account_id = $1 ORDER BY month DESC LIMIT 1',
    accountId,
  );
  const fromSeq = ((last?.to_seq ?? 0) as number) + 1;
  const reached = yield* one(
    'SELECT max(seq) AS seq FROM entries WHERE account_id = $1 AND seq >= $2 AND at_ms < $3',
    accountId,
    fromSeq,
    endMs,
  );
  if ((reached?.seq ?? null) === null) return null;
  return {
    accountId,
    fromSeq,
    toSeq: reached!.seq as number,
    openingMicros: toMicros((last?.closing_micros ?? 0) as number),
    digest: (last?.digest ?? NO_ENTRIES_YET) as string,
  };
}

/** The terms of calls whose price had a tier. In a call over many platforms each leg may have a tier, so the call as a whole has none. */
export const TIERED_TERMS = `CASE WHEN c.terms LIKE '%"tier":%' AND c.terms NOT LIKE '%"legs":%' THEN c.terms END`;

export function statedTier({ terms }: Row): number | null {
  return terms === null ? null : (JSON.parse(terms as string) as { tier: ChosenTier }).tier.from;
}

/** Entries after `afterSeq` up to `toSeq`, oldest first, a bounded number. */
export function* readStatedEntries(input: {
  accountId: string;
  afterSeq: number;
  toSeq: number;
}): Reading<StatedEntry[]> {
  const rows = yield {
    sql: `SELECT e.seq, e.kind, e.amount_micros, e.balance_after_micros, e.at_ms, e.call_seq, e.reference, e.actor, e.reason,
                 c.path, c.catalog_version, ${TIERED_TERMS} AS terms
            FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq
           WHERE e.account_id = $1 AND e.seq > $2 AND e.seq <= $3 ORDER BY e.seq LIMIT ${ENTRY_ROWS}`,
    values: [input.accountId, input.afterSeq, input.toSeq],
  };
  return rows.map(statedEntry);
}

function statedEntry(row: Row): StatedEntry {
  return {
    seq: row.seq as number,
    kind: row.kind as EntryKind,
    amountMicros: row.amount_micros as number,
    balanceAfterMicros: row.balance_after_micros as number,
    atMs: row.at_ms as number,
    callSeq: row.call_seq as number | null,
    reference: row.reference as string | null,
    actor: row.actor as string,
    reason: row.reason as string | null,
    path: row.path as string | null,
    catalogVersion: row.catalog_version as number | null,
    tier: statedTier(row),
  };
}

export function readStatement(row: Row): MonthStatement {
  const document = JSON.parse(row.document as string) as Pick<
    MonthStatement,
    'currency' | 'seller' | 'buyer' | 'lines'
  >;
  return {
    number: row.number as number,
    accountId: row.account_id as string,
    month: row.month as string,
    fromSeq: row.from_seq as number,
    toSeq: row.to_seq as number,
    openingMicros: toMicros(row.opening_micros as number),
    closingMicros: toMicros(row.closing_micros as number),
    digest: row.digest as string,
    closedAtMs: row.closed_at_ms as number,
    ...document,
  };
}

export function* findStatement({ number }: { number: number }): Reading<MonthStatement | null> {
  const row = yield* one('SELECT * FROM statements WHERE number = $1', number);
  return row === undefined ? null : readStatement(row);
}

/** Newest first. */
export function* listStatements(
  input: Paging & { accountId?: string; month?: string },
): Reading<Listed<MonthStatement>> {
  const where = new Conditions()
    .addGiven('account_id = ?', input.accountId)
    .addGiven('month = ?', input.month)
    .add('number < ?', input.after === null ? Number.MAX_SAFE_INTEGER : Number(input.after));
  const sql = `SELECT * FROM statements WHERE ${where} ORDER BY number DESC LIMIT ${where.value(input.limit + 1)}`;
  const rows = yield { sql, values: where.values };
  return pageOf(rows.map(readStatement), input.limit, ({ number }) => String(number));
}
