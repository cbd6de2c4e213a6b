// Owns the verbs of complaints, as the storage port states them.
import type { CallRecord } from '../domain/call.ts';
import type { Complaint, ComplaintRule, ComplaintState } from '../domain/complaint.ts';
import type { Micros } from '../domain/money.ts';
import type { Actor } from './actor.ts';
import type { KeptAnswer } from './ledger/paid-call-verbs.ts';
import type { Listed, Paging } from './listed.ts';

/** A settled call with its stored answer, and the calls of the same path before it. */
export interface ComplaintEvidence {
  call: CallRecord;
  fingerprint: string;
  /** null when it was never stored, or is no longer kept. */
  answer: KeptAnswer | null;
  /** The newest first, a bounded number. */
  earlier: { fingerprint: string; answer: KeptAnswer }[];
}

export interface FileComplaint extends Actor {
  id: string;
  accountId: string;
  requestId: string;
  reason: string;
  /** The rule that the stored answer breaks; null when none was found. */
  rule: { name: ComplaintRule; note: string } | null;
  /** null when nobody answered, or several did: those stand in the attempts of the call. */
  provider: string | null;
  costMicros: Micros;
  /** The most that is refunded to one account in a month without a rule or a person. */
  allowanceMicros: Micros;
  /** The most complaints of one account that are refunded in a UTC day without a person. */
  automaticPerDay: number;
}

export type FileResult =
  | { kind: 'filed'; complaint: Complaint }
  /** There is one for this call already: this one, and nothing was changed. */
  | { kind: 'exists'; complaint: Complaint }
  /** Nothing was charged for the call, or all of it was given back. */
  | { kind: 'nothing_to_refund' }
  /** No call of this account under this id was charged. */
  | { kind: 'not_found' };

/** What complaints took back from one provider on one path. */
export interface ProviderClaim {
  path: string;
  provider: string;
  complaints: number;
  refundedMicros: Micros;
  costMicros: Micros;
}

export interface ComplaintVerbs {
  evidence(input: { accountId: string; requestId: string }): Promise<ComplaintEvidence | null>;
  /** Records the complaint and, where it is refunded at once, the refund entry: one commit. */
  file(input: FileComplaint): Promise<FileResult>;
  find(input: { id: string } | { accountId: string; requestId: string }): Promise<Complaint | null>;
  /** The oldest first. */
  list(input: Paging & { accountId?: string; state?: ComplaintState }): Promise<Listed<Complaint>>;
  /** Ends one that waits, with its refund entry in the same commit. */
  decide(input: Actor & { id: string; isRefunded: boolean; note: string }): Promise<
    | { kind: 'decided'; complaint: Complaint }
    /** It had ended before: so it stays. */
    | { kind: 'ended'; complaint: Complaint }
    | { kind: 'nothing_to_refund' }
    | { kind: 'not_found' }
  >;
  /** Of complaints that ended in a refund on these UTC days. */
  claims(input: { accountId?: string; fromDay: string; toDay: string }): Promise<ProviderClaim[]>;
}
