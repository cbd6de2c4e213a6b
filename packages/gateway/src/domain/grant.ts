// Owns what a grant is: a part of a balance that is used before the rest of it, may expire, and says whose money it is. What is in no
// grant is ordinary money: paid in, without an end, used last. Pure: it looks nothing up.
import type { Micros } from './money.ts';

/** `paid`: prepaid, with an end. `promo`: to try the service. `goodwill`: for trouble that somebody had. */
export const GRANT_KINDS = ['paid', 'promo', 'goodwill'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** The lowest is used first: what was given goes before what was paid. */
export const GRANT_PRIORITY: Record<GrantKind, number> = { promo: 10, goodwill: 20, paid: 30 };
export const GRANT_PRIORITY_MAX = 100;
/** Grants of one account that are not used up: a call reads them all. */
export const GRANTS_OPEN_MAX = 50;

export interface Grant {
  id: string;
  accountId: string;
  kind: GrantKind;
  amountMicros: Micros;
  remainingMicros: Micros;
  priority: number;
  /** null: it does not expire. */
  expiresAtMs: number | null;
  reference: string;
  reason: string;
  createdAtMs: number;
}

/** Which money paid for a call; what is in no part was ordinary money. */
export interface GrantPart {
  grantId: string;
  kind: GrantKind;
  amountMicros: Micros;
}
