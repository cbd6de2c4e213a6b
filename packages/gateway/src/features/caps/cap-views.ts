// Spend caps of keys and projects: how an operator writes one, and how it is shown.
import type { Static } from 'typebox';
import type { Failure } from '../../domain/failure.ts';
import type { CapState, SpendCaps } from '../../domain/limiting/spend-cap.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { AmountInput, MoneyText, nullable, readAmount, TimeText, timeOrNull } from '../../verb/fields.ts';

export const CapView = Type.Object(
  {
    scope: Type.Enum(['key', 'project'], {
      description: 'Whether the cap belongs to the key or to its project.',
    }),
    window: Type.Enum(['day', 'month', 'total'], { description: 'A UTC day, a UTC month, or all time.' }),
    limit: MoneyText,
    spent: Type.String({ description: 'Charged in the window, and held right now.', examples: ['4.988000'] }),
    left: MoneyText,
    resets_at: nullable(TimeText),
  },
  { $id: 'SpendCap', description: 'A spend cap as it stands. `resets_at` is null for a total.' },
);

export function capView(cap: CapState): Static<typeof CapView> {
  return {
    scope: cap.scope,
    window: cap.window,
    limit: formatMoney(cap.limitMicros),
    spent: formatMoney(cap.spentMicros),
    left: formatMoney(cap.leftMicros),
    resets_at: timeOrNull(cap.resetsAtMs),
  };
}

export const capFields = {
  daily_cap: Type.Optional(nullable(AmountInput)),
  monthly_cap: Type.Optional(nullable(AmountInput)),
  total_cap: Type.Optional(nullable(AmountInput)),
};

export function readCap(field: string, text: string | null): number | null | Failure {
  return text === null ? null : readAmount(field, text, 'cap');
}

const CapFields = Type.Object(capFields);

/** Only the caps that were given, each parsed or a failure. */
export function readCapFields(body: Static<typeof CapFields>): {
  [cap in keyof SpendCaps]?: number | null | Failure;
} {
  return {
    ...(body.daily_cap !== undefined && { dailyCapMicros: readCap('daily_cap', body.daily_cap) }),
    ...(body.monthly_cap !== undefined && { monthlyCapMicros: readCap('monthly_cap', body.monthly_cap) }),
    ...(body.total_cap !== undefined && { totalCapMicros: readCap('total_cap', body.total_cap) }),
  };
}
