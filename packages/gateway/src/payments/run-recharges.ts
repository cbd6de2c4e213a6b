// Owns the asking of saved cards: one claimed recharge after the other, each under its own id until its end is known. A card is never
// asked for an amount that was not fixed in the ledger first, and an answer that was lost is asked for again under the same id.
import type { Clock } from '../domain/clock.ts';
import type { ClaimedRecharge, Storage } from '../storage/storage.ts';
import { type CardPayments, type ChargeResult, ID_KNOWN_MS, type Payments } from './payments.ts';
import { creditPaid, type PaymentLog } from './take-news.ts';

export interface RechargeDeps {
  storage: Pick<Storage, 'payments' | 'paybacks' | 'recharges'>;
  clock: Clock;
  log: PaymentLog;
}

/** Longer than a provider is waited for, with all repeats of one question. */
export const RECHARGE_LEASE_MS = 120_000;
/** Claims of one turn; the rest waits for the next. */
const CLAIMS_MAX = 100;

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
  else log.warn({ recharge: id, accountId, why: result.why }, 'a recharge is asked for again');
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
  if (nowMs - claimedAtMs < ID_KNOWN_MS) return cards.chargeSaved({ id, accountId, amountMicros, card });
  const found = await cards.findCharge(id, claimedAtMs).catch((error) => ({
    ...{ kind: 'unknown' as const, why: (error as Error).message },
  }));
  return found ?? { kind: 'declined', failure: 'never_asked', needsOwner: false };
}
