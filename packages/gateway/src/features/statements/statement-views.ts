// How a statement is shown, as JSON and as CSV.

import type { Static } from 'typebox';
import { ENTRY_KINDS } from '../../domain/account.ts';
import { formatTime } from '../../domain/clock.ts';
import { failure } from '../../domain/failure.ts';
import { formatMoney, toMicros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { MonthStatement } from '../../domain/statement.ts';
import { type CsvCell, type CsvForm, csvHead, csvLines } from '../../verb/csv.ts';
import { Currency, nullable, TimeText } from '../../verb/fields.ts';

/** At most nine digits: more statements than there will be, and an integer that every reader can hold. */
export const StatementNumber = Type.String({
  pattern: '^[1-9][0-9]{0,8}$',
  description: 'Number of a statement.',
  examples: ['1'],
});
export const noStatement = failure('NOT_FOUND', 'There is no such statement.');

const Amount = Type.String({ description: 'May be negative.', examples: ['-0.012000'] });
const Words = nullable(Type.String());

const StatementLineView = Type.Object(
  {
    kind: Type.Enum([...ENTRY_KINDS]),
    path: nullable(Type.String({ description: 'Of the calls, for charges and refunds.' })),
    catalog_version: nullable(Type.Integer({ description: 'Of the price list that they were charged by.' })),
    tier: nullable(
      Type.Integer({
        description: 'The number of units after which their tier starts; null for a price without tiers.',
      }),
    ),
    count: Type.Integer({ minimum: 1 }),
    amount: Amount,
  },
  { $id: 'StatementLine' },
);

const summary = {
  number: Type.Integer({ minimum: 1, description: 'Over all statements of this gateway, without a gap.' }),
  account_id: Type.String(),
  month: Type.String({ description: 'UTC.', examples: ['2026-10'] }),
  opening: Amount,
  movements: Amount,
  closing: Amount,
  currency: Currency,
  closed_at: TimeText,
};

export const StatementSummary = Type.Object(summary, { $id: 'StatementSummary' });

export const StatementView = Type.Object(
  {
    ...summary,
    seller: Type.Object({ name: Type.String(), address: Words, tax_id: Words, tax_note: Words }),
    buyer: Type.Object({ name: Type.String(), title: Words, contact: Words, address: Words, tax_id: Words }),
    lines: Type.Array(StatementLineView),
    first_entry: Type.Integer({ description: '`seq` of the first ledger entry in it.' }),
    last_entry: Type.Integer(),
    digest: Type.String({
      description: 'SHA-256 over all entries of the account up to the last, each chained to the one before.',
    }),
  },
  { $id: 'Statement', description: 'What moved in one month. It never changes.' },
);
export type ShownStatement = Static<typeof StatementView>;

export function statementSummary(statement: MonthStatement): Static<typeof StatementSummary> {
  const { openingMicros, closingMicros } = statement;
  return {
    number: statement.number,
    account_id: statement.accountId,
    month: statement.month,
    opening: formatMoney(openingMicros),
    movements: formatMoney(toMicros(closingMicros - openingMicros)),
    closing: formatMoney(closingMicros),
    currency: statement.currency,
    closed_at: formatTime(statement.closedAtMs),
  };
}

export function statementView(statement: MonthStatement): ShownStatement {
  const { seller, buyer } = statement;
  return {
    ...statementSummary(statement),
    seller: { name: seller.name, address: seller.address, tax_id: seller.taxId, tax_note: seller.taxNote },
    buyer: {
      name: buyer.name,
      title: buyer.title,
      contact: buyer.contact,
      address: buyer.address,
      tax_id: buyer.taxId,
    },
    lines: statement.lines.map((line) => ({
      kind: line.kind,
      path: line.path,
      catalog_version: line.catalogVersion,
      tier: line.tier ?? null,
      count: line.count,
      amount: formatMoney(line.amountMicros),
    })),
    first_entry: statement.fromSeq,
    last_entry: statement.toSeq,
    digest: statement.digest,
  };
}

const COLUMNS = [
  'number',
  'month',
  'kind',
  'path',
  'catalog_version',
  'count',
  'amount',
  'currency',
  'tier',
] as const;

/** One row per line, between the opening and the closing balance. */
export const statementCsv: CsvForm = {
  head: () => csvHead(COLUMNS),
  lines: (result) => csvLines(COLUMNS, csvRows((result as { statement: ShownStatement }).statement)),
};

function csvRows(statement: ShownStatement): Record<(typeof COLUMNS)[number], CsvCell>[] {
  const { number, month, currency, opening, closing, lines } = statement;
  const balance = (kind: string, amount: string) => ({
    ...{ number, month, kind, path: null, catalog_version: null, count: null, amount, currency, tier: null },
  });
  const moved = lines.map((line) => ({ number, month, ...line, currency }));
  return [balance('opening', opening), ...moved, balance('closing', closing)];
}
