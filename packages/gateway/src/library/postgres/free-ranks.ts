// Owns the giving of ranks within one batch: the first free one of a second. Runs inside a transaction that no other writer shares.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import { RANKS_PER_SECOND } from '../rank.ts';

export class FreeRanks {
  readonly #db: SqlConnection;
  /** The first free rank of each second that was looked at. */
  readonly #free = new Map<number, number>();

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  /** Looks at all of these at once. */
  async look(seconds: readonly number[]): Promise<void> {
    const wanted = [...new Set(seconds)].filter((second) => !this.#free.has(second));
    if (wanted.length === 0) return;
    const rows = await this.#db.all(
      `SELECT s.second, (SELECT max(rank) FROM library_records
         WHERE rank >= s.second * ${RANKS_PER_SECOND} AND rank < (s.second + 1) * ${RANKS_PER_SECOND}) AS highest
       FROM unnest($1::bigint[]) AS s (second)`,
      wanted,
    );
    for (const { second, highest } of rows as { second: number; highest: number | null }[])
      this.#free.set(second, highest === null ? second * RANKS_PER_SECOND : highest + 1);
  }

  /** A second with a million records overflows into the next one. */
  async next(second: number): Promise<number> {
    for (let at = second; ; at += 1) {
      await this.look([at]);
      const rank = this.#free.get(at)!;
      if (rank < (at + 1) * RANKS_PER_SECOND) {
        this.#free.set(at, rank + 1);
        return rank;
      }
    }
  }
}
