// Applies a provider's notification about a payment: the ledger commits it once, and only then is it acknowledged. Notifications arrive in
// any sequence, so one about an unknown payment fetches that payment first.
import type { PaidPayment, PaymentWay } from '../../domain/payment.ts';
import type { CardPayments, DisputeNotification, PaymentNotification } from '../../domain/payment-port.ts';
import type { CreditResult, Storage } from '../../storage/storage.ts';

export interface PaymentLog {
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface NotificationDeps {
  storage: Pick<Storage, 'payments' | 'paybacks'>;
  way: PaymentWay;
  cards: Pick<CardPayments, 'find'>;
  log: PaymentLog;
}

/** For the audit log. */
export const paymentActor = (way: PaymentWay) => `payments:${way}`;

export async function applyNotification(
  deps: NotificationDeps,
  notification: PaymentNotification,
): Promise<void> {
  if (notification.kind === 'paid') await creditPaid(deps, notification.payment);
  else if (notification.kind === 'order_ended')
    await deps.storage.payments.endOrder({ id: notification.orderId });
  else if (notification.kind === 'refund_failed') await returnToBalance(deps, notification);
  else if (notification.kind === 'withdrawn' || notification.kind === 'reinstated')
    await creditAndDispute(deps, notification);
}

/** A refund to a card did not arrive: the money returns to the balance. */
export async function returnToBalance(
  { storage, way }: Pick<NotificationDeps, 'storage' | 'way'>,
  { id, why }: { id: string; why: string },
): Promise<void> {
  const end = { kind: 'refused' as const, failure: why, isLate: true };
  await storage.paybacks.end({ actor: paymentActor(way), id, end });
}

export async function creditPaid(
  { storage, way, log }: Omit<NotificationDeps, 'cards'>,
  payment: PaidPayment,
): Promise<CreditResult['kind']> {
  const { refundedMicros: _, createdAtMs: __, ...credit } = payment;
  const { kind } = await storage.payments.credit({ actor: paymentActor(way), ...credit });
  const { reference, accountId } = payment;
  if (kind === 'refused' || kind === 'conflict')
    log.error({ reference, accountId, kind }, 'a payment has arrived and cannot be credited');
  else if (kind === 'not_found')
    log.warn({ reference, accountId }, 'a payment names an account that does not exist here');
  return kind;
}

/** For a payment in the ledger. Repeating a movement changes nothing. */
export async function applyDispute(
  { storage, way }: Pick<NotificationDeps, 'storage' | 'way'>,
  { kind, id, payment, disputedMicros }: DisputeNotification,
): Promise<DisputeNotification['kind'] | 'duplicate' | 'unknown_payment'> {
  const verb = kind === 'withdrawn' ? storage.payments.withdraw : storage.payments.reinstate;
  return (await verb({ actor: paymentActor(way), id, payment, disputedMicros })).kind;
}

async function creditAndDispute(deps: NotificationDeps, notification: DisputeNotification): Promise<void> {
  const { cards, log } = deps;
  if ((await applyDispute(deps, notification)) !== 'unknown_payment') return;
  const { id, payment } = notification;
  const paid = await cards.find(payment);
  if (paid === null) {
    log.warn({ dispute: id, payment }, 'a dispute is about a payment that is not of this gateway');
    return;
  }
  // Another notification may have credited the payment already; the dispute is applied in any case.
  await creditPaid(deps, paid);
  await applyDispute(deps, notification);
}
