// Releases that could not be committed because the ledger was unavailable. They are tried again when the ledger is back, so that
// their request ids need not wait until the holds expire. Nothing is ever charged here. If the charge was committed after all,
// the ledger finds the call settled and ignores the release.
import type { ReleaseCall, Storage } from '../../storage/storage.ts';

/** More than a node loses in an outage: its calls stop at the first failure. Holds beyond this number expire. */
const HOLDS_MAX = 10_000;

export class PendingReleases {
  readonly #releases = new Set<ReleaseCall>();

  add(release: ReleaseCall): void {
    if (this.#releases.size < HOLDS_MAX) this.#releases.add(release);
  }

  /** Rejects at the first release that fails; the rest stays for the next run. */
  async giveBack(calls: Pick<Storage['calls'], 'release'>): Promise<void> {
    for (const release of this.#releases) {
      await calls.release(release);
      this.#releases.delete(release);
    }
  }
}
