// Owns how a ledger is folded and what counts as a difference, for every backend's `ledger.verify`. It shares no arithmetic
// with the verbs that wrote the rows.
import type { Row } from './rows.ts';
import type { LedgerDifference } from './storage.ts';

/** Enough to see what went wrong; the count says how often. */
const DIFFERENCES_SHOWN_MAX = 100;

export class Differences {
  readonly shown: LedgerDifference[] = [];
  count = 0;

  compare(accountId: string, check: string, expected: unknown, found: unknown): void {
    if (expected === found) return;
    this.count++;
    if (this.shown.length >= DIFFERENCES_SHOWN_MAX) return;
    this.shown.push({ accountId, check, expected: String(expected), found: String(found) });
  }
}

export interface Fold {
  seq: number;
  balanceMicros: number;
}

/** Each account's entries must count 1, 2, 3 … and each must state the balance that the fold reaches. */
export function foldEntry(differences: Differences, accounts: Map<string, Fold>, row: Row): void {
  const id = row.account_id as string;
  const fold = accounts.get(id) ?? { seq: 0, balanceMicros: 0 };
  fold.seq++;
  fold.balanceMicros += row.amount_micros as number;
  accounts.set(id, fold);
  differences.compare(id, 'entries count without a gap', fold.seq, row.seq);
  differences.compare(id, `balance after entry ${row.seq}`, fold.balanceMicros, row.balance_after_micros);
}
