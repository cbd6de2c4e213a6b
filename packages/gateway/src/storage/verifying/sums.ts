// Comparisons at the end of a check: balances, holds, usage, running sums, refunds and complaints. It reads the tables that must agree
// with the sums, and changes nothing.

import type { Micros } from '../../domain/money.ts';
import { partsOf } from '../../domain/text/parts-of.ts';
import type { Reading, Row } from '../steps/reading.ts';
import type { AccountBook, Books } from './books.ts';
import { freeScope, TIER_SCOPES, tierScope } from './calls-pass.ts';
import type { Differences } from './ledger-differences.ts';

type AccountRows = ReadonlyMap<string, Row>;

const LISTED = 200;
/** How many calls without a charge are named in the report. */
const NAMED = 20;

export function* compareAccounts(
  books: Books,
  differences: Differences,
  accounts: AccountRows,
): Reading<{ accounts: number; heldMicros: Micros; balanceMicros: Micros }> {
  const open = yield* openHolds();
  let heldMicros = 0;
  let balanceMicros = 0;
  for (const [id, row] of accounts) {
    const book = books.of(id);
    differences.compare(id, 'balance equals the sum of entries', book.balanceMicros, row.balance_micros);
    differences.compare(id, 'last entry number', book.entrySeq, row.entry_seq);
    differences.compare(id, 'held equals the sum of open holds', open.get(id) ?? 0, row.held_micros);
    if (book.charges !== book.settled + book.settledLater) yield* nameUncharged(differences, book);
    heldMicros += row.held_micros as number;
    balanceMicros += row.balance_micros as number;
  }
  for (const id of books.accounts.keys())
    if (!accounts.has(id)) differences.compare(id, 'account of entries or calls', 'there', 'gone');
  return {
    accounts: accounts.size,
    heldMicros: heldMicros as Micros,
    balanceMicros: balanceMicros as Micros,
  };
}

function* openHolds(): Reading<Map<string, number>> {
  const rows = yield {
    sql: `SELECT account_id, CAST(sum(price_micros) AS bigint) AS open_micros FROM calls WHERE state = 'held' GROUP BY account_id`,
    values: [],
  };
  return new Map(rows.map((row) => [row.account_id as string, row.open_micros as number]));
}

/**
 * Every charge was found to belong to a settled call, and a call has at most one charge. So if the counts differ, some settled calls have
 * no charge.
 */
function* nameUncharged(differences: Differences, book: AccountBook): Reading<void> {
  const rows = yield {
    sql: `SELECT c.request_id, c.charged_micros FROM calls c
           WHERE c.account_id = $1 AND c.state = 'settled'
             AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.call_seq = c.seq AND e.kind = 'charge') LIMIT ${NAMED}`,
    values: [book.accountId],
  };
  for (const { request_id, charged_micros } of rows)
    differences.compare(
      book.accountId,
      `settled call has its charge (${request_id})`,
      -(charged_micros as number),
      null,
    );
  const settled = book.settled + book.settledLater;
  differences.compare(book.accountId, 'settled calls equal charges in the ledger', settled, book.charges);
}

/** Usage must show the same number of calls and the same sum as the ledger. */
export function* compareUsage(books: Books, differences: Differences, accounts: AccountRows): Reading<void> {
  const rows = yield {
    sql: `SELECT account_id, CAST(sum(calls) AS bigint) AS calls, CAST(sum(charged_micros) AS bigint) AS charged
            FROM (SELECT account_id, calls, charged_micros FROM usage_days UNION ALL
                  SELECT account_id, calls, charged_micros FROM usage_carried) AS kept_and_carried GROUP BY account_id`,
    values: [],
  };
  const usage = new Map(rows.map((row) => [row.account_id as string, row]));
  for (const id of accounts.keys()) {
    const { charges, chargedMicros } = books.of(id);
    const { calls = 0, charged = 0 } = usage.get(id) ?? {};
    differences.compare(id, 'calls in usage equal charges in the ledger', charges, calls);
    differences.compare(id, 'amount in usage equals charges in the ledger', chargedMicros, charged);
  }
}

/** All refunds of a call together must not exceed its charge. */
export function* compareRefunds(differences: Differences, refunded: ReadonlySet<number>): Reading<void> {
  for (const values of partsOf([...refunded], LISTED)) {
    const rows = yield {
      sql: `SELECT c.account_id, c.request_id, c.charged_micros AS expected, CAST(sum(e.amount_micros) AS bigint) AS found
              FROM entries e JOIN calls c ON c.seq = e.call_seq
             WHERE e.kind = 'refund' AND e.call_seq IN (${values.map((_, i) => `$${i + 1}`).join(', ')})
             GROUP BY c.seq, c.account_id, c.request_id, c.charged_micros HAVING sum(e.amount_micros) > c.charged_micros`,
      values,
    };
    for (const { account_id, request_id, expected, found } of rows)
      differences.compare(
        account_id as string,
        `refunds stay within the charge (${request_id})`,
        expected,
        found,
      );
  }
}

/** Compares the running sums: of projects, of keys with a total cap, and of days with free calls. */
export function* compareSums(books: Books, differences: Differences): Reading<void> {
  const projects = yield {
    sql: `SELECT p.account_id, p.id, s.total_micros FROM projects p LEFT JOIN spend s ON s.scope = 'project_id:' || p.id`,
    values: [],
  };
  for (const { account_id, id, total_micros } of projects) {
    const check = `running sum of the project equals its charges (${id})`;
    differences.compare(account_id as string, check, books.sumOf(`project_id:${id}`), total_micros);
  }
  const keys = yield {
    sql: `SELECT k.account_id, k.id, s.total_micros FROM keys k LEFT JOIN spend s ON s.scope = 'key_id:' || k.id
           WHERE k.total_cap_micros IS NOT NULL`,
    values: [],
  };
  for (const { account_id, id, total_micros } of keys) {
    const check = `running sum of the key equals its charges (${id})`;
    differences.compare(account_id as string, check, books.sumOf(`key_id:${id}`), total_micros);
  }
  // Old days may have been purged; those that are left must be right.
  const days = yield { sql: 'SELECT account_id, day, path, used FROM free_days', values: [] };
  for (const { account_id, day, path, used } of days) {
    const counted = books.sumOf(freeScope(account_id, day, path));
    differences.compare(account_id as string, `free calls of ${path} on ${day}`, counted, used);
  }
  yield* compareTierCounts(books, differences);
}

/** Months are never purged: a missing count is as wrong as one that is too high. */
function* compareTierCounts(books: Books, differences: Differences): Reading<void> {
  const rows = yield { sql: 'SELECT account_id, month, path, used FROM tier_months', values: [] };
  const found = new Map(rows.map((row) => [tierScope(row.account_id, row.month, row.path), row.used]));
  const scopes = [...found.keys(), ...books.sums.keys(), ...books.sumsLater.keys()];
  for (const scope of new Set(scopes.filter((name) => name.startsWith(TIER_SCOPES)))) {
    const [accountId, month, path] = JSON.parse(scope.slice(TIER_SCOPES.length)) as string[];
    const check = `charged units of ${path} in ${month}`;
    differences.compare(accountId!, check, books.sumOf(scope), found.get(scope) ?? 0);
  }
}

export function* compareComplaints(differences: Differences): Reading<void> {
  const rows = yield {
    sql: `SELECT c.account_id, c.id, c.refunded_micros AS expected, CAST(coalesce(sum(e.amount_micros), 0) AS bigint) AS found
            FROM complaints c
            LEFT JOIN entries e ON e.kind = 'refund' AND e.call_seq = c.call_seq AND e.reference = 'complaint:' || c.id
           GROUP BY c.account_id, c.id, c.refunded_micros`,
    values: [],
  };
  for (const { account_id, id, expected, found } of rows)
    differences.compare(
      account_id as string,
      `complaint has its refund entry and no other (${id})`,
      expected,
      found,
    );
}
