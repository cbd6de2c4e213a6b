// Owns usage by any two dimensions as operators read it: what calls earned, what they cost and what is left.
import type { Static } from 'typebox';
import { readDays } from '../account/days.ts';
import { Currency, dayQuery, MoneyText, nullable } from '../account/fields.ts';
import { readOrFailure } from '../account/long-read.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, invalid, isFailure } from '../domain/failure.ts';
import { add, formatMoney, toMicros, ZERO } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import {
  type Busy,
  DIMENSIONS,
  type Dimension,
  type SliceResult,
  type UsageSlice,
} from '../storage/storage.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

const DAY_MS = 86_400_000;
const one = DIMENSIONS.join('|');

const figures = {
  calls: Type.Integer({ minimum: 0, description: 'Answered, and charged.' }),
  failures: Type.Integer({ minimum: 0, description: 'Begun and not answered, free.' }),
  charged: MoneyText,
  cost: Type.String({ description: 'Of the attempts, to the operator.', examples: ['0.004000'] }),
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
    ...figures,
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
    totals: Type.Object(figures),
    is_cut: Type.Boolean({ description: 'True when there are more rows than are shown.' }),
  },
  { $id: 'UsageSlices' },
);

function figuresOf({ calls, failures, chargedMicros, costMicros }: Omit<UsageSlice, 'groups' | 'names'>) {
  return {
    calls,
    failures,
    charged: formatMoney(chargedMicros),
    cost: formatMoney(costMicros),
    margin: formatMoney(toMicros(chargedMicros - costMicros)),
  };
}

/** The sum of the rows shown, so the two can never disagree. */
function totalsOf(slices: readonly UsageSlice[]) {
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

/** `account,day`: one or two, each once. */
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
        description: 'One dimension, or two with a comma between.',
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
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const only = account === null ? {} : { accountId: account.id };
    const bounds = { fromMs: Date.parse(days.fromDay), toMs: Date.parse(days.toDay) + DAY_MS };
    const asked = { party: caller.actor, ...only, ...bounds, by };
    const found = slicesOf(await deps.storage.usage.slice(asked));
    if (isFailure(found)) return found;
    return {
      from: days.fromDay,
      to: days.toDay,
      by,
      currency: deps.currency,
      rows: found.slices.map((slice) => ({ groups: slice.groups, names: slice.names, ...figuresOf(slice) })),
      totals: figuresOf(totalsOf(found.slices)),
      is_cut: found.isCut,
    };
  },
});
