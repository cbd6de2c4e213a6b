// Owns `ledger verify`: folds every entry from the first and compares the result with balances, holds, calls, prices
// and usage. It reads one snapshot, changes nothing and shares no arithmetic with the verbs that wrote the rows.
import type { CatalogDraft } from '../../domain/catalog.ts';
import type { Micros } from '../../domain/money.ts';
import {
  comparePrice,
  compareTerms,
  Differences,
  type Fold,
  FreeCalls,
  foldEntry,
} from '../ledger-differences.ts';
import type { Row } from '../rows.ts';
import type { LedgerReport } from '../storage.ts';
import { SUM_CHECKS } from '../sum-checks.ts';
import { allCatalogs } from './catalog.ts';
import type { VerbContext } from './verb-context.ts';

export function verifyLedger(context: VerbContext): LedgerReport {
  return context.db.transaction('deferred', () => {
    const differences = new Differences();
    const folded = foldEntries(context, differences);
    const sums = compareAccounts(context, differences, folded.accounts);
    compareChargesWithCalls(context, differences);
    compareUsage(context, differences);
    compareSums(context, differences);
    const calls = comparePrices(context, differences);
    return {
      ...sums,
      entries: folded.entries,
      calls,
      differences: differences.shown,
      differenceCount: differences.count,
    };
  });
}

function foldEntries({ db }: VerbContext, differences: Differences) {
  const accounts = new Map<string, Fold>();
  let entries = 0;
  for (const row of db.iterate(
    'SELECT account_id, seq, amount_micros, balance_after_micros FROM entries ORDER BY account_id, seq',
  )) {
    entries++;
    foldEntry(differences, accounts, row);
  }
  return { accounts, entries };
}

function compareAccounts({ db }: VerbContext, differences: Differences, folds: Map<string, Fold>) {
  let accounts = 0;
  let heldMicros = 0;
  let balanceMicros = 0;
  for (const row of db.iterate(
    `SELECT id, balance_micros, held_micros, entry_seq,
            (SELECT coalesce(sum(price_micros), 0) FROM calls WHERE account_id = a.id AND state = 'held') AS open_micros
       FROM accounts a`,
  )) {
    accounts++;
    const id = row.id as string;
    const fold = folds.get(id) ?? { seq: 0, balanceMicros: 0 };
    differences.compare(id, 'balance equals the sum of entries', fold.balanceMicros, row.balance_micros);
    differences.compare(id, 'last entry number', fold.seq, row.entry_seq);
    differences.compare(id, 'held equals the sum of open holds', row.open_micros, row.held_micros);
    heldMicros += row.held_micros as number;
    balanceMicros += row.balance_micros as number;
  }
  return { accounts, heldMicros: heldMicros as Micros, balanceMicros: balanceMicros as Micros };
}

/** One charge per settled call and none without, of the call's amount and account; no refund above its charge. */
function compareChargesWithCalls({ db }: VerbContext, differences: Differences): void {
  const report = (check: string, rows: Iterable<Row>) => {
    for (const row of rows) {
      differences.compare(row.account_id as string, `${check} (${row.request_id})`, row.expected, row.found);
    }
  };
  report(
    'settled call has its charge',
    db.iterate(
      `SELECT c.account_id, c.request_id, -c.charged_micros AS expected, e.amount_micros AS found
         FROM calls c LEFT JOIN entries e ON e.call_seq = c.seq AND e.kind = 'charge' AND e.account_id = c.account_id
        WHERE c.state = 'settled' AND e.amount_micros IS NOT -c.charged_micros`,
    ),
  );
  report(
    'charge belongs to a settled call',
    db.iterate(
      `SELECT e.account_id, c.request_id, 'settled' AS expected, coalesce(c.state, 'no call') AS found
         FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq
        WHERE e.kind = 'charge' AND c.state IS NOT 'settled'`,
    ),
  );
  report(
    'refunds stay within the charge',
    db.iterate(
      `SELECT e.account_id, c.request_id, c.charged_micros AS expected, sum(e.amount_micros) AS found
         FROM entries e JOIN calls c ON c.seq = e.call_seq
        WHERE e.kind = 'refund' GROUP BY e.call_seq HAVING sum(e.amount_micros) > c.charged_micros`,
    ),
  );
}

/** Usage is the ledger seen from the side: the same number of calls, the same sum. */
function compareUsage({ db }: VerbContext, differences: Differences): void {
  for (const row of db.iterate(
    `SELECT a.id, coalesce(u.calls, 0) AS usage_calls, coalesce(u.charged, 0) AS usage_charged,
            coalesce(e.calls, 0) AS entry_calls, coalesce(e.charged, 0) AS entry_charged
       FROM accounts a
       LEFT JOIN (SELECT account_id, sum(calls) AS calls, sum(charged_micros) AS charged
                    FROM (SELECT account_id, calls, charged_micros FROM usage_days UNION ALL
                          SELECT account_id, calls, charged_micros FROM usage_carried) AS kept_and_carried
                   GROUP BY account_id) u ON u.account_id = a.id
       LEFT JOIN (SELECT account_id, count(*) AS calls, -sum(amount_micros) AS charged
                    FROM entries WHERE kind = 'charge' GROUP BY account_id) e ON e.account_id = a.id`,
  )) {
    const id = row.id as string;
    differences.compare(id, 'calls in usage equal charges in the ledger', row.entry_calls, row.usage_calls);
    differences.compare(
      id,
      'amount in usage equals charges in the ledger',
      row.entry_charged,
      row.usage_charged,
    );
  }
}

/** What was added up on the way is added up again. */
function compareSums({ db }: VerbContext, differences: Differences): void {
  for (const [check, sql] of Object.entries(SUM_CHECKS)) {
    for (const { account_id, name, expected, found } of db.iterate(sql)) {
      differences.compare(account_id as string, `${check} (${name})`, expected, found);
    }
  }
}

/** One price each; calls with terms are looked at one by one. */
function comparePrices(context: VerbContext, differences: Differences): number {
  const catalogs = new Map<number, CatalogDraft>(allCatalogs(context).map((c) => [c.version, c]));
  const free = new FreeCalls();
  let calls = 0;
  for (const row of context.db.iterate(
    `SELECT account_id, path, catalog_version, price_micros, count(*) AS n FROM calls WHERE terms IS NULL
      GROUP BY account_id, path, catalog_version, price_micros`,
  )) {
    calls += row.n as number;
    comparePrice(differences, catalogs.get(row.catalog_version as number), row);
  }
  for (const row of context.db.iterate(
    `SELECT account_id, request_id, path, catalog_version, state, price_micros, charged_micros, source, terms, delivered
       FROM calls WHERE terms IS NOT NULL`,
  )) {
    calls++;
    compareTerms(differences, catalogs.get(row.catalog_version as number), row);
    free.add(row);
  }
  for (const row of context.db.iterate('SELECT account_id, day, path, used FROM free_days')) {
    free.compare(differences, row);
  }
  return calls;
}
