// Owns what a caller says about recharges: below which balance the saved card is asked, up to what, and how much in a month at most.
// A key that has a cap of its own may not touch the card behind all of them.
import type { Static } from 'typebox';
import { type Failure, failure, invalid, isFailure } from '../domain/failure.ts';
import { hasCaps } from '../domain/key-rights.ts';
import { formatMoney } from '../domain/money.ts';
import { PAUSE_REASONS, type RechargePlan } from '../domain/payment.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AmountBounds } from '../payments/payments.ts';
import type { RechargeStandingOf } from '../storage/storage.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { Currency, MoneyText, nullable } from './fields.ts';
import { AmountInput, readAmount } from './input-fields.ts';
import { keyHolder } from './key-holder.ts';
import { callerActor } from './own-keys.ts';

export const RechargeView = Type.Object(
  {
    below: nullable(MoneyText),
    up_to: nullable(MoneyText),
    month_max: nullable(MoneyText),
    month_used: MoneyText,
    paused_by: nullable(
      Type.Enum([...PAUSE_REASONS], { description: 'Why no card is asked until the plan is set again.' }),
    ),
    has_card: Type.Boolean({ description: 'A card is kept by the first top-up with `save_card`.' }),
    owed: Type.String({
      description: 'Of payments that were taken back; repaid first by the next top-up.',
      examples: ['0.000000'],
    }),
    currency: Currency,
  },
  { $id: 'Recharge', description: 'When the saved card pays by itself; all null without a plan.' },
);

export function rechargeView(standing: RechargeStandingOf, currency: string): Static<typeof RechargeView> {
  const { plan, pausedBy, hasCard, owedMicros, monthMicros } = standing;
  return {
    below: plan && formatMoney(plan.belowMicros),
    up_to: plan && formatMoney(plan.upToMicros),
    month_max: plan && formatMoney(plan.monthMaxMicros),
    month_used: formatMoney(monthMicros),
    paused_by: pausedBy,
    has_card: hasCard,
    owed: formatMoney(owedMicros),
    currency,
  };
}

const shared = { path: '/api/account/v1/recharge', tag: 'Payments', params: Nothing, query: Nothing };
const result = Type.Object({ recharge: RechargeView });

async function viewOf({ storage, clock }: AccountDeps, caller: AccountCaller) {
  const { account } = keyHolder(caller);
  const standing = await storage.recharges.standing({ accountId: account.id, nowMs: clock.nowMs() });
  return { recharge: rechargeView(standing, account.currency) };
}

export const RechargePlanInput = Type.Object(
  { below: AmountInput, up_to: AmountInput, month_max: AmountInput },
  { additionalProperties: false },
);

/** `bounds` are those of one payment; null where nobody takes payments, and so no card can be saved. */
export function readPlanInput(
  body: Static<typeof RechargePlanInput>,
  bounds: AmountBounds | null,
): RechargePlan | Failure {
  const belowMicros = readAmount('below', body.below, 'positive');
  if (isFailure(belowMicros)) return belowMicros;
  const upToMicros = readAmount('up_to', body.up_to, 'positive');
  if (isFailure(upToMicros)) return upToMicros;
  const monthMaxMicros = readAmount('month_max', body.month_max, 'positive');
  if (isFailure(monthMaxMicros)) return monthMaxMicros;
  if (upToMicros <= belowMicros) return invalid('up_to', 'must be above `below`');
  if (bounds !== null && upToMicros > bounds.maxMicros)
    return invalid('up_to', `must be at most ${formatMoney(bounds.maxMicros)}, the most of one payment`);
  return { belowMicros, upToMicros, monthMaxMicros };
}

async function setPlan(
  deps: AccountDeps,
  caller: AccountCaller,
  plan: RechargePlan | null,
): Promise<Failure | null> {
  const { account, key } = keyHolder(caller);
  if (hasCaps(key)) return failure('FORBIDDEN', 'A key with a cap of its own may not set recharges.');
  const set = await deps.storage.recharges.setPlan({
    actor: callerActor(caller!),
    accountId: account.id,
    plan,
  });
  if (set.kind === 'no_card')
    return failure('CONFLICT', 'There is no saved card: make a top-up with `save_card` first.');
  return set.kind === 'not_found' ? failure('NOT_FOUND', 'The account no longer exists.') : null;
}

export const rechargeRead = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'getRecharge',
  method: 'GET',
  summary: 'When your saved card pays by itself',
  body: Nothing,
  result,
  run: async (deps, _input, caller) => viewOf(deps, caller),
});

export const rechargeSet = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'setRecharge',
  method: 'POST',
  summary: 'Let your saved card pay by itself, at most once an hour and never more in a month than you say',
  body: RechargePlanInput,
  result,
  async run(deps, { body }, caller) {
    keyHolder(caller);
    const plan = readPlanInput(body, deps.payments?.bounds ?? null);
    if (isFailure(plan)) return plan;
    return (await setPlan(deps, caller, plan)) ?? viewOf(deps, caller);
  },
});

export const rechargeEnd = verbOf<AccountDeps, AccountCaller>()({
  ...shared,
  name: 'endRecharge',
  method: 'DELETE',
  summary: 'Let your saved card pay no more',
  body: Nothing,
  result,
  run: async (deps, _input, caller) => (await setPlan(deps, caller, null)) ?? viewOf(deps, caller),
});
