// Owns the operator's margin: what the attempts at each provider cost, against what the calls they answered earned.
import type { Static } from 'typebox';
import { readDays } from '../account/days.ts';
import { Count, Currency, dayQuery, MoneyText } from '../account/fields.ts';
import { isFailure } from '../domain/failure.ts';
import { add, formatMoney, toMicros, ZERO } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { ProviderUsageRow } from '../storage/storage.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

const figures = {
  attempts: Count,
  failures: Count,
  average_ms: Type.Integer({ description: 'Mean duration of an attempt.' }),
  cost: MoneyText,
  charged: MoneyText,
  margin: MoneyText,
};

export const ProviderUsageView = Type.Object(
  { path: Type.String(), provider: Type.String(), ...figures },
  { $id: 'ProviderUsage', description: 'Cost and earnings of one provider on one path.' },
);

export const ProviderTotalView = Type.Object(
  { provider: Type.String(), ...figures },
  { $id: 'ProviderTotal', description: 'Cost and earnings of one provider on all paths.' },
);

type Sums = Omit<ProviderUsageRow, 'path' | 'provider'>;

function figuresOf({ attempts, failures, durationMs, costMicros, chargedMicros }: Sums) {
  return {
    attempts,
    failures,
    average_ms: attempts === 0 ? 0 : Math.round(durationMs / attempts),
    cost: formatMoney(costMicros),
    charged: formatMoney(chargedMicros),
    margin: formatMoney(toMicros(chargedMicros - costMicros)),
  };
}

/** The sum of the rows shown, so the two can never disagree. */
function sumOf(rows: readonly Sums[]): Sums {
  const none: Sums = { attempts: 0, failures: 0, durationMs: 0, costMicros: ZERO, chargedMicros: ZERO };
  return rows.reduce(
    (sum, row) => ({
      attempts: sum.attempts + row.attempts,
      failures: sum.failures + row.failures,
      durationMs: sum.durationMs + row.durationMs,
      costMicros: add(sum.costMicros, row.costMicros),
      chargedMicros: add(sum.chargedMicros, row.chargedMicros),
    }),
    none,
  );
}

function totalsByProvider(rows: readonly ProviderUsageRow[]): Static<typeof ProviderTotalView>[] {
  const byProvider = Map.groupBy(rows, ({ provider }) => provider);
  return [...byProvider]
    .map(([provider, of]) => ({ provider, ...figuresOf(sumOf(of)) }))
    .sort((a, b) => (a.provider < b.provider ? -1 : 1));
}

export const usageProviders = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetProviderUsage',
  method: 'GET',
  path: '/admin/v1/usage/providers',
  summary: 'Cost, earnings and margin by path and provider, and in all',
  tag: 'Usage',
  params: Nothing,
  query: Type.Object({ ...dayQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: Type.Object({
    from: Type.String(),
    to: Type.String(),
    currency: Currency,
    rows: Type.Array(ProviderUsageView),
    providers: Type.Array(ProviderTotalView),
    totals: Type.Object(figures),
  }),
  async run(deps, { query }) {
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const only = account === null ? {} : { accountId: account.id };
    const rows = await deps.storage.usage.providers({ ...only, ...days });
    return {
      from: days.fromDay,
      to: days.toDay,
      currency: deps.currency,
      rows: rows.map(({ path, provider, ...sums }) => ({ path, provider, ...figuresOf(sums) })),
      providers: totalsByProvider(rows),
      totals: figuresOf(sumOf(rows)),
    };
  },
});
