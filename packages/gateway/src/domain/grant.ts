// A grant is a part of a balance that is spent before the rest and may expire. Money outside of grants is ordinary money: paid in, without
// expiry, spent last.
import type { Micros } from './money.ts';

/** `paid`: prepaid, with an expiry. `promo`: to try the service. `goodwill`: compensation for a problem. */
export const GRANT_KINDS = ['paid', 'promo', 'goodwill'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** The lowest number is spent first: gifts go before money that the caller paid. */
export const GRANT_PRIORITY: Record<GrantKind, number> = { promo: 10, goodwill: 20, paid: 30 };
export const GRANT_PRIORITY_MAX = 100;
/** Grants of one account that are not used up. Bounded, because every call reads all of them. */
export const GRANTS_OPEN_MAX = 50;

export interface Grant {
  id: string;
  accountId: string;
  kind: GrantKind;
  amountMicros: Micros;
  remainingMicros: Micros;
  priority: number;
  /** Null: never expires. */
  expiresAtMs: number | null;
  reference: string;
  reason: string;
  createdAtMs: number;
}

/** The part of a charge that one grant paid. Ordinary money paid the rest. */
export interface GrantPart {
  grantId: string;
  kind: GrantKind;
  amountMicros: Micros;
}
