// Owns what the ledger decides about a complaint, for every backend: whether it is refunded at once or waits for a person. The
// backends read the rows under the account's lock and write what is decided here.
import type { Complaint, Ground } from '../domain/complaint.ts';
import { MICROS_MAX } from '../domain/money.ts';
import type { FileComplaint } from './complaint-verbs.ts';

export interface Standing {
  /** Of the charge, what was not given back yet. */
  leftMicros: number;
  /** Refunded from this month's allowance so far. */
  allowedMicros: number;
  /** Complaints of the account that were refunded today and that no person decided. */
  automatic: number;
  balanceMicros: number;
}

export interface Verdict {
  state: Complaint['state'];
  ground: Ground;
  note: string;
  refundedMicros: number;
}

/** A rule first, then the allowance of the month, else a person. */
export function decide(input: FileComplaint, standing: Standing): Verdict {
  const { rule, allowanceMicros, automaticPerDay } = input;
  const { leftMicros, allowedMicros, automatic, balanceMicros } = standing;
  const wait = { state: 'waiting' as const, ground: 'person' as const, refundedMicros: 0 };
  if (balanceMicros + leftMicros > MICROS_MAX) return { ...wait, note: 'the balance can hold no more' };
  const refund = { state: 'refunded' as const, refundedMicros: leftMicros };
  if (rule === null && allowedMicros + leftMicros > allowanceMicros)
    return { ...wait, note: 'a person will look at it' };
  if (automatic >= automaticPerDay) return { ...wait, note: tooMany(rule) };
  if (rule !== null) return { ...refund, ground: rule.name, note: rule.note };
  return { ...refund, ground: 'allowance', note: 'refunded from the allowance of this month' };
}

/** For the operator, who reads what the rule saw. */
function tooMany(rule: FileComplaint['rule']): string {
  const seen = rule === null ? '' : `${rule.note}; `;
  return `${seen}the automatic refunds of this day are used up, and a person will look at it`;
}

const AUTOMATIC = `p.state = 'refunded' AND p.ground <> 'person'`;

/** Of the table `c` of calls: refunded without a person. Whoever asks for such a call again gets no answer. */
export const IS_AUTO_REFUNDED = `EXISTS (SELECT 1 FROM complaints p WHERE p.call_seq = c.seq AND ${AUTOMATIC})`;

/** How many an account has had since. After a clock was set back it counts too many and never too few. */
export const automaticSince = (account: string, fromMs: string) =>
  `(SELECT count(*) FROM complaints p WHERE p.account_id = ${account} AND p.filed_at_ms >= ${fromMs} AND ${AUTOMATIC})`;

/** Makes a second refund for one complaint impossible: an entry's reference is there once. */
export const refundReference = (complaintId: string) => `complaint:${complaintId}`;
