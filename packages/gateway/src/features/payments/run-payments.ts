// Sends paybacks and recharges to the provider, each with its own id until its result is known. The runner of duties chooses them. The
// ledger fixes every amount first, and a lost answer is repeated with the same id. Only the ledger changes balances, by the provider's
// answer.
import type { Clock } from '../../domain/clock.ts';
import type { ClaimedDuty, DutyWork } from '../../domain/gathering/duty.ts';
import type { Payback, PaymentWay } from '../../domain/payment.ts';
import {
  ASK_AGAIN_MS,
  type CardPayments,
  type ChargeResult,
  IDEMPOTENCY_KEY_MS,
  type Payments,
  type RefundResult,
} from '../../domain/payment-port.ts';
import type { BegunRecharge, Storage } from '../../storage/storage.ts';
import { creditPaid, type PaymentLog, paymentActor } from './apply-notification.ts';

interface PaybackDeps {
  storage: Pick<Storage, 'paybacks'>;
  clock: Clock;
  log: PaymentLog;
}

/** Payments that one process asks the provider about at the same time. */
const ASKING_MAX = 10;
/** One after the other for each account, so that every answer is in the balance before the next question. */
const ASKING_PER_ACCOUNT_MAX = 1;

const LIMITS = { atOnceMax: ASKING_MAX, perPartyMax: ASKING_PER_ACCOUNT_MAX };

/** Runs paybacks that operators requested and that have not ended. */
export function paybackWork(
  deps: PaybackDeps & { storage: Pick<Storage, 'duties'> },
  payments: Payments | null,
): DutyWork {
  const cards = payments?.cards ?? null;
  return {
    kind: 'payback',
    ...LIMITS,
    isOn: () => cards !== null,
    async run(duty) {
      const payback = await deps.storage.paybacks.find({ id: duty.id });
      const { state } = await payBack(deps, { way: payments!.way, cards: cards! }, payback!);
      if (state === 'wanted') await askAgain(deps.storage, duty, { isFailure: true });
    },
  };
}

const askAgain = (
  { duties }: Pick<Storage, 'duties'>,
  { kind, id, lease }: ClaimedDuty,
  { isFailure }: { isFailure: boolean },
) => duties.postpone({ kind, id, lease, dueInMs: ASK_AGAIN_MS, isFailure });

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

interface RechargeDeps {
  storage: Pick<Storage, 'payments' | 'paybacks' | 'recharges' | 'duties'>;
  clock: Clock;
  log: PaymentLog;
}

export function rechargeWork(deps: RechargeDeps, payments: Payments | null): DutyWork {
  const cards = payments?.cards ?? null;
  return {
    kind: 'recharge',
    ...LIMITS,
    isOn: () => cards !== null,
    async run(duty) {
      const { way, bounds } = payments!;
      const result = await deps.storage.recharges.begin({ id: duty.id, lease: duty.lease, way, bounds });
      if (result.kind === 'begun') await runOne(deps, { way, cards: cards! }, duty, result.begun);
    },
  };
}

async function runOne(
  { storage, clock, log }: RechargeDeps,
  { way, cards }: { way: PaymentWay; cards: CardPayments },
  duty: ClaimedDuty,
  begun: BegunRecharge,
): Promise<void> {
  const { id, accountId } = begun.recharge;
  const result = await ask(cards, begun, clock.nowMs());
  if (result.kind === 'paid') return creditPaid({ storage, way, log }, result.payment).then(() => {});
  if (result.kind === 'declined') await storage.recharges.decline({ id, ...said(result) });
  else if (result.kind === 'pending') {
    await storage.recharges.notePayment({ id, payment: result.payment });
    await askAgain(storage, duty, { isFailure: false });
  } else {
    log.warn({ recharge: id, accountId, why: result.why }, 'a recharge has no answer yet and is sent again');
    await askAgain(storage, duty, { isFailure: true });
  }
}

const said = ({ failure, needsOwner }: Extract<ChargeResult, { kind: 'declined' }>) => ({
  failure,
  needsOwner,
});

async function ask(
  cards: CardPayments,
  { recharge, card }: BegunRecharge,
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
