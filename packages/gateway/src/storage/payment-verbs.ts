// Owns the part of the storage port about money that comes in by itself: orders, payments, disputes and recharges. What moves
// money is decided under the lock of its account, in one commit with its entries; whatever is told twice happens once.
import type { Micros } from '../domain/money.ts';
import type {
  Dispute,
  OrderState,
  PaidPayment,
  PauseReason,
  PaymentWay,
  Recharge,
  RechargePlan,
  RechargeState,
  SavedCard,
  TopUpOrder,
} from '../domain/payment.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';

export type CreditPayment = Actor &
  Pick<PaidPayment, 'accountId' | 'amountMicros' | 'reference' | 'orderId' | 'rechargeId' | 'card'>;

export type CreditResult =
  | { kind: 'credited' }
  /** It was credited before: nothing was added. */
  | { kind: 'duplicate' }
  /** The reference was used for another account or amount. */
  | { kind: 'conflict' }
  /** The balance would exceed the largest. */
  | { kind: 'refused' }
  | { kind: 'not_found' };

export interface WithdrawPayment extends Actor {
  id: string;
  /** The reference of the payment. */
  payment: string;
  disputedMicros: Micros;
}

export interface PaymentVerbs {
  /** Refused when the account has so many open ones of the last day. */
  order(
    input: Actor &
      Pick<TopUpOrder, 'id' | 'accountId' | 'way' | 'amountMicros' | 'savesCard'> & { openMax: number },
  ): Promise<{ kind: 'ordered'; order: TopUpOrder } | { kind: 'too_many' } | { kind: 'not_found' }>;
  /** Where to pay; of an order that is open. */
  address(input: { id: string; address: string }): Promise<TopUpOrder | null>;
  /** Nobody paid: an order that is paid stays so. */
  endOrder(input: { id: string }): Promise<TopUpOrder | null>;
  findOrder(input: { id: string }): Promise<TopUpOrder | null>;
  /** The newest first. */
  orders(input: Paging & { accountId?: string; state?: OrderState }): Promise<Listed<TopUpOrder>>;
  /** One entry for each reference, whoever tells of it and however often; what is owed is repaid first. */
  credit(input: CreditPayment): Promise<CreditResult>;
  /** Which of these payments have their entry, and of what amount. */
  credited(input: { references: string[] }): Promise<{ reference: string; amountMicros: Micros }[]>;
  /** Takes what is available of a payment that was taken back; the rest is owed. Again, it changes nothing. */
  withdraw(
    input: WithdrawPayment,
  ): Promise<{ kind: 'withdrawn' | 'duplicate'; dispute: Dispute } | { kind: 'unknown_payment' }>;
  /** Gives back what was taken. One that was never withdrawn is written down, and takes nothing when it is told later. */
  reinstate(
    input: WithdrawPayment,
  ): Promise<{ kind: 'reinstated' | 'duplicate'; dispute: Dispute } | { kind: 'unknown_payment' }>;
  /** Of those of these payments that have their entry: what it brought, and what open disputes count of it. */
  disputed(input: {
    payments: string[];
  }): Promise<{ payment: string; accountId: string; creditedMicros: Micros; appliedMicros: Micros }[]>;
  /** The newest first. */
  disputes(input: Paging & { accountId?: string }): Promise<Listed<Dispute>>;
  /** True for one process in each such time: it does what all need done once. */
  claimRun(input: { everyMs: number }): Promise<{ isClaimed: boolean }>;
}

export interface RechargeStandingOf {
  plan: RechargePlan | null;
  pausedBy: PauseReason | null;
  hasCard: boolean;
  /** Of disputes; repaid first by the next top-up. */
  owedMicros: Micros;
  /** Paid or under way in this UTC month. */
  monthMicros: Micros;
}

export interface ClaimedRecharge {
  recharge: Recharge & { amountMicros: Micros; claimedAtMs: number };
  card: SavedCard;
}

export interface RechargeVerbs {
  /** null ends it. Setting it begins anew: what paused it is forgotten. */
  setPlan(
    input: Actor & { accountId: string; plan: RechargePlan | null },
  ): Promise<{ kind: 'set' } | { kind: 'no_card' } | { kind: 'not_found' }>;
  standing(input: { accountId: string; nowMs: number }): Promise<RechargeStandingOf>;
  /**
   * The next one whose card is to be asked, with its amount fixed: under the lock of its account, within its month. One that
   * somebody began and did not end is given again after `leaseMs`. `moved`: one was put off or ended; ask again.
   */
  claim(input: {
    way: PaymentWay;
    leaseMs: number;
    bounds: { minMicros: Micros; maxMicros: Micros; stepMicros: number };
  }): Promise<{ kind: 'claimed'; claimed: ClaimedRecharge } | { kind: 'moved' } | { kind: 'none' }>;
  /** The card's bank said no; `needsOwner` when only its owner can go on. */
  decline(input: { id: string; failure: string; needsOwner: boolean }): Promise<Recharge | null>;
  /** The payment is under way; it is asked about, not made again. */
  notePayment(input: { id: string; payment: string }): Promise<Recharge | null>;
  /** The newest first. */
  list(input: Paging & { accountId?: string; state?: RechargeState }): Promise<Listed<Recharge>>;
}
