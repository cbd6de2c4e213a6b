// How a grant is shown to its account and to operators, and which grants paid for a call.
import type { Static } from 'typebox';
import { partsView } from '../../domain/answer.ts';
import { formatTime } from '../../domain/clock.ts';
import { GRANT_KINDS, type Grant, type GrantPart } from '../../domain/grant.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { Currency, MoneyText, nullable, TimeText, timeOrNull } from '../../verb/fields.ts';

const Kind = Type.Enum([...GRANT_KINDS], {
  description: '`promo` was given to try the service, `goodwill` for trouble, `paid` was prepaid.',
});

export const GrantView = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    amount: MoneyText,
    remaining: Type.String({ description: 'What is left of it, as part of the balance.' }),
    currency: Currency,
    priority: Type.Integer({ description: 'The lowest is used first.' }),
    expires_at: nullable(TimeText),
    reference: Type.String(),
    reason: Type.String(),
    created_at: TimeText,
  },
  { $id: 'Grant', description: 'A part of the balance that is used before the rest, and may expire.' },
);
export type GrantShown = Static<typeof GrantView>;

export function grantView(grant: Grant, currency: string): GrantShown {
  return {
    id: grant.id,
    kind: grant.kind,
    amount: formatMoney(grant.amountMicros),
    remaining: formatMoney(grant.remainingMicros),
    currency,
    priority: grant.priority,
    expires_at: timeOrNull(grant.expiresAtMs),
    reference: grant.reference,
    reason: grant.reason,
    created_at: formatTime(grant.createdAtMs),
  };
}

export const PaidFrom = Type.Array(Type.Object({ grant: Type.String(), kind: Kind, amount: MoneyText }), {
  description:
    'Which grants paid, less what was refunded to them; the rest of the charge was ordinary money.',
});

export function paidFromView(parts: readonly GrantPart[]): Static<typeof PaidFrom> {
  return partsView(parts);
}
