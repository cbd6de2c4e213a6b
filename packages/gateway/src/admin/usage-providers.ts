// Owns the operator's margin: what the attempts at each provider cost, against what the calls they answered earned.
import type { Static } from 'typebox';
import { readDays } from '../account/days.ts';
import { Count, Currency, dayQuery, MoneyText } from '../account/fields.ts';
import { readOrFailure } from '../account/long-read.ts';
import { isFailure } from '../domain/failure.ts';
import { add, formatMoney, type Micros, toMicros, ZERO } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { ProviderClaim, ProviderUsageRow } from '../storage/storage.ts';
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
  complaints: Type.Integer({
    minimum: 0,
    description: 'Answers of this provider that were refunded after a complaint.',
  }),
  refunded: Type.String({ description: 'Given back for them to callers.', examples: ['0.012000'] }),
  claim: Type.String({
    description: 'What those answers cost: to be claimed back from the provider.',
    examples: ['0.004000'],
  }),
};

export const ProviderUsageView = Type.Object(
  { path: Type.String(), provider: Type.String(), ...figures },
  { $id: 'ProviderUsage', description: 'Cost and earnings of one provider on one path.' },
);

export const ProviderTotalView = Type.Object(
  { provider: Type.String(), ...figures },
  { $id: 'ProviderTotal', description: 'Cost and earnings of one provider on all paths.' },
);

type Row = ProviderUsageRow & Claimed;
type Sums = Omit<Row, 'path' | 'provider'>;
interface Claimed {
  complaints: number;
  refundedMicros: Micros;
  claimMicros: Micros;
}

const NO_CLAIM: Claimed = { complaints: 0, refundedMicros: ZERO, claimMicros: ZERO };
const NO_USAGE = { attempts: 0, failures: 0, durationMs: 0, costMicros: ZERO, chargedMicros: ZERO };

/** A row for each path and provider that was asked, or that something is to be claimed from. */
function withClaims(usage: readonly ProviderUsageRow[], claims: readonly ProviderClaim[]): Row[] {
  const rows = new Map<string, Row>();
  const nameOf = ({ path, provider }: { path: string; provider: string }) => `${path} ${provider}`;
  for (const row of usage) rows.set(nameOf(row), { ...NO_CLAIM, ...row });
  for (const { path, provider, complaints, refundedMicros, costMicros } of claims) {
    const row = rows.get(nameOf({ path, provider })) ?? { path, provider, ...NO_USAGE, ...NO_CLAIM };
    rows.set(nameOf(row), { ...row, complaints, refundedMicros, claimMicros: costMicros });
  }
  return [...rows.values()];
}

function figuresOf({ attempts, failures, durationMs, costMicros, chargedMicros, ...claimed }: Sums) {
  return {
    attempts,
    failures,
    average_ms: attempts === 0 ? 0 : Math.round(durationMs / attempts),
    cost: formatMoney(costMicros),
    charged: formatMoney(chargedMicros),
    margin: formatMoney(toMicros(chargedMicros - costMicros)),
    complaints: claimed.complaints,
    refunded: formatMoney(claimed.refundedMicros),
    claim: formatMoney(claimed.claimMicros),
  };
}

/** The sum of the rows shown, so the two can never disagree. */
function sumOf(rows: readonly Sums[]): Sums {
  return rows.reduce(
    (sum, row) => ({
      attempts: sum.attempts + row.attempts,
      failures: sum.failures + row.failures,
      durationMs: sum.durationMs + row.durationMs,
      costMicros: add(sum.costMicros, row.costMicros),
      chargedMicros: add(sum.chargedMicros, row.chargedMicros),
      complaints: sum.complaints + row.complaints,
      refundedMicros: add(sum.refundedMicros, row.refundedMicros),
      claimMicros: add(sum.claimMicros, row.claimMicros),
    }),
    { ...NO_USAGE, ...NO_CLAIM },
  );
}

function totalsByProvider(rows: readonly Row[]): Static<typeof ProviderTotalView>[] {
  const byProvider = Map.groupBy(rows, ({ provider }) => provider);
  return [...byProvider]
    .map(([provider, of]) => ({ provider, ...figuresOf(sumOf(of)) }))
    .sort((a, b) => (a.provider < b.provider ? -1 : 1));
}

export const usageProviders = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetProviderUsage',
  method: 'GET',
  path: '/admin/v1/usage/providers',
  summary: 'Cost, earnings, margin and what to claim back, by path and provider, and in all',
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
  async run(deps, { query }, caller) {
    const { storage } = deps;
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const only = account === null ? {} : { accountId: account.id };
    const usage =
      account === null
        ? await storage.usage.providers(days)
        : readOrFailure(
            await storage.usage.providersOf({ party: caller.actor, accountId: account.id, ...days }),
          );
    if (isFailure(usage)) return usage;
    const rows = withClaims(usage, await storage.complaints.claims({ ...only, ...days }));
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
