// Accounts, their ledger entries, and the rules of each kind of entry.
import type { RateLimit } from './access/key.ts';
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
  /** Shared by all keys of the account, in addition to the limit of each key. Null: no limit. */
  rate: RateLimit | null;
  /** Owner of the account, as shown to people. Null when not given. */
  title: string | null;
  /** An e-mail address. */
  contact: string | null;
  /** Printed on statements. Both are null when not given. */
  billingAddress: string | null;
  taxId: string | null;
  /** Below this balance the account gets a `balance.low` event. 0 turns it off; null uses the limit of the settings. */
  lowBalanceMicros: Micros | null;
  createdAtMs: number;
  /** Null while the account is open. A closed account is also disabled, until an operator opens it again. */
  closedAtMs: number | null;
}

/** What new calls may still spend. A constraint of the database keeps it from falling below zero. */
export function available(account: Account): Micros {
  return (account.balanceMicros - account.heldMicros) as Micros;
}

/** Only settling a call writes a `charge`. The other three are made by an operator, with a reason. */
export const ENTRY_KINDS = ['topup', 'charge', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One immutable ledger row. */
export interface Entry {
  id: number;
  accountId: string;
  /** 1, 2, 3 … within the account, without gaps. */
  seq: number;
  kind: EntryKind;
  /** Signed: a charge is negative. */
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  atMs: number;
  /** The call that was charged or refunded; null for other kinds. */
  requestId: string | null;
  /** The payment behind a top-up. The ledger credits each reference once, to one account. */
  reference: string | null;
  actor: string;
  reason: string | null;
}
