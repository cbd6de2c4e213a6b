// Owns payments that the operator takes by hand: the caller is told how, and the operator posts a top-up whose reference is the id of
// the order. It asks nobody.
import { formatMoney } from '../domain/money.ts';
import type { AmountBounds, Payments } from './payments.ts';

/** `{reference}`, `{amount}` and `{currency}` in the text of the operator are filled in. */
export function createManualPayments(settings: {
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
