// Owns the full-text index in PostgreSQL: a GIN index over the terms, which finds every record with a word but in no order, and the
// index over ranks, which has the newest first but knows no words. Few matches are all looked up. Of many, only those in a part of the
// ranks are, from the newest on: where the two indexes meet, or on a walk through the ranks where nearly every record has the
// word. Must run inside a transaction with one snapshot.
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import { type Phrase, TIERS, type Tier } from '../keyword.ts';
import { RANK_ABOVE_ALL } from '../rank.ts';
import type {
  AskedTier,
  Effort,
  FirstHits,
  FirstWish,
  Hit,
  IndexedRecord,
  RecordIndex,
} from '../record-index.ts';
import type { LibraryTotal, ResultPlace } from '../result-page.ts';
import { foundByIndex, matchesTier, tierCase, Values } from './conditions.ts';
import type { SearchStatistics } from './search-statistics.ts';
import { isOutOfTime } from './snapshot.ts';

/** This many matches are read, sorted and counted in about 8 ms; then the page and an exact total come with one query. */
const LOOKED_UP_MAX = 2_000;
/** Reading one record takes as long as the indexes take to find this many. */
const READING_COST = 40;
/** A scan passes this many records in about 8 ms. Matches that it has not found by then are not where they were expected. */
const WALK_MAX = 2_000;
/** The statistics do not tell how often words occur together, and in which sequence. That is measured among this many of the newest records. */
const PROBED = 300;
/** Estimates are often too high: a range should hold this many times the matches that are wanted. */
const PART_SLACK = 3;
/** The next range is at most this many times as long: matches that were rare in the first may be frequent after it. */
const PART_GROWTH = 16;
/**
 * When there are many matches, only these are counted: this many of the newest, if the indexes find them in about 5 ms; otherwise those
 * among the newest records.
 */
const COUNTED = 100;
const COUNTED_COST_MAX = 50_000;
const COUNTED_AMONG = 500;
/** Records of the first chunk when all records are read in sequence; each chunk is twice as large as the one before. */
const CHUNK_MIN = 128;
const CHUNK_MAX = 1_024;

/** Ranks from `from` up to and without `below`; no lower end when `from` is null. */
interface Part {
  below: number;
  from: number | null;
  /** Nearly every record matches, so the index over words would not save work. */
  isWalk: boolean;
}

export class PostgresIndex implements RecordIndex {
  readonly #db: SqlConnection;
  readonly #statistics: SearchStatistics;
  /** How many of the measured records match, by tier. Cached, because an index object serves one search. */
  #met: Promise<number[]> | null = null;
  /** How many times more matches there are than the statistics say, as far as it is known. */
  #excess = 1;

  constructor(db: SqlConnection, statistics: SearchStatistics) {
    this.#db = db;
    this.#statistics = statistics;
  }

  async first(groups: Phrase[], wish: FirstWish): Promise<FirstHits> {
    const hits: Hit[] = [];
    const all = await withinTime(wish.effort, async () => {
      const few = (await this.#isFew(groups)) ? await this.#lookUpAll(groups, wish) : null;
      if (few !== null) return few;
      this.#excess = Math.max(1, LOOKED_UP_MAX / this.#statistics.matches(groups, 3));
      await this.#firstOfMany(groups, wish, hits);
      return null;
    });
    return all ?? { hits, total: null };
  }

  async #isFew(groups: Phrase[]): Promise<boolean> {
    if (this.#statistics.rarest(groups, 3) <= LOOKED_UP_MAX) return true;
    // The index also finds records in which the words are not adjacent.
    const found = this.#statistics.matches(groups, 3);
    return found <= LOOKED_UP_MAX && (await this.#expect({ groups, tier: 3 })) <= LOOKED_UP_MAX;
  }

  async #firstOfMany(groups: Phrase[], { wanted, after, effort }: FirstWish, hits: Hit[]): Promise<void> {
    for (const tier of TIERS) {
      if (after !== null && tier < after.tier) continue;
      const below = tier === after?.tier ? after.rank : RANK_ABOVE_ALL;
      const found = await this.#top({ groups, tier, isAlone: true }, below, wanted - hits.length);
      for (const record of found) hits.push({ tier, ...record });
      if (hits.length >= wanted || (tier !== 3 && effort.look())) break;
    }
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

  /** Many matches are not counted exactly: those among the newest records are a lower bound. */
  async count(groups: Phrase[], effort: Effort): Promise<LibraryTotal> {
    return (await withinTime(effort, () => this.#countNewest(groups))) ?? { value: 0, relation: 'capped' };
  }

  async #countNewest(groups: Phrase[]): Promise<LibraryTotal> {
    const asked: AskedTier = { groups, tier: 3, isAlone: false };
    const { records } = this.#statistics;
    const length = (records * COUNTED) / (await this.#expect(asked));
    const isNamed = length + this.#named(asked) <= COUNTED_COST_MAX;
    const from = this.#statistics.rankBehind(RANK_ABOVE_ALL, isNamed ? length : COUNTED_AMONG);
    const part: Part = { below: RANK_ABOVE_ALL, from, isWalk: !isNamed && from !== null };
    const values = new Values();
    const row = await this.#db.get(
      `SELECT count(*) AS n FROM library_records WHERE ${isInPart(asked, part, values)}`,
      ...values.list,
    );
    return { value: row!.n as number, relation: from === null ? 'eq' : 'capped' };
  }

  /** Page and total in one query; null when there turn out to be too many matches. */
  async #lookUpAll(groups: Phrase[], { after, wanted }: FirstWish): Promise<FirstHits | null> {
    const values = new Values();
    const rows = await this.#db.all(
      `WITH found AS MATERIALIZED (
         SELECT rank, ${tierCase(groups, values)} AS tier FROM library_records
         WHERE ${foundByIndex(groups, 3, values)} LIMIT ${LOOKED_UP_MAX + 1}
       ), page AS (
         SELECT rank, tier FROM found WHERE ${isAfter(after, values)} ORDER BY tier, rank DESC LIMIT ${values.add(wanted)}
       )
       SELECT page.rank, page.tier, r.body, counted.found, counted.total
       FROM (SELECT count(*) AS found, count(tier) AS total FROM found) counted
       LEFT JOIN (page JOIN library_records r ON r.rank = page.rank) ON true ORDER BY page.tier, page.rank DESC`,
      ...values.list,
    );
    const { found, total } = rows[0] as { found: number; total: number };
    if (found > LOOKED_UP_MAX) return null;
    const hits = rows
      .filter(({ rank }) => rank !== null)
      .map(({ rank, tier, body }) => ({ rank, tier, body }) as Hit);
    return { hits, total: { value: total, relation: 'eq' } };
  }

  /** The newest matches, range by range. */
  async #top(asked: AskedTier, below: number, wanted: number): Promise<IndexedRecord[]> {
    let matches = await this.#expect(asked);
    const records: IndexedRecord[] = [];
    for (let from = below; ; ) {
      const left = wanted - records.length;
      const part = this.#part(asked, from, matches, left * PART_SLACK);
      const met = await this.#read(asked, part, left);
      records.push(...met);
      if (met.length === left || part.from === null) return records;
      // The matches found so far are a better estimate than the statistics.
      matches *= Math.max(met.length / (left * PART_SLACK), 1 / PART_GROWTH);
      from = part.from;
    }
  }

  async #read(asked: AskedTier, part: Part, wanted: number): Promise<IndexedRecord[]> {
    const values = new Values();
    const isFound = isInPart(asked, part, values);
    const most = values.add(wanted);
    const text = part.isWalk
      ? `SELECT rank, body FROM library_records WHERE ${isFound} ORDER BY rank DESC LIMIT ${most}`
      : `WITH found AS MATERIALIZED (SELECT rank FROM library_records WHERE ${isFound}),
           page AS (SELECT rank FROM found ORDER BY rank DESC LIMIT ${most})
         SELECT r.rank, r.body FROM page JOIN library_records r ON r.rank = page.rank ORDER BY r.rank DESC`;
    return (await this.#db.all(text, ...values.list)) as unknown as IndexedRecord[];
  }

  /** The estimate from the statistics, corrected by the measurement. Among a few hundred records, a few matches more or less are chance. */
  async #expect({ groups, tier }: Pick<AskedTier, 'groups' | 'tier'>): Promise<number> {
    const expected = Math.max(1, this.#excess * this.#statistics.matches(groups, tier));
    if (termsIn(groups) === 1) return expected;
    this.#met ??= this.#probe(groups);
    const met = (await this.#met)[tier - 1]!;
    const each = Math.max(1, this.#statistics.records / PROBED);
    return Math.min(Math.max(expected, (met * each) / 2), (met + 1) * 2 * each);
  }

  /** Measures how many of the newest records match, by tier. */
  async #probe(groups: Phrase[]): Promise<number[]> {
    const values = new Values();
    const counts = TIERS.map((tier) => `count(*) FILTER (WHERE near.tier <= ${tier})::integer`);
    const row = await this.#db.get(
      `SELECT ARRAY[${counts.join(', ')}] AS met FROM
         (SELECT ${tierCase(groups, values)} AS tier FROM library_records ORDER BY rank DESC LIMIT ${PROBED}) near`,
      ...values.list,
    );
    return row!.met as unknown as number[];
  }

  /** A range that should hold the wanted number of matches. It is everything below a rank if finding the range would take longer than reading all. */
  #part(asked: AskedTier, below: number, matches: number, wanted: number): Part {
    const length = (this.#statistics.records * wanted) / matches;
    const from = length < matches * READING_COST ? this.#statistics.rankBehind(below, length) : null;
    const isWalk = from !== null && length <= WALK_MAX && length * READING_COST < this.#named(asked);
    return { below, from, isWalk };
  }

  /** Number of records that the index over words must read. */
  #named({ groups, tier }: AskedTier): number {
    return this.#statistics.rarest(groups, tier) * termsIn(groups);
  }
}

function termsIn(groups: readonly Phrase[]): number {
  return groups.reduce((sum, { terms }) => sum + terms.length, 0);
}

function isInPart(asked: AskedTier, { below, from, isWalk }: Part, values: Values): string {
  const conditions = [`rank < ${values.add(below)}`, matchesTier(asked, values)];
  if (from !== null) conditions.push(`rank >= ${values.add(from)}`);
  if (!isWalk) conditions.push(foundByIndex(asked.groups, asked.tier, values));
  return conditions.join(' AND ');
}

function isAfter(after: ResultPlace | null, values: Values): string {
  if (after === null) return 'tier IS NOT NULL';
  const tier: Tier = after.tier;
  return `(tier > ${tier} OR (tier = ${tier} AND rank < ${values.add(after.rank)}))`;
}

/** null when the server stopped the query: the search ends, and the answer is what was found before. */
async function withinTime<T>(effort: Effort, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    effort.isOver = true;
    return null;
  }
}
