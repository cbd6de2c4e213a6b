// Statistics by which a search chooses its strategy: the number of records, how common each term is, and which range of ranks holds a given
// number of records. They come from the server's last ANALYZE, so they are often wrong by a factor of a few. A wrong figure makes a search
// slower but never changes its results.
import type { Clock } from '../../domain/clock.ts';
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import type { Phrase, Tier } from '../keyword.ts';
import { FIELDS, type Field, TERM_PREFIX } from '../terms.ts';

/** Reading them takes a few milliseconds, and they change only with the next ANALYZE. */
const KEPT_MS = 15_000;
/**
 * The server has statistics only of the most common terms. Most other terms are far rarer than the rarest of those, except words that it
 * has statistics of in another field.
 */
const UNKNOWN_SHARE = 0.1;
const KNOWN_ELSEWHERE_SHARE = 0.5;
/** The share that is assumed for the rarest term while the server has no statistics. */
const SHARE_MIN = 0.01;

const FIGURES = `SELECT
  (SELECT coalesce(sum(records), 0)::bigint FROM library_tallies) AS records,
  (SELECT to_json(histogram_bounds::text::bigint[]) FROM pg_stats WHERE schemaname = place.name
     AND tablename = 'library_records' AND attname = 'rank') AS ranks,
  words.*
FROM (SELECT relnamespace::regnamespace::text AS name FROM pg_class WHERE oid = 'library_records'::regclass) place
LEFT JOIN (SELECT schemaname AS name, to_json(most_common_elems::text::text[]) AS terms, to_json(most_common_elem_freqs) AS shares
  FROM pg_stats WHERE tablename = 'library_words') words USING (name)`;

interface StatisticsRow {
  records: number;
  ranks: number[] | null;
  terms: string[] | null;
  /** The share of each term, then the lowest and the highest share of all. */
  shares: number[] | null;
}

export class SearchStatistics {
  readonly records: number;
  /** Ranks that divide the records into parts of about equal size, ascending. */
  readonly #ranks: readonly number[];
  readonly #shares: ReadonlyMap<string, number>;
  /** The lowest known share. */
  readonly #lowest: number;

  constructor({ records, ranks, terms, shares }: StatisticsRow) {
    this.records = records;
    this.#ranks = ranks ?? [];
    this.#shares = new Map(terms?.map((term, i) => [term, shares![i]!]));
    this.#lowest = Math.min(...this.#shares.values(), SHARE_MIN);
  }

  /** Estimated number of records that match within a tier and those above it, as if words were independent. */
  matches(groups: readonly Phrase[], tier: Tier): number {
    const fields = FIELDS.slice(0, tier);
    const none = (group: Phrase) => product(fields.map((field) => 1 - product(this.#sharesOf(group, field))));
    return this.records * product(groups.map((group) => 1 - none(group)));
  }

  /** Number of records that have all words of the rarest group in one field. No more can match, and the index reads each of them. */
  rarest(groups: readonly Phrase[], tier: Tier): number {
    const fields = FIELDS.slice(0, tier);
    const of = (group: Phrase) => fields.map((field) => Math.min(...this.#sharesOf(group, field)));
    return this.records * Math.min(...groups.map((group) => sum(of(group))));
  }

  /** The rank above which about `count` of the records below `below` lie; null when that would be all of them. */
  rankBehind(below: number, count: number): number | null {
    const last = this.#ranks.length - 1;
    if (last < 1) return null;
    const at = this.#placeOf(below) - (count / this.records) * last;
    if (!(at > 0)) return null;
    const part = Math.floor(at);
    const [low, high] = [this.#ranks[part]!, this.#ranks[part + 1]!];
    const rank = Math.floor(low + (high - low) * (at - part));
    return rank < below ? rank : null;
  }

  #sharesOf({ terms, isPrefix }: Phrase, field: Field): number[] {
    return terms.map((term, i) =>
      isPrefix && i === terms.length - 1 ? this.#begun(term, field) : this.#of(term, field),
    );
  }

  #of(term: string, field: Field): number {
    const known = this.#shares.get(TERM_PREFIX[field] + term);
    if (known !== undefined) return known;
    const isKnown = FIELDS.some((other) => this.#shares.has(TERM_PREFIX[other] + term));
    return this.#lowest * (isKnown ? KNOWN_ELSEWHERE_SHARE : UNKNOWN_SHARE);
  }

  #begun(start: string, field: Field): number {
    let all = this.#lowest * UNKNOWN_SHARE;
    for (const [lexeme, share] of this.#shares)
      if (lexeme.startsWith(TERM_PREFIX[field] + start)) all += share;
    return Math.min(1, all);
  }

  /** How many parts, and which fraction of the next one, lie below a rank. */
  #placeOf(rank: number): number {
    const above = this.#ranks.findIndex((each) => each >= rank);
    if (above === -1) return this.#ranks.length - 1;
    if (above === 0) return 0;
    const [low, high] = [this.#ranks[above - 1]!, this.#ranks[above]!];
    return above - 1 + (rank - low) / (high - low);
  }
}

function product(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all * one, 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Cached for a while, for all searches of one process. */
export class CachedStatistics {
  readonly #clock: Clock;
  #kept: SearchStatistics | null = null;
  #untilMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(db: SqlConnection): Promise<SearchStatistics> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#kept === null || nowMs >= this.#untilMs) {
      this.#kept = new SearchStatistics((await db.get(FIGURES)) as unknown as StatisticsRow);
      this.#untilMs = nowMs + KEPT_MS;
    }
    return this.#kept;
  }
}
