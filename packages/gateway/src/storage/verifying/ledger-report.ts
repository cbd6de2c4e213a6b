// Types of a ledger check: its input, its report, and the checkpoint for the next check.
import type { Micros } from '../../domain/money.ts';

/** One disagreement between the ledger and a table that must agree with it. */
export interface LedgerDifference {
  accountId: string;
  check: string;
  expected: string;
  found: string;
}

export interface VerifyInput {
  /** `checkpoint`: only what was written since the last clean check, or everything if there was none. */
  from: 'start' | 'checkpoint';
}

/** Called from time to time. `done` and `total` count entries and calls together. */
export type OnVerified = (done: number, total: number) => void;

export interface LedgerReport {
  accounts: number;
  /** Number of entries in the ledger. */
  entries: number;
  calls: number;
  /** Number of rows that this check has read. */
  checked: { entries: number; calls: number };
  /** Time of the check that this one continued from; null when it began at the start. */
  sinceMs: number | null;
  heldMicros: Micros;
  balanceMicros: Micros;
  /** The first differences; `differenceCount` is their total. */
  differences: LedgerDifference[];
  differenceCount: number;
  /** The checkpoint for the next check; null when there are differences, or when none is kept. */
  next: NextCheckpoint | null;
}

/** What a check has covered of one account. */
export interface AccountProof {
  accountId: string;
  /** Entries up to this number were added up. */
  entrySeq: number;
  balanceMicros: number;
  charges: number;
  chargedMicros: number;
  /** Of the calls up to the checkpoint's last call: how many are settled, and how many are not. */
  settled: number;
  unsettled: number;
  /** A digest chained over every entry: a check from the start finds any change in them. */
  digest: string;
}

/** A sum over settled calls up to the checkpoint's last call: `key_id:…` and `project_id:…` in micro-units, `free:…` in calls. */
export interface ProvenSum {
  scope: string;
  amount: number;
}

export interface LedgerCheckpoint {
  atMs: number;
  /** The last call of the checkpoint. All calls up to it were committed when the check began, and were checked. */
  callSeq: number;
  calls: number;
  entries: number;
  digest: string;
}

/** What a clean check leaves for the next one. */
export interface NextCheckpoint {
  head: LedgerCheckpoint;
  /** The digest of the checkpoint that it replaces; null without one. */
  replaces: string | null;
  /** True: `accounts` and `sums` are complete and replace all rows of the earlier checkpoint. False: they are only the changed rows. */
  isWhole: boolean;
  accounts: AccountProof[];
  sums: ProvenSum[];
}
