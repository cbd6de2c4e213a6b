// Owns what a payment intent of Stripe means to the ledger: a payment that has arrived for one of its accounts, or nothing.
import type { PaidPayment } from '../domain/payment.ts';
import { minorUnitsOf } from './minor-units.ts';
import type { StripeIntent } from './stripe-client.ts';

/** As entries name a payment. */
export const STRIPE_PREFIX = 'stripe:';

const idOf = (value: string | { id: string } | null | undefined) =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** null for what has not arrived, is of another currency, or was made by somebody else at the same Stripe account. */
export function readIntent(currency: string, intent: StripeIntent): PaidPayment | null {
  const accountId = intent.metadata?.account;
  if (intent.status !== 'succeeded' || intent.currency.toUpperCase() !== currency || !accountId) return null;
  const units = minorUnitsOf(currency);
  const [customer, card] = [idOf(intent.customer), idOf(intent.payment_method)];
  const isKept = intent.setup_future_usage === 'off_session' && customer !== null && card !== null;
  const charge = intent.latest_charge;
  const refunded = typeof charge === 'object' ? (charge?.amount_refunded ?? 0) : 0;
  return {
    reference: STRIPE_PREFIX + intent.id,
    accountId,
    amountMicros: units.toMicros(intent.amount_received),
    orderId: intent.metadata?.order ?? null,
    rechargeId: intent.metadata?.recharge ?? null,
    card: isKept ? { way: 'stripe', customer, card } : null,
    refundedMicros: units.toMicros(refunded),
    createdAtMs: intent.created * 1_000,
  };
}
