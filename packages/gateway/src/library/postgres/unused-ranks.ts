// Assigns ranks within one batch: the first unused rank of a second. Runs inside a transaction while no other writer does.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import { RANKS_PER_SECOND } from '../searching/rank.ts';

export class FreeRanks {
  readonly #db: SqlConnection;
  /** The first unused rank of each second that was queried. */
  readonly #free = new Map<number, number>();

  constructor(db: SqlConnection) {
    this.#db = db;
  }

  /** Queries all of these seconds at once. */
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
