// Owns the query parameters that every billed route has beside its own: what a caller says about the price of a call. They are
// no part of the question, so no operation reads them.
import { Type } from '../domain/schema.ts';

export const priceParameters = {
  max_price: Type.Optional(
    Type.String({
      pattern: '^\\d{1,10}(\\.\\d{1,6})?$',
      description:
        'The most that this call may cost; a dearer one is refused with `PRICE_CEILING` and costs nothing. A header says the same, and wins.',
      examples: ['0.01'],
    }),
  ),
  dry_run: Type.Optional(
    Type.Literal('1', {
      description:
        'Says what the call would cost, and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the very error that the call would get. Free.',
    }),
  ),
};
