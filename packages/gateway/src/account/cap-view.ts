// Owns how a spend cap looks to callers and operators: which it is, what is spent and left, and when it opens again.
import type { Static } from 'typebox';
import { formatTime } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import type { CapState } from '../domain/spend-cap.ts';
import { MoneyText, nullable, TimeText } from './fields.ts';

export const CapView = Type.Object(
  {
    scope: Type.Enum(['key', 'project'], { description: 'Whose cap it is: of the key, or of its project.' }),
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
    resets_at: cap.resetsAtMs === null ? null : formatTime(cap.resetsAtMs),
  };
}
