// A grant is a part of a balance that is spent before the rest and may expire. Money outside of grants is ordinary money: paid in, without
// expiry, spent last.
import { field, type Of } from './field-table.ts';
import type { Micros } from './money.ts';

/** `paid`: prepaid, with an expiry. `promo`: to try the service. `goodwill`: compensation for a problem. */
export const GRANT_KINDS = ['paid', 'promo', 'goodwill'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** The lowest number is spent first: gifts go before money that the caller paid. */
export const GRANT_PRIORITY: Record<GrantKind, number> = { promo: 10, goodwill: 20, paid: 30 };
export const GRANT_PRIORITY_MAX = 100;
/** Grants of one account that are not used up. Bounded, because every call reads all of them. */
export const GRANTS_OPEN_MAX = 50;

export const GRANT_FIELDS = {
  id: field.text(),
  accountId: field.text().hidden(),
  kind: field.oneOf(GRANT_KINDS, {
    description:
      '`promo`: given to try the service. `goodwill`: compensation for a problem. `paid`: prepaid.',
  }),
  amountMicros: field.money(),
  remainingMicros: field.money({
    description: 'What is left of it, as part of the balance.',
    examples: ['7.500000'],
  }),
  priority: field.integer({ description: 'The lowest number is spent first.' }),
  /** Null: never expires. */
  expiresAtMs: field.time().orNull(),
  reference: field.text(),
  reason: field.text(),
  createdAtMs: field.time(),
};
export type Grant = Of<typeof GRANT_FIELDS>;

/** The part of a charge that one grant paid. Ordinary money paid the rest. */
export interface GrantPart {
  grantId: string;
  kind: GrantKind;
  amountMicros: Micros;
}
