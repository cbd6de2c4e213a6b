// Owns the looks at statements and at what the next ones are made of.
import type { EntryKind } from '../../domain/account.ts';
import { toMicros } from '../../domain/money.ts';
import { type MonthStatement, NO_ENTRIES_YET, type StatedEntry } from '../../domain/statement.ts';
import type { ChosenTier } from '../../domain/tiers.ts';
import type { Listed } from '../listed.ts';
import { pageOf } from '../paging.ts';
import type { Row } from '../rows.ts';
import type { DueAccount, StatementVerbs } from '../statement-verbs.ts';
import { Conditions, one, type Reading } from './reading.ts';

type Input<V extends keyof StatementVerbs> = Parameters<StatementVerbs[V]>[0];
type Result<V extends keyof StatementVerbs> = Awaited<ReturnType<StatementVerbs[V]>>;

/** Accounts of one look: two statements for each, so that no other read waits long. */
const DUE_ACCOUNTS = 50;
/** Some megabytes. */
const ENTRY_ROWS = 5_000;

export function* findDueAccounts({ month, endMs, after }: Input<'due'>): Reading<Result<'due'>> {
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

/** By number and not by time: a clock that was set back leaves no entry out, and none is in two. */
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

/** The terms of calls whose price had a tier. Of a call over many platforms each leg may have one, so the whole has none. */
export const TIERED_TERMS = `CASE WHEN c.terms LIKE '%"tier":%' AND c.terms NOT LIKE '%"legs":%' THEN c.terms END`;

export function statedTier({ terms }: Row): number | null {
  return terms === null ? null : (JSON.parse(terms as string) as { tier: ChosenTier }).tier.from;
}

export function* readStatedEntries(input: Input<'entries'>): Reading<StatedEntry[]> {
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

export function* findStatement({ number }: Input<'find'>): Reading<MonthStatement | null> {
  const row = yield* one('SELECT * FROM statements WHERE number = $1', number);
  return row === undefined ? null : readStatement(row);
}

export function* listStatements(input: Input<'list'>): Reading<Listed<MonthStatement>> {
  const where = new Conditions()
    .addGiven('account_id = ?', input.accountId)
    .addGiven('month = ?', input.month)
    .add('number < ?', input.after === null ? Number.MAX_SAFE_INTEGER : Number(input.after));
  const sql = `SELECT * FROM statements WHERE ${where} ORDER BY number DESC LIMIT ${where.value(input.limit + 1)}`;
  const rows = yield { sql, values: where.values };
  return pageOf(rows.map(readStatement), input.limit, ({ number }) => String(number));
}
