// Whether the disk of the server has room for what calls write. The small commit that proves readiness changes a row in place, which works
// on a disk that is full: so once a write has found the disk full, the proof is one that takes new blocks, until it succeeds.
import { type SqlConnection, sqlState } from './connection.ts';

/** A megabyte: a few hundred calls. Less than that is as good as none. */
const PROOF = `CREATE TEMPORARY TABLE reelgate_room ON COMMIT DROP AS
  SELECT repeat(md5(n::text), 30) AS filling FROM generate_series(1, 1024) AS n`;

const DISK_FULL = '53100';
const MAY_NOT = '42501';

export class DiskSpace {
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Of any transaction: the server says so when it cannot make a table longer. */
  note(error: unknown): void {
    if (sqlState(error) === DISK_FULL) this.#isFull = true;
  }

  /** Fails as calls would. */
  async prove(db: SqlConnection): Promise<void> {
    try {
      await db.query({ text: PROOF });
    } catch (error) {
      // A role without temporary tables learns it from the next call.
      if (sqlState(error) !== MAY_NOT) throw error;
    }
    this.#isFull = false;
  }
}
