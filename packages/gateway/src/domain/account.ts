// Owns the words for accounts and their money: what an account is, what an entry is, and the rules of each kind.
import type { RateLimit } from './key.ts';
import type { Micros } from './money.ts';

export interface Account {
  id: string;
  name: string;
  status: 'active' | 'disabled';
  currency: string;
  /** Sum of all entries. */
  balanceMicros: Micros;
  /** Sum of all open holds. */
  heldMicros: Micros;
  /** Shared by all keys of the account, on top of each key's own limit; null means none. */
  rate: RateLimit | null;
  /** Whose it is, for people; null when nobody said. */
  title: string | null;
  /** A mail address. */
  contact: string | null;
  /** For statements; both null when nobody said. */
  billingAddress: string | null;
  taxId: string | null;
  /** Below this balance the account is told; 0 tells nobody, null is the limit of the settings. */
  lowBalanceMicros: Micros | null;
  createdAtMs: number;
  /** Null while it is open. A closed account is disabled too, until it is opened again. */
  closedAtMs: number | null;
}

/** What a new call may still use. Never below zero: the database refuses it. */
export function available(account: Account): Micros {
  return (account.balanceMicros - account.heldMicros) as Micros;
}

/** `charge` is written by settling a call and by nothing else; the other three are an operator's, with a reason. */
export const ENTRY_KINDS = ['topup', 'charge', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One immutable ledger row. */
export interface Entry {
  id: number;
  accountId: string;
  /** 1, 2, 3 … within the account, without a gap. */
  seq: number;
  kind: EntryKind;
  /** Signed: a charge is negative. */
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  atMs: number;
  /** Of the call, for charges and refunds. */
  requestId: string | null;
  /** The payment that a top-up stands for: credited once, to one account, and never again. */
  reference: string | null;
  actor: string;
  reason: string | null;
}
