// Owns the part of the storage port about money that goes back to cards. It leaves the balance in the commit that wants it, and what is not
// made in the end comes back to it; whoever asks the provider in between may die at any moment.
import type { Micros } from '../domain/money.ts';
import type { Payback, PaybackState } from '../domain/payment.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';

export interface WantPayback
  extends Actor,
    Pick<Payback, 'id' | 'accountId' | 'payment' | 'reference' | 'reason'> {
  /** null is all that is left of the payment. */
  amountMicros: Micros | null;
}

export type WantedPayback =
  /** It has left the balance. Whoever wanted it asks the provider; when it dies, a claim does, later. */
  | { kind: 'wanted'; payback: Payback }
  /** Wanted before under this reference: nothing was taken. */
  | { kind: 'duplicate'; payback: Payback }
  /** The reference was used for another account, payment or amount. */
  | { kind: 'conflict' }
  /** The account has no payment of this reference. */
  | { kind: 'unknown_payment' }
  | { kind: 'too_much'; leftMicros: Micros }
  | { kind: 'insufficient'; availableMicros: Micros };

export type PaybackEnd =
  | { kind: 'made' }
  /** `isLate`: it was said to be made, and came back. */
  | { kind: 'refused'; failure: string; isLate: boolean };

export interface PaybackVerbs {
  want(input: WantPayback): Promise<WantedPayback>;
  /** The next one that nobody has asked for, or that somebody began so long ago and did not end. `moved`: ask again. */
  claim(input: {
    leaseMs: number;
  }): Promise<{ kind: 'claimed'; payback: Payback } | { kind: 'moved' } | { kind: 'none' }>;
  /** What the provider said; what is refused comes back to the balance. Said again, it changes nothing. null when there is none. */
  end(input: Actor & { id: string; end: PaybackEnd }): Promise<Payback | null>;
  find(input: { id: string }): Promise<Payback | null>;
  /** The newest first. */
  list(input: Paging & { accountId?: string; state?: PaybackState }): Promise<Listed<Payback>>;
  /** What has gone back of each of these payments, and what is on its way; those without any are left out. */
  ofPayments(input: {
    payments: string[];
  }): Promise<{ payment: string; madeMicros: Micros; wantedMicros: Micros }[]>;
}
