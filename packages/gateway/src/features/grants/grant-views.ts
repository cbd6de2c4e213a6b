// How an operator writes a grant, how it is shown to its account and to operators, and which grants paid for a call.
import type { Static } from 'typebox';
import { partsView } from '../../domain/answer.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import {
  GRANT_FIELDS,
  GRANT_KINDS,
  GRANT_PRIORITY,
  GRANT_PRIORITY_MAX,
  type Grant,
  type GrantPart,
} from '../../domain/grant.ts';
import { Type } from '../../domain/schema.ts';
import {
  AmountInput,
  Currency,
  MoneyText,
  OnceReference,
  readAmount,
  readTime,
  TimeInput,
  Words,
} from '../../verb/fields.ts';
import { viewOf } from '../../verb/views.ts';

const shownGrant = viewOf<Grant, string>()(GRANT_FIELDS, (workOut) => ({
  currency: workOut('remaining', Currency, (_, currency) => currency),
}));
export const GrantView = Type.Object(shownGrant.properties, {
  $id: 'Grant',
  description: 'A part of the balance that is used before the rest, and may expire.',
});
export type GrantShown = Static<typeof GrantView>;
export const grantView = shownGrant.show;

export const GrantInput = Type.Object(
  {
    kind: Type.Enum([...GRANT_KINDS]),
    amount: AmountInput,
    expires_at: Type.Optional(TimeInput),
    priority: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: GRANT_PRIORITY_MAX,
        description: 'The lowest number is spent first. Default: 10 for promo, 20 for goodwill, 30 for paid.',
      }),
    ),
    reference: OnceReference,
    reason: Words,
  },
  { additionalProperties: false },
);

/** What the operator says of a new grant; `id` is part of its default reference. */
export function readGrantInput(body: Static<typeof GrantInput>, id: string, nowMs: number) {
  const { amount, expires_at, ...asGiven } = body;
  const amountMicros = readAmount('amount', amount, 'positive');
  if (isFailure(amountMicros)) return amountMicros;
  const expiresAtMs = readExpiry(expires_at, nowMs);
  if (isFailure(expiresAtMs)) return expiresAtMs;
  const defaults = { id, priority: GRANT_PRIORITY[body.kind], reference: `grant:${id}` };
  return { ...defaults, ...asGiven, amountMicros, expiresAtMs };
}

function readExpiry(text: string | undefined, nowMs: number): number | null | Failure {
  if (text === undefined) return null;
  const atMs = readTime('expires_at', text);
  return isFailure(atMs) || atMs > nowMs ? atMs : invalid('expires_at', 'must be in the future');
}

export const PaidFrom = Type.Array(
  Type.Object({ grant: Type.String(), kind: shownGrant.properties.kind, amount: MoneyText }),
  {
    description:
      'Which grants paid, less what was refunded to them; the rest of the charge was ordinary money.',
  },
);

export function paidFromView(parts: readonly GrantPart[]): Static<typeof PaidFrom> {
  return partsView(parts);
}
