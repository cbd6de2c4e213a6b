// Owns the asking for refunds at the provider of card payments: what has left the balance is asked for under its own id until the answer is
// known, whoever dies in between. It takes nothing from a balance and gives nothing back; the ledger does, by what the provider said.
import type { Clock } from '../domain/clock.ts';
import type { Payback, PaymentWay } from '../domain/payment.ts';
import type { Storage } from '../storage/storage.ts';
import { type CardPayments, ID_KNOWN_MS, type Payments, type RefundResult } from './payments.ts';
import { type PaymentLog, paymentActor } from './take-news.ts';

export interface PaybackDeps {
  storage: Pick<Storage, 'paybacks'>;
  clock: Clock;
  log: PaymentLog;
}

/** Longer than a provider is waited for, with all repeats of one question. */
export const PAYBACK_LEASE_MS = 120_000;
/** Claims of one turn; the rest waits for the next. */
const CLAIMS_MAX = 100;

/** Those that somebody wanted and did not end. */
export async function runPaybacks(deps: PaybackDeps, { way, cards }: Payments): Promise<void> {
  if (cards === null) return;
  for (let i = 0; i < CLAIMS_MAX; i++) {
    const claim = await deps.storage.paybacks.claim({ leaseMs: PAYBACK_LEASE_MS });
    if (claim.kind === 'none') return;
    if (claim.kind === 'claimed') await payBack(deps, { way, cards }, claim.payback);
  }
}

/** One that is wanted, by whoever has its turn. As it is afterwards: still wanted when nobody knows. */
export async function payBack(
  { storage, clock, log }: PaybackDeps,
  { way, cards }: { way: PaymentWay; cards: Pick<CardPayments, 'refund' | 'findRefund'> },
  payback: Payback,
): Promise<Payback> {
  const result = await askFor(cards, payback, clock.nowMs());
  const { id, accountId } = payback;
  if (result.kind === 'unknown') {
    log.warn({ payback: id, accountId, why: result.why }, 'a payback is asked for again');
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
  if (nowMs - payback.wantedAtMs < ID_KNOWN_MS) return cards.refund(payback);
  const found = await cards.findRefund(payback).catch((error) => ({
    ...{ kind: 'unknown' as const, why: (error as Error).message },
  }));
  return found ?? cards.refund(payback);
}
