// Owns what the ledger decides about a complaint, for every backend: whether it is refunded at once or waits for a person. The
// backends read the rows under the account's lock and write what is decided here.
import type { Complaint, Ground } from '../domain/complaint.ts';
import { MICROS_MAX } from '../domain/money.ts';
import type { FileComplaint } from './storage.ts';

export interface Standing {
  /** Of the charge, what was not given back yet. */
  leftMicros: number;
  /** Refunded from this month's allowance so far. */
  allowedMicros: number;
  balanceMicros: number;
}

export interface Verdict {
  state: Complaint['state'];
  ground: Ground;
  note: string;
  refundedMicros: number;
}

/** A rule first, then the allowance of the month, else a person. */
export function decide({ rule, allowanceMicros }: FileComplaint, standing: Standing): Verdict {
  const { leftMicros, allowedMicros, balanceMicros } = standing;
  const wait = { state: 'waiting' as const, ground: 'person' as const, refundedMicros: 0 };
  if (balanceMicros + leftMicros > MICROS_MAX) return { ...wait, note: 'the balance can hold no more' };
  const refund = { state: 'refunded' as const, refundedMicros: leftMicros };
  if (rule !== null) return { ...refund, ground: rule.name, note: rule.note };
  if (allowedMicros + leftMicros > allowanceMicros) return { ...wait, note: 'a person will look at it' };
  return { ...refund, ground: 'allowance', note: 'refunded from the allowance of this month' };
}

/** Makes a second refund for one complaint impossible: an entry's reference is there once. */
export const refundReference = (complaintId: string) => `complaint:${complaintId}`;
