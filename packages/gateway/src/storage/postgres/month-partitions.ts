// The monthly partitions of entries, usage and provider days. Those of this month and the next two are made at the start, every hour, and
// when a batch finds that its month has none. There is no default partition.
import { monthStartMs } from '../../domain/clock.ts';
import { type DatabaseClock, nowQuery } from './database-clock.ts';
import type { Database } from './transaction.ts';

/** This month and the next two, so that rows have a partition even if no node made any for a while. */
const MONTHS_AHEAD = 3;

export class MissingMonth extends Error {
  readonly atMs: number;

  constructor(atMs: number) {
    super('the month has no partitions yet');
    this.atMs = atMs;
  }
}

export class MonthPartitions {
  readonly #database: Database;
  readonly #clock: DatabaseClock;
  #made = { fromMs: 0, untilMs: 0 };

  constructor(database: Database, clock: DatabaseClock) {
    this.#database = database;
    this.#clock = clock;
  }

  assertMade(atMs: number): void {
    if (atMs < this.#made.fromMs || atMs >= this.#made.untilMs) throw new MissingMonth(atMs);
  }

  async make(atMs: number): Promise<void> {
    const untilMs = await this.#database.write(async (connection) => {
      const row = await connection.get('SELECT reelgate_make_months($1, $2) AS until_ms', atMs, MONTHS_AHEAD);
      return { value: row?.until_ms as number, last: [], wasCommitted: null };
    });
    this.#made = { fromMs: monthStartMs(atMs), untilMs };
  }

  async makeNow(): Promise<void> {
    const now = await this.#database.read((connection) => connection.query(nowQuery(this.#clock)));
    await this.make(now.rows[0]!.now_ms as number);
  }
}
