// Owns the query parameters that every billed route has beside its own: what a caller says about the price of a call, and the answer to
// a dry run. They are no part of the question, so no operation reads them.
import { Type } from '../domain/schema.ts';
import { UNITS } from '../domain/terms.ts';

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

const amount = (description: string) => Type.String({ description, examples: ['0.012000'] });

const TierBegin = Type.Integer({
  description: 'Of a price with tiers: the one that would hold begins after so many units.',
});

const DryRunLeg = Type.Object({
  platform: Type.String(),
  unit: Type.Enum(['call', 'item'], { description: 'What the price is for.' }),
  price: amount('The most that this platform can cost.'),
  tier: Type.Optional(TierBegin),
});

export const DryRunAnswer = Type.Object(
  {
    request_id: Type.String(),
    dry_run: Type.Literal(true),
    unit: Type.Enum([...UNITS], { description: 'What the price is for.' }),
    price: amount('The most that the call can cost; of an answer at hand (`cache`), what it is charged.'),
    tier: Type.Optional(TierBegin),
    legs: Type.Optional(
      Type.Array(DryRunLeg, {
        description:
          'Of a search over many platforms: those that would be asked. Only those that deliver are charged.',
      }),
    ),
    currency: Type.String({ examples: ['USD'] }),
    catalog_version: Type.Integer({ minimum: 1 }),
    would: Type.Enum(['live', 'cache', 'replay'], { description: 'What the call would be answered with.' }),
    balance_after: amount('What would be left after `price`.'),
    providers: Type.Array(Type.String(), {
      description: 'Who may be asked, in order; empty for an answer at hand.',
    }),
    balance: amount('Balance now.'),
  },
  { $id: 'DryRun', description: 'What the call would cost; nothing was changed.' },
);
