// Owns the way from settings to the one who takes payments: nobody, the operator, or Stripe, whose package is loaded only here.
import type { Clock } from '../domain/clock.ts';
import type { Micros } from '../domain/money.ts';
import { createManualPayments } from './manual.ts';
import { minorUnitsOf } from './minor-units.ts';
import type { Payments } from './payments.ts';
import { createStripePayments } from './stripe.ts';
import { loadStripe, type StripeAddress } from './stripe-client.ts';

export interface PaymentSettings {
  readonly minMicros: Micros;
  readonly maxMicros: Micros;
  readonly manual: { readonly instructions: string } | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string | null;
    /** Where the browser goes after paying; null is the portal. */
    readonly returnUrl: string | null;
    /** Where the API is; null is Stripe's own. */
    readonly apiUrl: string | null;
  } | null;
}

export interface PaymentWorld {
  clock: Clock;
  currency: string;
  /** Of the portal. */
  portalUrl(): string;
}

/** null when nobody takes payments by way of the gateway. */
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
