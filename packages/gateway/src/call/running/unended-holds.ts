// Owns the holds of calls that this process could neither charge nor give back, because the ledger was away: it gives them back when
// it can, so that their ids need not wait until the holds end by their time. It never charges. A hold whose charge was
// committed after all is found ended, and stays so.
import type { ReleaseCall, Storage } from '../../storage/storage.ts';

/** More than a node loses in an outage: its calls stop at the first failure. Those beyond it end by their time. */
const HOLDS_MAX = 10_000;

export class UnendedHolds {
  readonly #releases = new Set<ReleaseCall>();

  add(release: ReleaseCall): void {
    if (this.#releases.size < HOLDS_MAX) this.#releases.add(release);
  }

  /** Rejects at the first that the ledger does not take; the rest waits for the next time. */
  async giveBack(calls: Pick<Storage['calls'], 'release'>): Promise<void> {
    for (const release of this.#releases) {
      await calls.release(release);
      this.#releases.delete(release);
    }
  }
}
