// How top-up orders, paybacks and recharge rules are shown, and how a recharge rule is parsed.
import type { Static } from 'typebox';
import { formatTime } from '../../domain/clock.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { formatMoney, toMicros } from '../../domain/money.ts';
import {
  ORDER_STATES,
  PAUSE_REASONS,
  PAYBACK_STATES,
  PAYMENT_WAYS,
  type Payback,
  type RechargeRule,
  type TopUpOrder,
} from '../../domain/payment.ts';
import type { AmountBounds, Payments } from '../../domain/payment-port.ts';
import { Type } from '../../domain/schema.ts';
import type { RechargeStandingOf } from '../../storage/storage.ts';
import {
  AmountInput,
  Currency,
  MoneyText,
  nullable,
  readAmount,
  TimeText,
  timeOrNull,
} from '../../verb/fields.ts';

export const topupFields = {
  id: Type.String(),
  amount: MoneyText,
  currency: Currency,
  way: Type.Enum([...PAYMENT_WAYS]),
  state: Type.Enum([...ORDER_STATES], {
    description: '`paid` once the payment is in your balance; `ended` when it was not paid in time.',
  }),
  address: nullable(Type.String({ description: 'Open it in a browser and pay there.' })),
  instructions: nullable(Type.String({ description: 'How to pay, in the words of the operator.' })),
  save_card: Type.Boolean(),
  reference: nullable(Type.String({ description: "Of the payment's entry." })),
  created_at: TimeText,
  ended_at: nullable(TimeText),
};

export const PayableView = Type.Object(
  {
    way: Type.Enum([...PAYMENT_WAYS]),
    min: MoneyText,
    max: MoneyText,
    step: Type.String({ description: 'Amounts are multiples of it.', examples: ['0.010000'] }),
  },
  { description: 'How callers pay in by themselves; null where they ask the operator.' },
);

export function payableView({ way, bounds }: Pick<Payments, 'way' | 'bounds'>): Static<typeof PayableView> {
  return {
    way,
    min: formatMoney(bounds.minMicros),
    max: formatMoney(bounds.maxMicros),
    step: formatMoney(toMicros(bounds.stepMicros)),
  };
}

export const TopupView = Type.Object(topupFields, {
  $id: 'Topup',
  description: 'What you want to pay in. It changes nothing until the payment arrives.',
});

export function topupView(
  order: TopUpOrder,
  currency: string,
  instructions: string | null = null,
): Static<typeof TopupView> {
  return {
    id: order.id,
    amount: formatMoney(order.amountMicros),
    currency,
    way: order.way,
    state: order.state,
    address: order.state === 'open' ? order.address : null,
    instructions: order.state === 'open' ? instructions : null,
    save_card: order.savesCard,
    reference: order.reference,
    created_at: formatTime(order.createdAtMs),
    ended_at: timeOrNull(order.endedAtMs),
  };
}

export const RechargeView = Type.Object(
  {
    below: nullable(MoneyText),
    up_to: nullable(MoneyText),
    month_max: nullable(MoneyText),
    month_used: MoneyText,
    paused_by: nullable(
      Type.Enum([...PAUSE_REASONS], {
        description: 'Why recharges stopped; setting the rule again resumes them.',
      }),
    ),
    has_card: Type.Boolean({ description: 'A card is kept by the first top-up with `save_card`.' }),
    owed: Type.String({
      description: 'Owed for payments that banks took back; the next top-up repays it first.',
      examples: ['0.000000'],
    }),
    currency: Currency,
  },
  { $id: 'Recharge', description: 'When the saved card pays by itself; all null without a rule.' },
);

export function rechargeView(standing: RechargeStandingOf, currency: string): Static<typeof RechargeView> {
  const { rule, pausedBy, hasCard, owedMicros, monthMicros } = standing;
  return {
    below: rule && formatMoney(rule.belowMicros),
    up_to: rule && formatMoney(rule.upToMicros),
    month_max: rule && formatMoney(rule.monthMaxMicros),
    month_used: formatMoney(monthMicros),
    paused_by: pausedBy,
    has_card: hasCard,
    owed: formatMoney(owedMicros),
    currency,
  };
}

export const RechargeRuleInput = Type.Object(
  { below: AmountInput, up_to: AmountInput, month_max: AmountInput },
  { additionalProperties: false, examples: [{ below: '5.00', up_to: '20.00', month_max: '100.00' }] },
);

/** `bounds` limit one payment; null without a payment adapter, and then no card can be saved. */
export function readRechargeRule(
  body: Static<typeof RechargeRuleInput>,
  bounds: AmountBounds | null,
): RechargeRule | Failure {
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

export const PaybackView = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    payment: Type.String({ description: 'The reference of the payment.' }),
    amount: MoneyText,
    currency: Currency,
    state: Type.Enum([...PAYBACK_STATES], {
      description:
        '`wanted` until the payment provider has answered; the gateway repeats the request by itself. `refused`: back in the balance.',
    }),
    reference: nullable(Type.String()),
    reason: Type.String(),
    failure: nullable(Type.String()),
    wanted_at: TimeText,
    ended_at: nullable(TimeText),
  },
  { $id: 'Payback', description: 'A part of a payment that goes back to its card.' },
);

export function paybackView(payback: Payback, currency: string): Static<typeof PaybackView> {
  const { id, payment, state, reference, reason, failure } = payback;
  return {
    ...{ id, account_id: payback.accountId, payment, amount: formatMoney(payback.amountMicros), currency },
    ...{ state, reference, reason, failure, wanted_at: formatTime(payback.wantedAtMs) },
    ended_at: timeOrNull(payback.endedAtMs),
  };
}
