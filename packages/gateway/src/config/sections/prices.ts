// The settings of one price in the first price list.

import { TIER_FROM_MAX, TIERS_MAX } from '../../domain/prices/tiers.ts';
import { Type } from '../../domain/schema.ts';
import { section, textSetting, wholeSetting } from './parts.ts';

export const priceRuleSection = section(
  {
    path: textSetting(
      'route',
      'The route; * stands for exactly one segment. The most specific path applies.',
    ),
    unit: Type.Enum(['call', 'item'], {
      description: 'What is priced: one successful call, or each item that the call delivers.',
      default: 'call',
    }),
    unit_price: Type.Optional(
      textSetting('money', 'The price of one unit. May be left out when there are tiers.'),
    ),
    tiers: Type.Optional(
      Type.Array(
        section(
          {
            from: wholeSetting(
              0,
              TIER_FROM_MAX,
              'The tier applies once the account has been charged for this many units in the UTC month.',
            ),
            unit_price: textSetting(
              'money',
              'The price of one unit in this tier, at most that of the tier before.',
            ),
          },
          'One tier.',
        ),
        {
          description:
            'Prices that depend on how many units an account was charged for in the UTC month, over all paths of the pattern. The first tier must start at 0.',
          minItems: 1,
          maxItems: TIERS_MAX,
        },
      ),
    ),
    minimum: Type.Optional(textSetting('money', 'The least that one call costs. Only for the unit item.')),
    free_per_day: Type.Optional(
      wholeSetting(0, 1_000_000, 'How many calls of each account are free on each UTC day.'),
    ),
    summary: Type.Optional(textSetting('summary', 'One line for the price list.')),
    deprecated: Type.Boolean({
      description: 'Marks the route as deprecated in its answers and in the price list.',
      default: false,
    }),
    sunset_at: Type.Optional(textSetting('time', 'When the route will be removed.')),
    successor: Type.Optional(textSetting('route', 'The path to use in its place.')),
  },
  'One price.',
);
