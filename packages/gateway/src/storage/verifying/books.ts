// Owns what a check of the ledger adds up while it reads: a book for each account, and the running sums. It begins with what the
// checkpoint has proven, and in the end holds what the next checkpoint will say. It reads nothing itself.

import { type KnownCheckpoint, NOTHING_PROVEN } from './checkpoint.ts';
import type { AccountProof } from './ledger-report.ts';

export interface AccountBook extends AccountProof {
  /** Entries up to this number were folded by an earlier check. */
  provenEntrySeq: number;
  /** Settled calls behind the number that the next checkpoint reaches. */
  settledLater: number;
  /** Charges since the checkpoint of calls that it had seen unsettled. */
  lateCharges: number;
  /** Of the calls that the checkpoint knew as unsettled. */
  unsettledBefore: number;
}

export class Books {
  readonly accounts = new Map<string, AccountBook>();
  /** Of settled calls up to the number that the next checkpoint reaches, and of all later and open ones. */
  readonly sums: Map<string, number>;
  readonly sumsLater = new Map<string, number>();
  /** Where the checkpoint ended: calls up to this number are only looked at when they were charged since. */
  readonly fromCallSeq: number;
  entries: number;
  calls: number;
  checkedEntries = 0;
  checkedCalls = 0;
  callsLater = 0;

  /** null: from the first entry on. */
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
