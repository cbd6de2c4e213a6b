// Creates the payment adapter from the settings: none, the operator by hand, or Stripe, whose package is loaded only here.

import type { Clock } from '../../../domain/clock.ts';
import { formatMoney, type Micros } from '../../../domain/money.ts';
import type { AmountBounds, Payments } from '../../../domain/payment-port.ts';
import { createStripePayments } from './stripe.ts';
import { loadStripe, type StripeAddress } from './stripe-client.ts';
import { minorUnitsOf } from './stripe-fields.ts';

/** Replaces `{reference}`, `{amount}` and `{currency}` in the operator's text. */
function createManualPayments(settings: {
  instructions: string;
  currency: string;
  bounds: AmountBounds;
}): Payments {
  const { instructions, currency, bounds } = settings;
  return {
    way: 'manual',
    bounds,
    cards: null,
    checkout: async ({ id, amountMicros }) => {
      const values: Record<string, string> = { reference: id, amount: formatMoney(amountMicros), currency };
      const text = instructions.replace(
        /\{(reference|amount|currency)\}/g,
        (_all, name: string) => values[name]!,
      );
      return { kind: 'instructions', text };
    },
  };
}

interface PaymentSettings {
  readonly minMicros: Micros;
  readonly maxMicros: Micros;
  readonly manual: { readonly instructions: string } | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string | null;
    /** Where the browser goes after paying; null: the portal. */
    readonly returnUrl: string | null;
    /** The base URL of the API; null: Stripe's own. */
    readonly apiUrl: string | null;
  } | null;
}

interface PaymentWorld {
  clock: Clock;
  currency: string;
  /** URL of the portal. */
  portalUrl(): string;
}

/** Null when the gateway takes no payments. */
export async function openPayments(
  { stripe, manual, minMicros, maxMicros }: PaymentSettings,
  { clock, currency, portalUrl }: PaymentWorld,
): Promise<Payments | null> {
  if (stripe !== null) {
    const client = await loadStripe(
      stripe.secretKey,
      stripe.apiUrl === null ? null : addressOf(stripe.apiUrl),
    );
    const returnUrl = () => stripe.returnUrl ?? portalUrl();
    const { webhookSecret } = stripe;
    return createStripePayments({ client, clock, currency, minMicros, maxMicros, webhookSecret, returnUrl });
  }
  if (manual === null) return null;
  const bounds = { minMicros, maxMicros, stepMicros: minorUnitsOf(currency).stepMicros };
  return createManualPayments({ instructions: manual.instructions, currency, bounds });
}

function addressOf(url: string): StripeAddress {
  const { hostname, port, protocol } = new URL(url);
  const isPlain = protocol === 'http:';
  return { host: hostname, port: Number(port || (isPlain ? 80 : 443)), protocol: isPlain ? 'http' : 'https' };
}
