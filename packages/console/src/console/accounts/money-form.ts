// What the dialog of a booking sends, and what it promises.
import type { AdminAdjustBody, AdminRefundBody, AdminTopUpBody } from '../../api/api-types.ts';
import { readSignedAmount, toDecimal } from '../../money/money.ts';
import { admin } from '../api.ts';

export type MoneyKind = 'topup' | 'refund' | 'adjust';

export interface MoneyFields {
  amount: string;
  reference: string;
  reason: string;
  /** Of the call that is refunded. */
  request: string;
}

/** What the balance changes by; null before that is known. A refund without an amount is of all that is left. */
export function changeOf(kind: MoneyKind, amount: string, most: bigint | null): bigint | null {
  if (kind === 'refund' && amount.trim() === '') return most;
  return readSignedAmount(amount);
}

export function isWrongAmount(amount: string): boolean {
  return amount.trim() !== '' && readSignedAmount(amount) === null;
}

interface Bodies {
  topup: AdminTopUpBody;
  refund: AdminRefundBody;
  adjust: AdminAdjustBody;
}

/** The form demands what a route requires; what it does not demand and was left empty is not sent. */
const BODIES: { [Kind in MoneyKind]: (fields: MoneyFields, reference: string) => Bodies[Kind] } = {
  topup: (fields, reference) => ({ ...amountOf(fields), reference, ...reasonOf(fields) }),
  refund: (fields, reference) => ({
    ...(fields.amount.trim() !== '' && amountOf(fields)),
    reference,
    reason: fields.reason.trim(),
    request_id: fields.request.trim(),
  }),
  adjust: (fields, reference) => ({ ...amountOf(fields), reference, reason: fields.reason.trim() }),
};

const amountOf = ({ amount }: MoneyFields) => ({ amount: toDecimal(readSignedAmount(amount) ?? 0n) });

const reasonOf = ({ reason }: MoneyFields) => (reason.trim() === '' ? {} : { reason: reason.trim() });

export function bookingOf<Kind extends MoneyKind>(
  kind: Kind,
  fields: MoneyFields,
  ownReference: string,
): Bodies[Kind] {
  return BODIES[kind](fields, fields.reference.trim() || ownReference);
}

/** Books it, by the route of its kind. */
export function book(kind: MoneyKind, account: string, fields: MoneyFields, ownReference: string) {
  const params = { account };
  const method = 'POST';
  if (kind === 'topup') {
    const body = bookingOf(kind, fields, ownReference);
    return admin('/accounts/{account}/topups', { method, params, body });
  }
  if (kind === 'refund') {
    const body = bookingOf(kind, fields, ownReference);
    return admin('/accounts/{account}/refunds', { method, params, body });
  }
  const body = bookingOf(kind, fields, ownReference);
  return admin('/accounts/{account}/adjustments', { method, params, body });
}
