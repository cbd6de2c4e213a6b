// Usage of the caller's account, without the operator's costs.
import { DAY_MS } from '../../domain/duration.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import type { Busy, Dimension, SliceResult } from '../../storage/storage.ts';
import { keyHolder, onlyKeyOf } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Count, Currency, dayQuery, MoneyText, nullable } from '../../verb/fields.ts';
import { readDays, readOrFailure } from '../../verb/reports.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { UsageView, usageQuery, usageView } from './usage-views.ts';

export const usage = verbOf<AccountDeps, AccountCaller>()({
  name: 'getUsage',
  client: 'account.usage',
  method: 'GET',
  path: '/api/account/v1/usage',
  summary: 'Calls and charges of your account, by day, path or key',
  tag: 'Account',
  params: Nothing,
  query: Type.Object(usageQuery),
  body: Nothing,
  result: UsageView,
  async run({ storage, clock }, { query }, caller) {
    const { account } = keyHolder(caller);
    const days = readDays(query, clock.nowMs());
    if (isFailure(days)) return days;
    const by = query.by ?? 'day';
    const keyId = onlyKeyOf(caller!);
    const of = { accountId: account.id, ...(keyId !== null && { keyId }) };
    const rows = await storage.usage.read({ ...of, ...days, by });
    return usageView({ ...days, by, currency: account.currency, rows });
  },
});

/** Dimensions that reveal nothing about providers or other accounts. */
const OWN_DIMENSIONS = [
  'day',
  'key',
  'project',
  'platform',
  'path',
  'failure',
] as const satisfies readonly Dimension[];
const one = OWN_DIMENSIONS.join('|');

const OwnSlice = Type.Object(
  {
    groups: Type.Array(Type.String(), { description: 'A value for each dimension, in their order.' }),
    names: Type.Array(nullable(Type.String()), { description: 'Of keys and projects; else null.' }),
    calls: Count,
    failures: Count,
    charged: MoneyText,
  },
  { $id: 'OwnUsageSlice' },
);

/** One or two different dimensions. */
function readOwnDimensions(text: string): Dimension[] | Failure {
  const by = text.split(',') as Dimension[];
  return new Set(by).size < by.length ? invalid('by', 'takes each dimension once') : by;
}

function ownSlices(read: SliceResult | Busy): Extract<SliceResult, { kind: 'slices' }> | Failure {
  const result = readOrFailure(read);
  if (isFailure(result) || result.kind === 'slices') return result;
  return invalid('from', 'must be later: there are too many calls to count by these dimensions');
}

export const usageBy = verbOf<AccountDeps, AccountCaller>()({
  name: 'sliceUsage',
  client: 'account.usageBy',
  method: 'GET',
  path: '/api/account/v1/usage/by',
  summary: 'Calls and charges of your account by any two dimensions',
  tag: 'Account',
  params: Nothing,
  query: Type.Object({
    ...dayQuery,
    by: Type.Optional(
      Type.String({
        pattern: `^(${one})(,(${one}))?$`,
        default: 'day',
        description: 'One dimension, or two separated by a comma.',
        examples: ['day,key'],
      }),
    ),
  }),
  body: Nothing,
  result: Type.Object({
    from: Type.String(),
    to: Type.String(),
    by: Type.Array(Type.Enum([...OWN_DIMENSIONS])),
    currency: Currency,
    rows: Type.Array(OwnSlice),
    is_cut: Type.Boolean({ description: 'True when there are more rows than are shown.' }),
  }),
  async run({ storage, clock }, { query }, caller) {
    const { account } = keyHolder(caller);
    const days = readDays(query, clock.nowMs());
    if (isFailure(days)) return days;
    const by = readOwnDimensions(query.by ?? 'day');
    if (isFailure(by)) return by;
    const bounds = { fromMs: Date.parse(days.fromDay), toMs: Date.parse(days.toDay) + DAY_MS };
    const keyId = onlyKeyOf(caller!);
    const of = { accountId: account.id, ...(keyId !== null && { keyId }) };
    const asked = { party: account.id, ...of, ...bounds, by };
    const found = ownSlices(await storage.usage.slice(asked));
    if (isFailure(found)) return found;
    return {
      from: days.fromDay,
      to: days.toDay,
      by: by as (typeof OWN_DIMENSIONS)[number][],
      currency: account.currency,
      rows: found.slices.map(({ groups, names, calls, failures, chargedMicros }) => ({
        groups,
        names,
        calls,
        failures,
        charged: formatMoney(chargedMicros),
      })),
      is_cut: found.isCut,
    };
  },
});
