// What the dialog of a booking sends, and what it promises. Pure.
import { readSignedAmount, toDecimal } from '../../money/money.ts';

export type MoneyKind = 'topup' | 'refund' | 'adjust';

export interface MoneyFields {
  amount: string;
  reference: string;
  reason: string;
  /** Of the call that is refunded. */
  request: string;
}

export const BOOKING_PATHS = { topup: 'topups', refund: 'refunds', adjust: 'adjustments' } as const;

/** What the balance changes by; null before that is known. A refund without an amount is of all that is left. */
export function changeOf(kind: MoneyKind, amount: string, most: bigint | null): bigint | null {
  if (kind === 'refund' && amount.trim() === '') return most;
  return readSignedAmount(amount);
}

export function isWrongAmount(amount: string): boolean {
  return amount.trim() !== '' && readSignedAmount(amount) === null;
}

export function bookingOf(kind: MoneyKind, fields: MoneyFields, ownReference: string) {
  const value = readSignedAmount(fields.amount);
  return {
    ...(value !== null && { amount: toDecimal(value) }),
    reference: fields.reference.trim() || ownReference,
    ...(fields.reason.trim() !== '' && { reason: fields.reason.trim() }),
    ...(kind === 'refund' && { request_id: fields.request.trim() }),
  };
}
