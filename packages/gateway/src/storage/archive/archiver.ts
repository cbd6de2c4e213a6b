// Archives a ledger while it is served: reads what was added since the last batch through the storage port, and appends it to the files.
// It reads from the files how far they go, so it continues after a kill.

import { ARCHIVE_ACCOUNTS_MAX, type ArchiveRows, type EntryHead } from '../nouns/archive.ts';
import type { Storage } from '../storage.ts';
import { Archive, BrokenArchive } from './archive-files.ts';

export interface Archived {
  batches: number;
  entries: number;
}

type Ledger = Pick<Storage['ledger'], 'archiveHeads' | 'archiveRows'>;

export class Archiver {
  readonly #archive: Archive;
  /** The number of the last archived entry, by account. */
  readonly #heads = new Map<string, number>();
  #catalogVersion = 0;

  private constructor(archive: Archive) {
    this.#archive = archive;
  }

  /** Reads the whole archive and checks its chain of digests. */
  static async open(folder: string): Promise<Archiver> {
    const archiver = new Archiver(new Archive(folder));
    for await (const { rows } of archiver.#archive.read()) archiver.#note(rows);
    return archiver;
  }

  get digest(): string {
    return this.#archive.digest;
  }

  /** Archives everything that the ledger has and the archive lacks. */
  async archiveNew(ledger: Ledger, nowMs: () => number): Promise<Archived> {
    const { accounts, catalogVersion } = await ledger.archiveHeads();
    this.#assertBehind(accounts);
    const moved = accounts.filter(({ accountId, entrySeq }) => entrySeq > this.#headOf(accountId));
    const archived: Archived = { batches: 0, entries: 0 };
    const isNewCatalog = catalogVersion > this.#catalogVersion;
    while (moved.length > 0 || (isNewCatalog && archived.batches === 0)) {
      const asked = moved.slice(0, ARCHIVE_ACCOUNTS_MAX).map(({ accountId }) => this.#place(accountId));
      const rows = await ledger.archiveRows({ accounts: asked, catalogVersion: this.#catalogVersion });
      this.#archive.append(rows, nowMs());
      this.#note(rows);
      archived.batches++;
      archived.entries += rows.entries.length;
      // A batch may end in the middle of an account; the rest of that account is read next.
      while (moved.length > 0 && this.#headOf(moved[0]!.accountId) >= moved[0]!.entrySeq) moved.shift();
      if (rows.entries.length === 0 && moved.length > 0)
        throw new BrokenArchive(`the ledger lacks entries of ${moved[0]!.accountId}: verify it`);
    }
    return archived;
  }

  #headOf(accountId: string): number {
    return this.#heads.get(accountId) ?? 0;
  }

  #place(accountId: string): EntryHead {
    return { accountId, entrySeq: this.#headOf(accountId) };
  }

  #note({ entries, catalogs }: ArchiveRows): void {
    for (const { account_id, seq } of entries) this.#heads.set(account_id as string, seq as number);
    for (const { version } of catalogs) this.#catalogVersion = version as number;
  }

  /** Throws if the archive has entries that the ledger lacks: a restored ledger would add other entries under the same numbers. */
  #assertBehind(accounts: readonly EntryHead[]): void {
    const found = new Map(accounts.map(({ accountId, entrySeq }) => [accountId, entrySeq]));
    for (const [accountId, seq] of this.#heads)
      if ((found.get(accountId) ?? 0) < seq)
        throw new BrokenArchive(
          `the archive has entries of ${accountId} that the ledger lacks: if it was restored, run "storage catch-up" first; ` +
            'if it is another ledger, archive into another folder',
        );
  }
}
