// Owns the full-text index in PostgreSQL: a GIN index over the terms, which finds every record with a word but in no order, and the
// index over ranks, which has the newest first but knows no words. Rare words are looked up in the one, common words met on the way
// through the other: each search takes the way that should touch fewer records. Must run inside a transaction with one snapshot.
import type { SqlSession } from '../../storage/postgres/connection.ts';
import type { Effort } from '../effort.ts';
import { type Phrase, TIERS, type Tier } from '../keyword.ts';
import { RANK_ABOVE_ALL } from '../rank.ts';
import type { AskedTier, FirstHits, FirstWish, Hit, IndexedRecord, RecordIndex } from '../record-index.ts';
import type { LibraryTotal, ResultPlace } from '../result-page.ts';
import { foundByIndex, matchesTier, tierCase, Values } from './conditions.ts';
import { isOutOfTime } from './snapshot.ts';

/** So many matches are looked up, sorted and counted in some 10 ms; then page and exact total come in one statement. */
const LOOKED_UP_MAX = 3_000;
/** A record that the index finds lies anywhere, one on the way through the ranks beside the one before. */
const LOOKED_UP_COST = 2;
/** Records on the way through the ranks, at least and at most, before the look-up has to do. */
const WAY_MIN = 500;
const WAY_MAX = 20_000;
/** Estimates are often off by a few times, and so is each further part of a way. */
const WAY_SLACK = 4;
/** The server takes words for independent of each other; how often they meet is seen among so many of the newest. */
const PROBED = 300;
/** What is counted of a common word: matches among so many of the newest. */
const COUNTED_MAX = 2_000;
/** Records of one answer when all are wanted one after the other; each is twice the one before. */
const CHUNK_MIN = 128;
const CHUNK_MAX = 1_024;

export class PostgresIndex implements RecordIndex {
  readonly #db: SqlSession;
  /** How many records there are, and how many are expected to match; asked once for each question. */
  readonly #expected = new Map<string, Promise<number>>();
  #records: Promise<number> | null = null;

  constructor(db: SqlSession) {
    this.#db = db;
  }

  async first(groups: Phrase[], { wanted, after, effort }: FirstWish): Promise<FirstHits> {
    const hits: Hit[] = [];
    const inTime = await withinTime(effort, async () => {
      const expected = await this.#expect({ groups, tier: 3, isAlone: false });
      if (expected <= LOOKED_UP_MAX) return this.#lookUpAll(groups, after, wanted);
      for (const tier of TIERS) {
        if (after !== null && tier < after.tier) continue;
        const below = tier === after?.tier ? after.rank : RANK_ABOVE_ALL;
        const found = await this.#top({ groups, tier, isAlone: true }, below, wanted - hits.length);
        for (const record of found) hits.push({ tier, ...record });
        if (hits.length >= wanted || (tier !== 3 && effort.look())) break;
      }
      return { hits, total: null };
    });
    return inTime ?? { hits, total: null };
  }

  async *each(asked: AskedTier, below: number, effort: Effort): AsyncGenerator<IndexedRecord> {
    let from = below;
    for (let size = CHUNK_MIN; ; size = Math.min(2 * size, CHUNK_MAX)) {
      const records = await withinTime(effort, () => this.#top(asked, from, size));
      if (records === null) return;
      yield* records;
      if (records.length < size) return;
      from = records.at(-1)!.rank;
    }
  }

  /** A common word has too many matches to count: those among the newest are the least there are. */
  async count(groups: Phrase[], effort: Effort): Promise<LibraryTotal> {
    return (await withinTime(effort, () => this.#countNewest(groups))) ?? { value: 0, relation: 'capped' };
  }

  async #countNewest(groups: Phrase[]): Promise<LibraryTotal> {
    const { met, looked } = await this.#meet({ groups, tier: 3, isAlone: false }, COUNTED_MAX);
    return { value: met, relation: looked < COUNTED_MAX ? 'eq' : 'capped' };
  }

  /** Page and total in one statement. */
  async #lookUpAll(groups: Phrase[], after: ResultPlace | null, wanted: number): Promise<FirstHits> {
    const values = new Values();
    const rows = await this.#db.all(
      `WITH found AS MATERIALIZED (
         SELECT rank, ${tierCase(groups, values)} AS tier FROM library_records
         WHERE ${foundByIndex(groups, 3, values)}
       ), page AS (
         SELECT rank, tier FROM found WHERE ${isAfter(after, values)} ORDER BY tier, rank DESC LIMIT ${values.add(wanted)}
       )
       SELECT page.rank, page.tier, r.body, (SELECT count(tier) FROM found) AS total
       FROM page JOIN library_records r ON r.rank = page.rank ORDER BY page.tier, page.rank DESC`,
      ...values.list,
    );
    const hits = rows.map(({ rank, tier, body }) => ({ rank, tier, body }) as Hit);
    return { hits, total: { value: (rows[0]?.total as number | undefined) ?? 0, relation: 'eq' } };
  }

  /** The newest that match, by whichever way should touch fewer records. */
  async #top(asked: AskedTier, below: number, wanted: number): Promise<IndexedRecord[]> {
    const expected = Math.max(1, await this.#expect(asked));
    const way = (wanted * (await this.#count())) / expected;
    const most = expected * LOOKED_UP_COST;
    if (way > most) return this.#lookUp(asked, below, wanted);
    const records: IndexedRecord[] = [];
    let from: number | null = below;
    // Never further than the look-up would cost.
    let left = clamp(most, WAY_MIN, WAY_MAX);
    for (
      let length = clamp(way * WAY_SLACK, WAY_MIN, left);
      left > 0;
      length = Math.min(length * WAY_SLACK, left)
    ) {
      const met = await this.#walk(asked, from, wanted - records.length, length);
      records.push(...met.records);
      if (records.length >= wanted || met.lowest === null) return records;
      from = met.lowest;
      left -= length;
    }
    // They lie further down than they should: the rest is looked up.
    return [...records, ...(await this.#lookUp(asked, from, wanted - records.length))];
  }

  /** By the index over words: all matches are found, and the newest of them taken. */
  async #lookUp(asked: AskedTier, below: number, wanted: number): Promise<IndexedRecord[]> {
    const values = new Values();
    const rows = await this.#db.all(
      `WITH found AS MATERIALIZED (
         SELECT rank FROM library_records WHERE ${foundByIndex(asked.groups, asked.tier, values)} AND ${matchesTier(asked, values)}
       ), page AS (
         SELECT rank FROM found WHERE rank < ${values.add(below)} ORDER BY rank DESC LIMIT ${values.add(wanted)}
       )
       SELECT r.rank, r.body FROM page JOIN library_records r ON r.rank = page.rank ORDER BY r.rank DESC`,
      ...values.list,
    );
    return rows as unknown as IndexedRecord[];
  }

  /** By the index over ranks: so many records from the newest on are looked at. `lowest` is null when there are no more. */
  async #walk(
    asked: AskedTier,
    below: number,
    wanted: number,
    length: number,
  ): Promise<{ records: IndexedRecord[]; lowest: number | null }> {
    const values = new Values();
    const [from, most] = [values.add(below), values.add(length)];
    const rows = await this.#db.all(
      `WITH way AS MATERIALIZED (
         SELECT min(rank) AS lowest, count(*) AS looked FROM
           (SELECT rank FROM library_records WHERE rank < ${from} ORDER BY rank DESC LIMIT ${most}) near
       )
       SELECT way.lowest, way.looked, r.rank, r.body FROM way LEFT JOIN LATERAL (
         SELECT rank, body FROM library_records
         WHERE rank < ${from} AND rank >= way.lowest AND ${matchesTier(asked, values)}
         ORDER BY rank DESC LIMIT ${values.add(wanted)}
       ) r ON true ORDER BY r.rank DESC`,
      ...values.list,
    );
    const { lowest, looked } = rows[0] as { lowest: number; looked: number };
    const records = rows.filter(({ rank }) => rank !== null) as unknown as IndexedRecord[];
    return {
      records: records.map(({ rank, body }) => ({ rank, body })),
      lowest: looked < length ? null : lowest,
    };
  }

  #count(): Promise<number> {
    this.#records ??= this.#db
      .get('SELECT coalesce(sum(records), 0)::bigint AS n FROM library_tallies')
      .then((row) => row!.n as number);
    return this.#records;
  }

  /** By what the server knows of how common each term is, and by how often several of them meet. */
  #expect({ groups, tier }: AskedTier): Promise<number> {
    const values = new Values();
    const condition = foundByIndex(groups, tier, values);
    const key = String(values.list[0]);
    let expected = this.#expected.get(key);
    if (expected === undefined) {
      const isOneTerm = groups.length === 1 && groups[0]!.terms.length === 1;
      const text = `EXPLAIN (FORMAT JSON) SELECT 1 FROM library_records WHERE ${condition}`;
      expected = Promise.all([
        this.#db.get(text, ...values.list).then(plannedRows),
        isOneTerm ? 0 : this.#probe({ groups, tier, isAlone: false }),
      ]).then(([planned, met]) => Math.max(planned, met));
      this.#expected.set(key, expected);
    }
    return expected;
  }

  /** How many would match if the newest were like all others. */
  async #probe(asked: AskedTier): Promise<number> {
    const [{ met, looked }, records] = await Promise.all([this.#meet(asked, PROBED), this.#count()]);
    return looked === 0 ? 0 : (met / looked) * records;
  }

  /** How many of the newest match. */
  async #meet(asked: AskedTier, length: number): Promise<{ met: number; looked: number }> {
    const values = new Values();
    const row = await this.#db.get(
      `SELECT count(*) FILTER (WHERE near.hit) AS met, count(*) AS looked FROM
         (SELECT (${matchesTier(asked, values)}) AS hit FROM library_records ORDER BY rank DESC LIMIT ${length}) near`,
      ...values.list,
    );
    return row as { met: number; looked: number };
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.ceil(Math.min(Math.max(value, least), most));
}

function plannedRows(row: Record<string, unknown> | undefined): number {
  const [plan] = row!['QUERY PLAN'] as [{ Plan: { 'Plan Rows': number } }];
  return plan.Plan['Plan Rows'];
}

function isAfter(after: ResultPlace | null, values: Values): string {
  if (after === null) return 'tier IS NOT NULL';
  const tier: Tier = after.tier;
  return `(tier > ${tier} OR (tier = ${tier} AND rank < ${values.add(after.rank)}))`;
}

/** null when the server ended it: the search is over, and what was found before is the answer. */
async function withinTime<T>(effort: Effort, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    effort.isOver = true;
    return null;
  }
}
