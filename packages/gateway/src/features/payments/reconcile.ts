// Reconciles payments and disputes with the provider. Every hour, one process reads what was paid in the last days, credits missing
// payments, and applies missing dispute movements. Providers stop repeating a notification after three days, so without this a payment
// could be lost.
import type { Clock } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import type { PaidPayment } from '../../domain/payment.ts';
import type { CardPayments, DisputeNotification } from '../../domain/payment-port.ts';
import { applyDispute, creditPaid, type NotificationDeps, returnToBalance } from './apply-notification.ts';

/** As long as Stripe repeats its notifications. */
export const RECONCILED_DAYS = 3;
export const RECONCILE_EVERY_MS = 3_600_000;
/** References per look-up. */
const LOOK_UP_MAX = 100;
/** Payments per run: some million a year. */
const PAYMENTS_MAX = 10_000;
/** A dispute takes about three months from start to end. */
const DISPUTED_DAYS = 120;
/** A bank may return a refund a month later. */
const REFUNDED_DAYS = 60;
/** Dispute movements per run. A provider ends its contract with a seller that has many. */
const MOVES_MAX = 2_000;

interface ReconcileDeps extends Omit<NotificationDeps, 'cards'> {
  clock: Clock;
  cards: Pick<CardPayments, 'paidSince'>;
}

/** Returns how many were missing. */
export async function reconcilePayments(deps: ReconcileDeps): Promise<number> {
  let credited = 0;
  for await (const { payment, creditedMicros } of comparePayments(deps, RECONCILED_DAYS)) {
    if (creditedMicros === null && (await creditPaid(deps, payment)) === 'credited') credited++;
  }
  return credited;
}

interface DisputeDeps extends Pick<NotificationDeps, 'storage' | 'way'> {
  clock: Clock;
  cards: Pick<CardPayments, 'disputedSince'>;
}

/** Returns how many movements were missing. For a payment that is not in the ledger nothing was credited, so nothing is taken. */
export async function reconcileDisputes(deps: DisputeDeps): Promise<number> {
  let [read, missing] = [0, 0];
  for await (const move of deps.cards.disputedSince(deps.clock.nowMs() - DISPUTED_DAYS * DAY_MS)) {
    if (++read > MOVES_MAX) break;
    if ((await applyDispute(deps, move)) === move.kind) missing++;
  }
  return missing;
}

interface PaybackReading extends Pick<NotificationDeps, 'storage' | 'way'> {
  clock: Clock;
  cards: Pick<CardPayments, 'failedRefundsSince'>;
}

/** Returns how many refunds were reported as made but did not arrive. */
export async function reconcilePaybacks(deps: PaybackReading): Promise<number> {
  let [read, missing] = [0, 0];
  for await (const failed of deps.cards.failedRefundsSince(deps.clock.nowMs() - REFUNDED_DAYS * DAY_MS)) {
    if (++read > MOVES_MAX) break;
    const payback = await deps.storage.paybacks.find({ id: failed.id });
    if (payback === null || payback.state === 'refused') continue;
    await returnToBalance(deps, failed);
    missing++;
  }
  return missing;
}

interface ComparedPayment {
  payment: PaidPayment;
  /** Null when it has no ledger entry. */
  creditedMicros: Micros | null;
}

/** Every payment of these days with its ledger entry. */
async function* comparePayments(
  { storage, cards, clock }: ReconcileDeps,
  days: number,
): AsyncGenerator<ComparedPayment> {
  let read: PaidPayment[] = [];
  let count = 0;
  const lookUp = async () => {
    const found = await storage.payments.credited({ references: read.map(({ reference }) => reference) });
    const amounts = new Map(found.map((one) => [one.reference, one.amountMicros]));
    return read.map((payment) => ({ payment, creditedMicros: amounts.get(payment.reference) ?? null }));
  };
  for await (const payment of cards.paidSince(clock.nowMs() - days * DAY_MS)) {
    if (++count > PAYMENTS_MAX) break;
    read.push(payment);
    if (read.length < LOOK_UP_MAX) continue;
    yield* await lookUp();
    read = [];
  }
  if (read.length > 0) yield* await lookUp();
}

interface PaymentDifference {
  accountId: string;
  reference: string;
  check: string;
  expected: string;
  found: string;
}

interface PaymentReport {
  payments: number;
  differences: PaymentDifference[];
}

interface VerifyDeps extends ReconcileDeps {
  cards: Pick<CardPayments, 'paidSince' | 'disputedSince'>;
}

/** Compares and changes nothing. */
export async function verifyPayments(deps: VerifyDeps, days: number): Promise<PaymentReport> {
  const report: PaymentReport = { payments: 0, differences: [] };
  for await (const compared of comparePayments(deps, days)) {
    report.payments++;
    const { accountId, reference } = compared.payment;
    for (const one of [creditDifference(compared), await paybackDifference(deps, compared.payment)])
      if (one !== null) report.differences.push({ accountId, reference, ...one });
  }
  for await (const one of disputeDifferences(deps)) report.differences.push(one);
  return report;
}

/** By payment: what banks have taken and not returned, according to the provider. */
async function takenByBanks({ cards, clock }: VerifyDeps): Promise<Map<string, number>> {
  const open = new Map<string, DisputeNotification>();
  let read = 0;
  for await (const move of cards.disputedSince(clock.nowMs() - DISPUTED_DAYS * DAY_MS)) {
    if (++read > MOVES_MAX) break;
    if (move.kind === 'withdrawn') open.set(move.id, move);
    else open.delete(move.id);
  }
  const sums = new Map<string, number>();
  for (const { payment, disputedMicros } of open.values())
    sums.set(payment, (sums.get(payment) ?? 0) + disputedMicros);
  return sums;
}

/** A difference: the bank took more than was taken from the account, so the account has money that was not paid. */
async function* disputeDifferences(deps: VerifyDeps): AsyncGenerator<PaymentDifference> {
  const check = 'what banks took back has left the balance, or is owed';
  for (const [reference, takenMicros] of await takenByBanks(deps)) {
    const [paid] = await deps.storage.payments.disputed({ payments: [reference] });
    if (paid === undefined) continue;
    const [back] = await deps.storage.paybacks.ofPayments({ payments: [reference] });
    const goneMicros = (back?.madeMicros ?? 0) + (back?.wantedMicros ?? 0);
    const dueMicros = Math.max(0, Math.min(takenMicros, paid.creditedMicros - goneMicros));
    if (dueMicros === paid.appliedMicros) continue;
    const [expected, found] = [formatMoney(dueMicros as Micros), formatMoney(paid.appliedMicros)];
    yield { accountId: paid.accountId, reference, check, expected, found };
  }
}

type Difference = Pick<PaymentDifference, 'check' | 'expected' | 'found'>;

function creditDifference({ payment, creditedMicros }: ComparedPayment): Difference | null {
  const { amountMicros } = payment;
  if (creditedMicros === amountMicros) return null;
  const found = creditedMicros === null ? 'nothing' : formatMoney(creditedMicros);
  return { check: 'a payment has its top-up', expected: formatMoney(amountMicros), found };
}

/** A payback that is still running may have arrived or not. */
async function paybackDifference(
  { storage }: ReconcileDeps,
  { reference, refundedMicros }: PaidPayment,
): Promise<Difference | null> {
  const [back] = await storage.paybacks.ofPayments({ payments: [reference] });
  const [made, wanted] = [back?.madeMicros ?? 0, back?.wantedMicros ?? 0];
  if (refundedMicros >= made && refundedMicros <= made + wanted) return null;
  const check = 'what went back to the card has left the balance';
  return { check, expected: formatMoney(refundedMicros), found: formatMoney(made as Micros) };
}
