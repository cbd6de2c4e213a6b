// Owns the figures by which a search chooses its way: how many records there are, how common each term is, and how far down the ranks so
// many records reach. They are what the server knows from its last look at the table, so they are often off by a few times. A wrong
// figure makes a search slower, never other.
import type { Clock } from '../../domain/clock.ts';
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import type { Phrase, Tier } from '../keyword.ts';
import { FIELDS, type Field, TERM_PREFIX } from '../terms.ts';

/** Reading them takes some milliseconds, and they change only when the server looks at the table. */
const KEPT_MS = 15_000;
/**
 * The server knows the share of the most common terms. Of all others most are far rarer than the rarest of those, but for words that it
 * knows in another field.
 */
const UNKNOWN_SHARE = 0.1;
const KNOWN_ELSEWHERE_SHARE = 0.5;
/** What the rarest of those may be where the server knows of none yet. */
const SHARE_MIN = 0.01;

const FIGURES = `SELECT
  (SELECT coalesce(sum(records), 0)::bigint FROM library_tallies) AS records,
  (SELECT to_json(histogram_bounds::text::bigint[]) FROM pg_stats WHERE schemaname = place.name
     AND tablename = 'library_records' AND attname = 'rank') AS ranks,
  words.*
FROM (SELECT relnamespace::regnamespace::text AS name FROM pg_class WHERE oid = 'library_records'::regclass) place
LEFT JOIN (SELECT schemaname AS name, to_json(most_common_elems::text::text[]) AS terms, to_json(most_common_elem_freqs) AS shares
  FROM pg_stats WHERE tablename = 'library_words') words USING (name)`;

interface FiguresRow {
  records: number;
  ranks: number[] | null;
  terms: string[] | null;
  /** Of each term, then the lowest and the highest of all. */
  shares: number[] | null;
}

export class LibraryFigures {
  readonly records: number;
  /** They cut the records into parts of about the same size, from the lowest on. */
  readonly #ranks: readonly number[];
  readonly #shares: ReadonlyMap<string, number>;
  /** The lowest that is known. */
  readonly #lowest: number;

  constructor({ records, ranks, terms, shares }: FiguresRow) {
    this.records = records;
    this.#ranks = ranks ?? [];
    this.#shares = new Map(terms?.map((term, i) => [term, shares![i]!]));
    this.#lowest = Math.min(...this.#shares.values(), SHARE_MIN);
  }

  /** How many records should match within a tier and those above it, as if words knew nothing of each other. */
  matches(groups: readonly Phrase[], tier: Tier): number {
    const fields = FIELDS.slice(0, tier);
    const none = (group: Phrase) => product(fields.map((field) => 1 - product(this.#sharesOf(group, field))));
    return this.records * product(groups.map((group) => 1 - none(group)));
  }

  /** How many records have all words of the rarest group in one field: no more can match, and the index has to look at each. */
  rarest(groups: readonly Phrase[], tier: Tier): number {
    const fields = FIELDS.slice(0, tier);
    const of = (group: Phrase) => fields.map((field) => Math.min(...this.#sharesOf(group, field)));
    return this.records * Math.min(...groups.map((group) => sum(of(group))));
  }

  /** The rank above which about `count` of the records below this one lie; null when that should be all of them. */
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

  /** How many parts, and which share of the next, lie below a rank. */
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

/** Kept for a while, for all searches of one process. */
export class KeptFigures {
  readonly #clock: Clock;
  #kept: LibraryFigures | null = null;
  #untilMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read(db: SqlConnection): Promise<LibraryFigures> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#kept === null || nowMs >= this.#untilMs) {
      this.#kept = new LibraryFigures((await db.get(FIGURES)) as unknown as FiguresRow);
      this.#untilMs = nowMs + KEPT_MS;
    }
    return this.#kept;
  }
}
