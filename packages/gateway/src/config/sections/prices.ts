// Owns the settings of one price of the first price list.
import { Type } from '../../domain/schema.ts';
import { TIER_FROM_MAX, TIERS_MAX } from '../../domain/tiers.ts';
import { section, textSetting, wholeSetting } from './parts.ts';

export const priceRuleSection = section(
  {
    path: textSetting('route', 'The route; * stands for exactly one segment. The most specific path wins.'),
    unit: Type.Enum(['call', 'item'], {
      description: 'What the price is for: one successful call, or each item that it delivers.',
      default: 'call',
    }),
    unit_price: Type.Optional(
      textSetting('money', 'The price of one unit. May be left out where tiers have it.'),
    ),
    tiers: Type.Optional(
      Type.Array(
        section(
          {
            from: wholeSetting(
              0,
              TIER_FROM_MAX,
              'How many units the account was charged for in the month before.',
            ),
            unit_price: textSetting(
              'money',
              'The price of one unit from there on, no higher than in the tier before.',
            ),
          },
          'One tier.',
        ),
        {
          description:
            'Prices by what an account was charged for in the UTC month, over all paths of the pattern. The first is from 0.',
          minItems: 1,
          maxItems: TIERS_MAX,
        },
      ),
    ),
    minimum: Type.Optional(textSetting('money', 'The least that a call costs, where the unit is item.')),
    free_per_day: Type.Optional(
      wholeSetting(0, 1_000_000, 'So many calls of each account are free on each UTC day.'),
    ),
    summary: Type.Optional(textSetting('summary', 'One line for the price list.')),
    deprecated: Type.Boolean({ description: 'Announces that the route will go.', default: false }),
    sunset_at: Type.Optional(textSetting('time', 'When the route goes.')),
    successor: Type.Optional(textSetting('route', 'The path to use instead.')),
  },
  'One price.',
);
