// The fields of the forms about accounts, the bodies that they send, and the preview of a booking.
import { useState } from 'react';
import type { AdminAdjustBody, AdminRefundBody, AdminTopUpBody } from '../../api/api-types.ts';
import { freshId } from '../../api/fresh-id.ts';
import { isTooLarge, readSignedAmount, toDecimal } from '../../money/money.ts';
import { admin } from '../api.ts';

/**
 * The reference of a booking for which the operator gives none. It is drawn when the dialog opens and kept until it closes, so that a
 * second click, or a repeat after a lost answer, does not book twice.
 */
export function useOwnReference(): string {
  const [reference] = useState(() => `console-${freshId()}`);
  return reference;
}

export type MoneyKind = 'topup' | 'refund' | 'adjust';

interface MoneyFields {
  amount: string;
  reference: string;
  reason: string;
  /** Request id of the call that is refunded. */
  request: string;
}

/** How much the balance changes; null while that is unknown. A refund without an amount refunds all that is left. */
export function changeOf(kind: MoneyKind, amount: string, most: bigint | null): bigint | null {
  if (kind === 'refund' && amount.trim() === '') return most;
  return readSignedAmount(amount);
}

/** Why the gateway would refuse the typed amount; null if it would not, or while nothing is typed. Only an adjustment may be negative. */
export function amountFault(kind: MoneyKind, amount: string): 'wrong' | 'large' | 'negative' | null {
  if (amount.trim() === '') return null;
  if (isTooLarge(amount)) return 'large';
  const micros = readSignedAmount(amount);
  if (micros === null) return 'wrong';
  return kind !== 'adjust' && micros <= 0n ? 'negative' : null;
}

interface Bodies {
  topup: AdminTopUpBody;
  refund: AdminRefundBody;
  adjust: AdminAdjustBody;
}

/** The form requires what the route requires. Other empty fields are not sent. */
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

/** Books the money by the route of its kind. */
export function book(kind: MoneyKind, account: string, fields: MoneyFields, ownReference: string) {
  const sent = { method: 'POST', params: { account } } as const;
  const bodyOf = <Kind extends MoneyKind>(of: Kind) => bookingOf(of, fields, ownReference);
  switch (kind) {
    case 'topup':
      return admin('/accounts/{account}/topups', { ...sent, body: bodyOf(kind) });
    case 'refund':
      return admin('/accounts/{account}/refunds', { ...sent, body: bodyOf(kind) });
    case 'adjust':
      return admin('/accounts/{account}/adjustments', { ...sent, body: bodyOf(kind) });
  }
}
