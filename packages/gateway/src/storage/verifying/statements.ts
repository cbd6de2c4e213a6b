// Checks monthly statements: the database adds up each one again from its entries, independently of the code that made it, and the chain
// of digests is built again. The check starts after the last statement that a clean check has covered.
import { chainDigest, type MonthStatement, NO_ENTRIES_YET } from '../../domain/statement.ts';
import { readStatedEntries, readStatement, statedTier, TIERED_TERMS } from '../nouns/statements.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';
import type { Books } from './books.ts';
import type { Differences } from './ledger-differences.ts';

/** The running sum in which a checkpoint keeps the number of the last statement. */
const STATEMENTS_SCOPE = 'statements';
const ROWS = 200;

type Lines = MonthStatement['lines'];

export function* compareStatements(books: Books, differences: Differences): Reading<void> {
  let number = books.sums.get(STATEMENTS_SCOPE) ?? 0;
  for (;;) {
    const rows = yield {
      sql: `SELECT * FROM statements WHERE number > $1 ORDER BY number LIMIT ${ROWS}`,
      values: [number],
    };
    for (const row of rows) {
      differences.compare(row.account_id as string, 'statements count without a gap', ++number, row.number);
      yield* compareStatement(differences, row);
    }
    if (rows.length < ROWS) break;
  }
  if (number > 0) books.sums.set(STATEMENTS_SCOPE, number);
}

function* compareStatement(differences: Differences, row: Row): Reading<void> {
  const statement = readStatement(row);
  const { accountId, fromSeq, toSeq } = statement;
  const compare = (check: string, expected: unknown, found: unknown) =>
    differences.compare(accountId, `statement ${statement.number}: ${check}`, expected, found);
  const before = yield* one(
    'SELECT to_seq, closing_micros, digest FROM statements WHERE account_id = $1 AND from_seq < $2 ORDER BY from_seq DESC LIMIT 1',
    accountId,
    fromSeq,
  );
  compare('it begins where the last one ended', ((before?.to_seq ?? 0) as number) + 1, fromSeq);
  compare('it opens with the balance before', before?.closing_micros ?? 0, statement.openingMicros);
  const last = yield* one(
    'SELECT balance_after_micros FROM entries WHERE account_id = $1 AND seq = $2',
    accountId,
    toSeq,
  );
  compare('it closes with the balance after', last?.balance_after_micros ?? null, statement.closingMicros);
  const sums = yield* sumsOf(accountId, fromSeq, toSeq, isByTier(statement.lines));
  compare('its lines are its entries', sums, linesText(statement.lines));
  const digest = yield* digestOver(accountId, fromSeq, toSeq, (before?.digest ?? NO_ENTRIES_YET) as string);
  compare('its digest is that of its entries', digest, statement.digest);
}

/** Older statements do not split lines by tier; they are added up without tiers. */
const isByTier = (lines: Lines) => lines.every(({ tier }) => tier !== undefined);

function* sumsOf(accountId: string, fromSeq: number, toSeq: number, byTier: boolean): Reading<string> {
  const terms = byTier ? TIERED_TERMS : 'NULL';
  const rows = yield {
    sql: `SELECT e.kind, c.path, c.catalog_version, ${terms} AS terms, count(*) AS n,
                 CAST(sum(e.amount_micros) AS bigint) AS amount
            FROM entries e LEFT JOIN calls c ON c.seq = e.call_seq
           WHERE e.account_id = $1 AND e.seq >= $2 AND e.seq <= $3
           GROUP BY e.kind, c.path, c.catalog_version${byTier ? `, ${TIERED_TERMS}` : ''}`,
    values: [accountId, fromSeq, toSeq],
  };
  const lines = Map.groupBy(rows, (row) => nameOf(row.kind, row.path, row.catalog_version, statedTier(row)));
  const sum = (of: Row[], column: string) => of.reduce((total, row) => total + (row[column] as number), 0);
  return textOf([...lines].map(([name, of]) => [name, sum(of, 'n'), sum(of, 'amount')]));
}

function linesText(lines: Lines): string {
  return textOf(
    lines.map(({ kind, path, catalogVersion, tier = null, count, amountMicros }) => [
      nameOf(kind, path, catalogVersion, tier),
      count,
      amountMicros,
    ]),
  );
}

const nameOf = (...words: unknown[]) => JSON.stringify(words);

const textOf = (lines: readonly unknown[][]) =>
  lines
    .map((line) => JSON.stringify(line))
    .sort()
    .join(' ');

function* digestOver(accountId: string, fromSeq: number, toSeq: number, before: string): Reading<string> {
  let digest = before;
  for (let afterSeq = fromSeq - 1; afterSeq < toSeq; ) {
    const entries = yield* readStatedEntries({ accountId, afterSeq, toSeq });
    for (const entry of entries) digest = chainDigest(digest, entry);
    if (entries.length === 0) break;
    afterSeq = entries.at(-1)!.seq;
  }
  return digest;
}
