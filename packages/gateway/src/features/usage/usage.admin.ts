// Usage for operators: by day, path or key, by any two dimensions, and by provider with cost and margin.

import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { add, formatMoney, type Micros, toMicros, ZERO } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import {
  type Busy,
  DIMENSIONS,
  type Dimension,
  type ProviderComplaints,
  type ProviderUsageRow,
  type SliceResult,
  type UsageSlice,
} from '../../storage/storage.ts';
import { type CsvCell, type CsvForm, csvHead, csvLines } from '../../verb/csv.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AccountRef, Count, Currency, dayQuery, MoneyText, nullable } from '../../verb/fields.ts';
import { readDays, readOrFailure } from '../../verb/reports.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { onlyAccount } from '../accounts/account-views.ts';
import { UsageView, usageQuery, usageView } from './usage-views.ts';

export const usageRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetUsage',
  method: 'GET',
  path: '/admin/v1/usage',
  summary: 'Calls and charges by day, path or key',
  tag: 'Usage',
  params: Nothing,
  query: Type.Object({ ...usageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: UsageView,
  async run(deps, { query }) {
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const by = query.by ?? 'day';
    const rows = await deps.storage.usage.read({ ...only, ...days, by });
    return usageView({ ...days, by, currency: deps.currency, rows });
  },
});

const one = DIMENSIONS.join('|');

const sliceFigures = {
  calls: Type.Integer({ minimum: 0, description: 'Answered, and charged.' }),
  failures: Type.Integer({
    minimum: 0,
    description: 'Calls that were opened but not answered; they cost nothing.',
  }),
  charged: MoneyText,
  cost: Type.String({ description: 'What the attempts cost the operator.', examples: ['0.004000'] }),
  margin: Type.String({
    description: 'Charged less cost; refunds are not taken off.',
    examples: ['0.008000'],
  }),
};

const SliceView = Type.Object(
  {
    groups: Type.Array(Type.String(), {
      description: 'A value for each dimension, in their order; empty for calls that have none.',
    }),
    names: Type.Array(nullable(Type.String()), { description: 'Of accounts, keys and projects; else null.' }),
    ...sliceFigures,
  },
  { $id: 'UsageSlice' },
);

export const UsageSlicesView = Type.Object(
  {
    from: Type.String(),
    to: Type.String(),
    by: Type.Array(Type.Enum([...DIMENSIONS])),
    currency: Currency,
    rows: Type.Array(SliceView),
    totals: Type.Object(sliceFigures),
    is_cut: Type.Boolean({ description: 'True when there are more rows than are shown.' }),
  },
  { $id: 'UsageSlices' },
);

function sliceFiguresOf({
  calls,
  failures,
  chargedMicros,
  costMicros,
}: Omit<UsageSlice, 'groups' | 'names'>) {
  return {
    calls,
    failures,
    charged: formatMoney(chargedMicros),
    cost: formatMoney(costMicros),
    margin: formatMoney(toMicros(chargedMicros - costMicros)),
  };
}

/** Computed from the rows shown, so the two never disagree. */
function sliceTotalsOf(slices: readonly UsageSlice[]) {
  const none = { calls: 0, failures: 0, chargedMicros: ZERO, costMicros: ZERO };
  return slices.reduce(
    (sum, slice) => ({
      calls: sum.calls + slice.calls,
      failures: sum.failures + slice.failures,
      chargedMicros: add(sum.chargedMicros, slice.chargedMicros),
      costMicros: add(sum.costMicros, slice.costMicros),
    }),
    none,
  );
}

/** `account,day`: one or two different dimensions. */
function readDimensions(text: string): Dimension[] | Failure {
  const by = text.split(',') as Dimension[];
  if (by.length > 2 || new Set(by).size < by.length)
    return invalid('by', 'takes one or two dimensions, each once');
  const unknown = by.find((dimension) => !DIMENSIONS.includes(dimension));
  return unknown === undefined ? by : invalid('by', `takes ${DIMENSIONS.join(', ')}`);
}

function slicesOf(read: SliceResult | Busy): Extract<SliceResult, { kind: 'slices' }> | Failure {
  const result = readOrFailure(read);
  if (isFailure(result) || result.kind === 'slices') return result;
  if (result.kind === 'too_old')
    return invalid(
      'from',
      `must be within eight days of \`to\` by the hour; hours are kept since ${formatTime(result.keptFromMs)}`,
    );
  return invalid(
    'from',
    `must be later: these dimensions are counted from calls, and there are more than ${result.calls}`,
  );
}

export const usageSlice = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminSliceUsage',
  method: 'GET',
  path: '/admin/v1/usage/by',
  summary: 'Calls, charges, cost and margin by any two dimensions',
  tag: 'Usage',
  params: Nothing,
  query: Type.Object({
    ...dayQuery,
    by: Type.Optional(
      Type.String({
        pattern: `^(${one})(,(${one}))?$`,
        default: 'day',
        description: 'One dimension, or two separated by a comma.',
        examples: ['account,day'],
      }),
    ),
    account: Type.Optional(AccountRef),
  }),
  body: Nothing,
  result: UsageSlicesView,
  async run(deps, { query }, caller): Promise<Static<typeof UsageSlicesView> | Failure> {
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const by = readDimensions(query.by ?? 'day');
    if (isFailure(by)) return by;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const bounds = { fromMs: Date.parse(days.fromDay), toMs: Date.parse(days.toDay) + DAY_MS };
    const asked = { party: caller.actor, ...only, ...bounds, by };
    const found = slicesOf(await deps.storage.usage.slice(asked));
    if (isFailure(found)) return found;
    return {
      from: days.fromDay,
      to: days.toDay,
      by,
      currency: deps.currency,
      rows: found.slices.map((slice) => ({
        groups: slice.groups,
        names: slice.names,
        ...sliceFiguresOf(slice),
      })),
      totals: sliceFiguresOf(sliceTotalsOf(found.slices)),
      is_cut: found.isCut,
    };
  },
});

type Slices = Static<typeof UsageSlicesView>;
const SUMS = ['calls', 'failures', 'charged', 'cost', 'margin', 'currency'];

/** Each dimension has a column for its id and one for its name; then come the sums. */
const sliceColumns = ({ by }: Slices) => [...by.flatMap((one) => [one, `${one}_name`]), ...SUMS];

function sliceRow({ by, currency }: Slices, row: Slices['rows'][number]): Record<string, CsvCell> {
  const cells: Record<string, CsvCell> = { ...row, groups: null, names: null, currency };
  for (const [i, one] of by.entries()) {
    cells[one] = row.groups[i] ?? '';
    cells[`${one}_name`] = row.names[i] ?? '';
  }
  return cells;
}

export const slicesCsv: CsvForm = {
  head: (result) => csvHead(sliceColumns(result as Slices)),
  lines: (result) => {
    const slices = result as Slices;
    return csvLines(
      sliceColumns(slices),
      slices.rows.map((row) => sliceRow(slices, row)),
    );
  },
};

const providerFigures = {
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

const ProviderUsageView = Type.Object(
  { path: Type.String(), provider: Type.String(), ...providerFigures },
  { $id: 'ProviderUsage', description: 'Cost and earnings of one provider on one path.' },
);

const ProviderTotalView = Type.Object(
  { provider: Type.String(), ...providerFigures },
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

/** One row for each path and provider that was asked, or that owes the operator a claim. */
function withClaims(usage: readonly ProviderUsageRow[], claims: readonly ProviderComplaints[]): Row[] {
  const rows = new Map<string, Row>();
  const nameOf = ({ path, provider }: { path: string; provider: string }) => `${path} ${provider}`;
  for (const row of usage) rows.set(nameOf(row), { ...NO_CLAIM, ...row });
  for (const { path, provider, complaints, refundedMicros, costMicros } of claims) {
    const row = rows.get(nameOf({ path, provider })) ?? { path, provider, ...NO_USAGE, ...NO_CLAIM };
    rows.set(nameOf(row), { ...row, complaints, refundedMicros, claimMicros: costMicros });
  }
  return [...rows.values()];
}

function providerFiguresOf({ attempts, failures, durationMs, costMicros, chargedMicros, ...claimed }: Sums) {
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

/** Computed from the rows shown, so the two never disagree. */
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
    .map(([provider, of]) => ({ provider, ...providerFiguresOf(sumOf(of)) }))
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
    totals: Type.Object(providerFigures),
  }),
  async run(deps, { query }, caller) {
    const { storage } = deps;
    const days = readDays(query, deps.clock.nowMs());
    if (isFailure(days)) return days;
    const only = await onlyAccount(deps, query.account);
    if (isFailure(only)) return only;
    const { accountId } = only;
    const usage =
      accountId === undefined
        ? await storage.usage.providers(days)
        : readOrFailure(await storage.usage.providersOf({ party: caller.actor, accountId, ...days }));
    if (isFailure(usage)) return usage;
    const rows = withClaims(usage, await storage.complaints.sums({ ...only, ...days }));
    return {
      from: days.fromDay,
      to: days.toDay,
      currency: deps.currency,
      rows: rows.map(({ path, provider, ...sums }) => ({ path, provider, ...providerFiguresOf(sums) })),
      providers: totalsByProvider(rows),
      totals: providerFiguresOf(sumOf(rows)),
    };
  },
});
