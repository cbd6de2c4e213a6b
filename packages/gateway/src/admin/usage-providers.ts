// Owns the operator's margin: what the attempts at each provider cost, against what the calls they answered earned.
import type { Static } from 'typebox';
import { readDays } from '../account/days.ts';
import { Count, Currency, dayQuery, MoneyText } from '../account/fields.ts';
import { isFailure } from '../domain/failure.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { ProviderUsageRow } from '../storage/storage.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const ProviderUsageView = Type.Object(
  {
    path: Type.String(),
    provider: Type.String(),
    attempts: Count,
    failures: Count,
    average_ms: Type.Integer({ description: 'Mean duration of an attempt.' }),
    cost: MoneyText,
    charged: MoneyText,
    margin: MoneyText,
  },
  { $id: 'ProviderUsage', description: 'Cost and earnings of one provider on one path.' },
);

function view(row: ProviderUsageRow): Static<typeof ProviderUsageView> {
  return {
    path: row.path,
    provider: row.provider,
    attempts: row.attempts,
    failures: row.failures,
    average_ms: Math.round(row.durationMs / row.attempts),
    cost: formatMoney(row.costMicros),
    charged: formatMoney(row.chargedMicros),
    margin: formatMoney(toMicros(row.chargedMicros - row.costMicros)),
  };
}

export const usageProviders = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetProviderUsage',
  method: 'GET',
  path: '/admin/v1/usage/providers',
  summary: 'Cost, earnings and margin by path and provider',
  tag: 'Usage',
  params: Nothing,
  query: Type.Object(dayQuery),
  body: Nothing,
  result: Type.Object({
    from: Type.String(),
    to: Type.String(),
    currency: Currency,
    rows: Type.Array(ProviderUsageView),
  }),
  async run(deps, { query }) {
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const rows = await deps.storage.usage.providers(days);
    return { from: days.fromDay, to: days.toDay, currency: deps.currency, rows: rows.map(view) };
  },
});
