// Checks whether the server's disk has space for what calls write. The small commit that proves readiness updates a row in place, which
// works even on a full disk. So once a write has found the disk full, readiness is proved by allocating new blocks, until that succeeds.
import { type SqlConnection, sqlState } from './connection.ts';

/** Allocates a megabyte: a few hundred calls. With less, the disk counts as full. */
const PROOF = `CREATE TEMPORARY TABLE reelgate_room ON COMMIT DROP AS
  SELECT repeat(md5(n::text), 30) AS filling FROM generate_series(1, 1024) AS n`;

const DISK_FULL = '53100';
const MAY_NOT = '42501';

export class DiskSpace {
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Takes the error of any transaction: the server reports when it cannot extend a table. */
  note(error: unknown): void {
    if (sqlState(error) === DISK_FULL) this.#isFull = true;
  }

  /** Fails as calls would. */
  async prove(db: SqlConnection): Promise<void> {
    try {
      await db.query({ text: PROOF });
    } catch (error) {
      // A role that may not create temporary tables finds out by its next call.
      if (sqlState(error) !== MAY_NOT) throw error;
    }
    this.#isFull = false;
  }
}
