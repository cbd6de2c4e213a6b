// The full-text index of a library file: FTS5, queried tier by tier. The rowid of a term is the rank of its record, so the newest come
// first in the order in which the index is stored. Must run inside a read transaction when another process may be writing; otherwise a
// match could lose its record.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../domain/clock.ts';
import { COUNT_BUDGET_MS, COUNT_STEP_MIN, TOTAL_MAX } from '../limits.ts';
import {
  type AskedTier,
  type FirstWish,
  type Hit,
  IndexBehind,
  type IndexedRecord,
  type RecordIndex,
} from '../record-index.ts';
import type { LibraryTotal } from '../result-page.ts';
import { type Phrase, TIERS, type Tier } from '../searching/keyword.ts';
import type { LooseIndex } from '../searching/loose-index.ts';
import { RANK_ABOVE_ALL } from '../searching/rank.ts';
import { FIELDS, type Field, TERM_PREFIX } from '../searching/terms.ts';
import { hasLoose } from './format.ts';

/**
 * Builds FTS5 queries. They consist only of terms that the library has folded and split itself, so no character of a keyword can be an
 * operator or a syntax error.
 */
function expressionOf({ groups, tier, isAlone }: AskedTier): string {
  return isAlone ? tierExpression(groups, tier) : allWithin(groups, tier);
}

/** Everything that matches in this tier and in no higher one. */
function tierExpression(groups: Phrase[], tier: Tier): string {
  const all = allWithin(groups, tier);
  if (tier === 1) return all;
  // For one group, "in title or description, but not in title" is the same as "in the description, but not in title".
  const wanted = groups.length === 1 ? inField(groups[0]!, FIELDS[tier - 1]!) : `(${all})`;
  return `${wanted} NOT (${allWithin(groups, (tier - 1) as Tier)})`;
}

/** Everything that matches in this tier or a higher one. */
function allWithin(groups: Phrase[], tier: Tier): string {
  const fields = FIELDS.slice(0, tier);
  return groups
    .map((group) => `(${fields.map((field) => inField(group, field)).join(' OR ')})`)
    .join(' AND ');
}

function inField(group: Phrase, field: Field): string {
  const phrase = group.terms.map((term) => TERM_PREFIX[field] + term).join(' ');
  return `"${phrase}"${group.isPrefix ? ' *' : ''}`;
}

/** SQLite's value for no limit. */
const NO_LIMIT = -1;
/** Above every character of a word. */
const LAST_CHAR = '\u{10ffff}';

/** Words are letters and marks of the library's own, so none can be an operator. */
const anyOf = (words: readonly string[]) => `(${words.map((word) => `"${word}"`).join(' OR ')})`;

export class SqliteIndex implements RecordIndex {
  private readonly hits: StatementSync;
  private readonly matches: StatementSync;
  private readonly body: StatementSync;
  private readonly clock: Clock;
  private readonly db: DatabaseSync;
  private looseIndex: LooseIndex | null = null;

  private readonly isBehind: () => boolean;

  /** `isBehind`: words of its records are still to be indexed, so only the exact tiers are known. */
  constructor(db: DatabaseSync, clock: Clock, isBehind = () => false) {
    this.isBehind = isBehind;
    this.clock = clock;
    this.db = db;
    this.hits = db.prepare(
      'SELECT rowid AS rank FROM term WHERE term MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    );
    this.matches = db.prepare(
      `SELECT count(*) AS n, min(rank) AS lowest FROM
         (SELECT rowid AS rank FROM term WHERE term MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)`,
    );
    this.body = db.prepare('SELECT body FROM record WHERE rank = ?');
  }

  async first(groups: Phrase[], { wanted, after, effort }: FirstWish): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const tier of TIERS) {
      if (after !== null && tier < after.tier) continue;
      const below = tier === after?.tier ? after.rank : RANK_ABOVE_ALL;
      const expression = expressionOf({ groups, tier, isAlone: true });
      for (const { rank } of this.hits.all(expression, below, wanted - hits.length))
        hits.push({ tier, rank: Number(rank), body: this.readBody(Number(rank)) });
      if (hits.length >= wanted || (tier !== 3 && effort.look())) break;
    }
    return hits;
  }

  async *each(asked: AskedTier, below: number): AsyncGenerator<IndexedRecord> {
    for (const row of this.hits.iterate(expressionOf(asked), below, NO_LIMIT)) {
      const rank = Number(row.rank);
      yield { rank, body: this.readBody(rank) };
    }
  }

  /** Counts in growing steps, so that no keyword costs more than about twice the time limit. */
  async count(groups: Phrase[]): Promise<LibraryTotal> {
    const expression = expressionOf({ groups, tier: 3, isAlone: false });
    const stopMs = this.clock.monotonicMs() + COUNT_BUDGET_MS;
    let value = 0;
    let below = RANK_ABOVE_ALL;
    for (let step = COUNT_STEP_MIN; value < TOTAL_MAX; step = Math.min(step * 2, TOTAL_MAX - value)) {
      const { n, lowest } = this.matches.get(expression, below, step) as { n: number; lowest: number };
      value += n;
      below = lowest;
      if (n < step) return { value, relation: 'eq' };
      if (this.clock.monotonicMs() >= stopMs) break;
    }
    return { value, relation: 'capped' };
  }

  async loose(): Promise<LooseIndex | null> {
    if (this.isBehind()) throw new IndexBehind(this.howFar());
    this.looseIndex ??= hasLoose(this.db) ? this.openLoose() : null;
    return this.looseIndex;
  }

  private howFar(): string {
    const left = this.db.prepare('SELECT count(*) AS n FROM record WHERE indexed = 0').get()!.n;
    return `the words of the library are being indexed: ${left} records are left; match=exact is answered meanwhile`;
  }

  private openLoose(): LooseIndex {
    const rows = this.db.prepare('SELECT rowid FROM loose WHERE loose MATCH ? ORDER BY rowid DESC LIMIT ?');
    rows.setReturnArrays(true);
    const words = this.db.prepare(
      'SELECT term AS word, doc AS records FROM loose_word WHERE term >= ? AND term < ?',
    );
    const records = this.db.prepare('SELECT coalesce(max(seq), 0) AS n FROM record');
    return {
      records: () => Number(records.get()?.n),
      vocabulary: (start) =>
        words.iterate(start, start + LAST_CHAR) as Iterable<{ word: string; records: number }>,
      rows: (asked, max) =>
        (rows.all(asked.map(anyOf).join(' AND '), max) as unknown as [number][]).map(([rank]) => rank),
      exact: (groups, max) =>
        this.hits
          .all(expressionOf({ groups, tier: 3, isAlone: false }), RANK_ABOVE_ALL, max)
          .map(({ rank }) => Number(rank)),
      body: (rank) => this.readBody(rank),
    };
  }

  private readBody(rank: number): string {
    const row = this.body.get(rank) as { body: string } | undefined;
    if (row === undefined) throw new Error(`the index names rank ${rank}, but there is no such record`);
    return row.body;
  }
}
