// Sends paybacks and recharges to the provider: one claim after the other, each with its own id until its result is known. The ledger fixes
// every amount first, and a lost answer is repeated with the same id. Only the ledger changes balances, by the provider's answer.
import type { Clock } from '../../domain/clock.ts';
import type { Payback, PaymentWay } from '../../domain/payment.ts';
import {
  type CardPayments,
  type ChargeResult,
  IDEMPOTENCY_KEY_MS,
  type Payments,
  type RefundResult,
} from '../../domain/payment-port.ts';
import type { ClaimedRecharge, Storage } from '../../storage/storage.ts';
import { creditPaid, type PaymentLog, paymentActor } from './apply-notification.ts';

export interface PaybackDeps {
  storage: Pick<Storage, 'paybacks'>;
  clock: Clock;
  log: PaymentLog;
}

/** Longer than one question to the provider with all of its retries. */
export const PAYBACK_LEASE_MS = 120_000;
/** Claims per run; the rest waits for the next. */
const CLAIMS_MAX = 100;

/** Runs paybacks that operators requested and that have not ended. */
export async function runPaybacks(deps: PaybackDeps, { way, cards }: Payments): Promise<void> {
  if (cards === null) return;
  for (let i = 0; i < CLAIMS_MAX; i++) {
    const claim = await deps.storage.paybacks.claim({ leaseMs: PAYBACK_LEASE_MS });
    if (claim.kind === 'none') return;
    if (claim.kind === 'claimed') await payBack(deps, { way, cards }, claim.payback);
  }
}

/** Runs one payback and returns its state: still `wanted` while the provider's answer is unknown. */
export async function payBack(
  { storage, clock, log }: PaybackDeps,
  { way, cards }: { way: PaymentWay; cards: Pick<CardPayments, 'refund' | 'findRefund'> },
  payback: Payback,
): Promise<Payback> {
  const result = await askFor(cards, payback, clock.nowMs());
  const { id, accountId } = payback;
  if (result.kind === 'unknown') {
    log.warn({ payback: id, accountId, why: result.why }, 'a payback has no answer yet and is sent again');
    return payback;
  }
  const end =
    result.kind === 'made' ? result : { kind: 'refused' as const, failure: result.why, isLate: false };
  if (result.kind === 'refused')
    log.warn({ payback: id, accountId, why: result.why }, 'a payback was refused');
  return (await storage.paybacks.end({ actor: paymentActor(way), id, end })) ?? payback;
}

async function askFor(
  cards: Pick<CardPayments, 'refund' | 'findRefund'>,
  payback: Payback,
  nowMs: number,
): Promise<RefundResult> {
  if (nowMs - payback.wantedAtMs < IDEMPOTENCY_KEY_MS) return cards.refund(payback);
  const found = await cards.findRefund(payback).catch((error) => ({
    ...{ kind: 'unknown' as const, why: (error as Error).message },
  }));
  return found ?? cards.refund(payback);
}

export interface RechargeDeps {
  storage: Pick<Storage, 'payments' | 'paybacks' | 'recharges'>;
  clock: Clock;
  log: PaymentLog;
}

/** Longer than one question to the provider with all of its retries. */
export const RECHARGE_LEASE_MS = 120_000;
export async function runRecharges(deps: RechargeDeps, payments: Payments): Promise<void> {
  const { way, bounds, cards } = payments;
  if (cards === null) return;
  for (let i = 0; i < CLAIMS_MAX; i++) {
    const result = await deps.storage.recharges.claim({ way, leaseMs: RECHARGE_LEASE_MS, bounds });
    if (result.kind === 'none') return;
    if (result.kind === 'claimed') await runOne(deps, payments, cards, result.claimed);
  }
}

async function runOne(
  { storage, clock, log }: RechargeDeps,
  { way }: Payments,
  cards: CardPayments,
  claimed: ClaimedRecharge,
): Promise<void> {
  const { id, accountId } = claimed.recharge;
  const result = await ask(cards, claimed, clock.nowMs());
  if (result.kind === 'paid') await creditPaid({ storage, way, log }, result.payment);
  else if (result.kind === 'declined') await storage.recharges.decline({ id, ...said(result) });
  else if (result.kind === 'pending') await storage.recharges.notePayment({ id, payment: result.payment });
  else
    log.warn({ recharge: id, accountId, why: result.why }, 'a recharge has no answer yet and is sent again');
}

const said = ({ failure, needsOwner }: Extract<ChargeResult, { kind: 'declined' }>) => ({
  failure,
  needsOwner,
});

async function ask(
  cards: CardPayments,
  { recharge, card }: ClaimedRecharge,
  nowMs: number,
): Promise<ChargeResult> {
  const { id, accountId, amountMicros, payment, claimedAtMs } = recharge;
  if (payment !== null) return cards.look(payment);
  if (nowMs - claimedAtMs < IDEMPOTENCY_KEY_MS)
    return cards.chargeSaved({ id, accountId, amountMicros, card });
  const found = await cards.findCharge(id, claimedAtMs).catch((error) => ({
    ...{ kind: 'unknown' as const, why: (error as Error).message },
  }));
  return found ?? { kind: 'declined', failure: 'never_asked', needsOwner: false };
}
