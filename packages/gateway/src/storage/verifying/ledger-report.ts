// Owns what a check of the ledger is asked, what it says, and what it leaves for the next one. Words alone; the check itself is in
// verifying/.
import type { Micros } from '../../domain/money.ts';

/** One disagreement between the ledger and what hangs on it. */
export interface LedgerDifference {
  accountId: string;
  check: string;
  expected: string;
  found: string;
}

export interface VerifyInput {
  /** `checkpoint`: only what came since the last clean check; everything, when there was none. */
  from: 'start' | 'checkpoint';
}

/** Called now and then; entries and calls that were looked at count alike. */
export type OnVerified = (done: number, total: number) => void;

export interface LedgerReport {
  accounts: number;
  /** All that there are. */
  entries: number;
  calls: number;
  /** Those that this check has read. */
  checked: { entries: number; calls: number };
  /** When the check was made that this one went on from; null when it began at the start. */
  sinceMs: number | null;
  heldMicros: Micros;
  balanceMicros: Micros;
  /** The first of them; `differenceCount` has them all. */
  differences: LedgerDifference[];
  differenceCount: number;
  /** From where the next check may go on; null when something does not add up, or nothing is kept. */
  next: NextCheckpoint | null;
}

/** What a check has proven of one account. */
export interface AccountProof {
  accountId: string;
  /** Entries up to this number were folded. */
  entrySeq: number;
  balanceMicros: number;
  charges: number;
  chargedMicros: number;
  /** Of calls up to the checkpoint's number: those that are settled, and all others. */
  settled: number;
  unsettled: number;
  /** A chain over every entry, so that no word of them can change unnoticed by a check from the start. */
  digest: string;
}

/** What settled calls up to the checkpoint's number come to: `key_id:…`, `project_id:…` in money, `free:…` in calls. */
export interface ProvenSum {
  scope: string;
  amount: number;
}

export interface LedgerCheckpoint {
  atMs: number;
  /** Every call up to this number was committed when the check began, and was looked at. */
  callSeq: number;
  calls: number;
  entries: number;
  digest: string;
}

/** What a clean check leaves for the next one. */
export interface NextCheckpoint {
  head: LedgerCheckpoint;
  /** The digest of the checkpoint that it replaces; null when there was none. */
  replaces: string | null;
  /** All rows, and not only those that changed: nothing of the earlier checkpoint is of use. */
  isWhole: boolean;
  accounts: AccountProof[];
  sums: ProvenSum[];
}
