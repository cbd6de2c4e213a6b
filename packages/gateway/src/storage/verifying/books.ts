// What a check of the ledger adds up while it reads: a book for each account, and running sums. It starts with the last checkpoint and
// ends with the values of the next one. It reads nothing itself.

import { type KnownCheckpoint, NOTHING_PROVEN } from './checkpoint.ts';
import type { AccountProof } from './ledger-report.ts';

export interface AccountBook extends AccountProof {
  /** Entries up to this number were added up by an earlier check. */
  provenEntrySeq: number;
  /** Number of settled calls after the last call of the next checkpoint. */
  settledLater: number;
  /** Number of charges since the checkpoint whose calls were unsettled in it. */
  lateCharges: number;
  /** Number of calls that were unsettled in the last checkpoint. */
  unsettledBefore: number;
}

export class Books {
  readonly accounts = new Map<string, AccountBook>();
  /**
   * Sums over settled calls up to the last call of the next checkpoint. `sumsLater` are the sums over later calls, including open ones.
   */
  readonly sums: Map<string, number>;
  readonly sumsLater = new Map<string, number>();
  /** Last call of the checkpoint. Calls up to this number are only read if they were charged since. */
  readonly fromCallSeq: number;
  entries: number;
  calls: number;
  checkedEntries = 0;
  checkedCalls = 0;
  callsLater = 0;

  /** null: the check starts with the first entry. */
  constructor(known: KnownCheckpoint | null) {
    this.fromCallSeq = known?.head.callSeq ?? 0;
    this.entries = known?.head.entries ?? 0;
    this.calls = known?.head.calls ?? 0;
    this.sums = new Map(known?.sums);
    for (const proof of known?.accounts.values() ?? []) this.accounts.set(proof.accountId, begin(proof));
  }

  of(accountId: string): AccountBook {
    let book = this.accounts.get(accountId);
    if (book === undefined) {
      book = begin({ accountId, ...NOTHING_PROVEN });
      this.accounts.set(accountId, book);
    }
    return book;
  }

  addTo(scope: string, amount: number, { isLater }: { isLater: boolean }): void {
    const sums = isLater ? this.sumsLater : this.sums;
    sums.set(scope, (sums.get(scope) ?? 0) + amount);
  }

  sumOf(scope: string): number {
    return (this.sums.get(scope) ?? 0) + (this.sumsLater.get(scope) ?? 0);
  }

  proofs(): Map<string, AccountProof> {
    return new Map([...this.accounts].map(([id, book]) => [id, proofOf(book)]));
  }
}

function begin(proof: AccountProof): AccountBook {
  const proven = { provenEntrySeq: proof.entrySeq, unsettledBefore: proof.unsettled };
  return { ...proof, ...proven, settledLater: 0, lateCharges: 0, unsettled: 0 };
}

function proofOf({
  provenEntrySeq,
  settledLater,
  lateCharges,
  unsettledBefore,
  ...proof
}: AccountBook): AccountProof {
  return proof;
}
