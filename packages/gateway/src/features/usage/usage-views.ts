// The query and the report of usage, for accounts and for operators. Totals are computed from the rows shown, so the two never disagree.
import type { Static } from 'typebox';
import { add, formatMoney, ZERO } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { UsageBy, UsageGroup } from '../../storage/storage.ts';
import { Currency, dayQuery, MoneyText, nullable } from '../../verb/fields.ts';

export const usageQuery = {
  ...dayQuery,
  by: Type.Optional(Type.Enum(['day', 'path', 'key'], { default: 'day' })),
};

const figures = {
  calls: Type.Integer({ minimum: 0, description: 'Answered, and charged.' }),
  failures: Type.Integer({
    minimum: 0,
    description:
      'Calls that were opened but not answered; they cost nothing. Calls that were refused before they were opened are not counted.',
  }),
  charged: MoneyText,
};

const UsageRowView = Type.Object(
  {
    group: Type.String({ description: 'The day, path or key id.' }),
    name: nullable(Type.String({ description: 'Of the key, with `by=key`; else null.' })),
    ...figures,
  },
  { $id: 'UsageRow' },
);

export const UsageView = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    by: Type.Enum(['day', 'path', 'key']),
    currency: Currency,
    rows: Type.Array(UsageRowView),
    totals: Type.Object(figures),
  },
  { $id: 'Usage' },
);

interface UsageReport {
  fromDay: string;
  toDay: string;
  by: UsageBy;
  currency: string;
  rows: readonly UsageGroup[];
}

function figuresOf(row: Omit<UsageGroup, 'group' | 'name'>) {
  return { calls: row.calls, failures: row.failures, charged: formatMoney(row.chargedMicros) };
}

function totalsOf(rows: readonly UsageGroup[]): Omit<UsageGroup, 'group' | 'name'> {
  const totals = { calls: 0, failures: 0, chargedMicros: ZERO };
  for (const row of rows) {
    totals.calls += row.calls;
    totals.failures += row.failures;
    totals.chargedMicros = add(totals.chargedMicros, row.chargedMicros);
  }
  return totals;
}

export function usageView(report: UsageReport): Static<typeof UsageView> {
  return {
    from: report.fromDay,
    to: report.toDay,
    by: report.by,
    currency: report.currency,
    rows: report.rows.map((row) => ({ group: row.group, name: row.name, ...figuresOf(row) })),
    totals: figuresOf(totalsOf(report.rows)),
  };
}
