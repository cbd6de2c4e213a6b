// The query parameters about price that every billed route has, and the answer to a dry run. They are not part of the question, so no
// operation reads them.

import { UNITS } from '../domain/prices/terms.ts';
import { Type } from '../domain/schema.ts';

export const priceParameters = {
  max_price: Type.Optional(
    Type.String({
      pattern: '^\\d{1,10}(\\.\\d{1,6})?$',
      description:
        'The most that this call may cost. A more expensive call is refused with `PRICE_CEILING` and costs nothing. The header of the same meaning takes precedence.',
      examples: ['0.01'],
    }),
  ),
  dry_run: Type.Optional(
    Type.Literal('1', {
      description:
        'Reports what the call would cost and changes nothing: `dry_run`, `price`, `would` (`live`, `cache` or `replay`), `balance`, `balance_after` and `providers`, or the error that the call would get. Free.',
    }),
  ),
};

const amount = (description: string) => Type.String({ description, examples: ['0.012000'] });

const TierBegin = Type.Integer({
  description: 'For a price with tiers: the number of units after which the tier that would apply begins.',
});

const DryRunLeg = Type.Object({
  platform: Type.String(),
  unit: Type.Enum(['call', 'item'], { description: 'What one price pays for.' }),
  price: amount('The most that this platform can cost.'),
  tier: Type.Optional(TierBegin),
});

export const DryRunAnswer = Type.Object(
  {
    request_id: Type.String(),
    dry_run: Type.Literal(true),
    unit: Type.Enum([...UNITS], { description: 'What one price pays for.' }),
    price: amount('The most that the call can cost. For a cached answer (`cache`), exactly what it costs.'),
    tier: Type.Optional(TierBegin),
    legs: Type.Optional(
      Type.Array(DryRunLeg, {
        description:
          'For a search over many platforms: the platforms that would be asked. Only those that deliver are charged.',
      }),
    ),
    currency: Type.String({ examples: ['USD'] }),
    catalog_version: Type.Integer({ minimum: 1 }),
    would: Type.Enum(['live', 'cache', 'replay'], { description: 'What the call would be answered with.' }),
    balance_after: amount('What would be left after `price`.'),
    providers: Type.Array(Type.String(), {
      description: 'The providers that may be asked, in this sequence; empty for a cached answer.',
    }),
    balance: amount('Balance now.'),
  },
  { $id: 'DryRun', description: 'What the call would cost; nothing was changed.' },
);
