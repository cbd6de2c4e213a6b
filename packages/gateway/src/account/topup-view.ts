// Owns how an order of a top-up looks to its caller.
import type { Static } from 'typebox';
import { formatTime } from '../domain/clock.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { ORDER_STATES, PAYMENT_WAYS, type TopUpOrder } from '../domain/payment.ts';
import { Type } from '../domain/schema.ts';
import type { Payments } from '../payments/payments.ts';
import { Currency, MoneyText, nullable, TimeText } from './fields.ts';

export const topupFields = {
  id: Type.String(),
  amount: MoneyText,
  currency: Currency,
  way: Type.Enum([...PAYMENT_WAYS]),
  state: Type.Enum([...ORDER_STATES], {
    description: '`paid` once the payment is in your balance; `ended` when nobody paid in time.',
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
    ended_at: order.endedAtMs === null ? null : formatTime(order.endedAtMs),
  };
}
