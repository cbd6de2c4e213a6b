// Owns the search itself: a keyword and a place in a walk become one page of record texts. Results come title
// matches first, then description, then tags, the newest first in each; a page starts strictly after the last item
// of the page before, so a walk never repeats an item and misses none that was there when it began. A search that would
// take too long ends before its time, and says so.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../domain/clock.ts';
import { namesOf, type SearchFilters } from '../domain/search-filters.ts';
import { Effort } from './effort.ts';
import { type FoundRecords, searchFiltered } from './filtered-search.ts';
import { askIndex, type IndexQuestion, tierOf } from './index-question.ts';
import { allWithin, type Phrase, readKeyword, TIERS, type Tier, tierExpression } from './keyword.ts';
import { COUNT_BUDGET_MS, COUNT_STEP_MIN, TOTAL_MAX } from './limits.ts';
import type { LibraryRecord } from './record.ts';
import { EMPTY, type LibraryPage, type LibraryTotal, type ResultPlace } from './result-page.ts';

interface Hit {
  tier: Tier;
  rank: number;
}

interface Wanted {
  wanted: number;
  after: ResultPlace | null;
  effort: Effort;
}

interface WantedOfTier {
  tier: Tier;
  below: number;
  wanted: number;
  effort: Effort;
}

/** What SQLite takes for one. */
const NO_LIMIT = -1;

function seen({ length }: readonly unknown[], isCapped: boolean): LibraryTotal {
  return { value: length, relation: isCapped ? 'capped' : 'eq' };
}

export class Searcher {
  private readonly hits: StatementSync;
  private readonly matches: StatementSync;
  private readonly body: StatementSync;
  private readonly byId: StatementSync;
  private readonly clock: Clock;
  private readonly found: FoundRecords;

  constructor(db: DatabaseSync, clock: Clock) {
    this.clock = clock;
    this.found = {
      ranks: (expression, below) => this.ranksOf(expression, below),
      body: (rank) => this.readBody(rank),
    };
    this.hits = db.prepare(
      'SELECT rowid AS rank FROM term WHERE term MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    );
    this.matches = db.prepare(
      `SELECT count(*) AS n, min(rank) AS lowest FROM
         (SELECT rowid AS rank FROM term WHERE term MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?)`,
    );
    this.body = db.prepare('SELECT body FROM record WHERE rank = ?');
    this.byId = db.prepare('SELECT body FROM record WHERE id = ?');
  }

  /** Must run inside a read transaction when another process may be writing, or a hit could lose its record. */
  search(
    keyword: string,
    count: number,
    after: ResultPlace | null,
    filters: SearchFilters = {},
  ): LibraryPage {
    const groups = readKeyword(keyword);
    if (groups.length === 0) return EMPTY;
    const question = askIndex(groups);
    const effort = new Effort(this.clock);
    // By relevance is how the index gives them anyway.
    if (namesOf(filters).some((name) => name !== 'sort' || filters.sort !== 'relevance'))
      return searchFiltered(this.found, question, { count, after, filters, effort });
    // One more than asked tells whether anything follows.
    const hits = this.collect(question, { wanted: count + 1, after, effort });
    const page = hits.slice(0, count);
    const hasMore = hits.length > count;
    const isCut = effort.isOver && !hasMore;
    const total = after?.total ?? (hasMore ? this.total(question, hits, effort) : seen(page, isCut));
    const last = page.at(-1);
    const next = hasMore && last !== undefined ? { ...last, total } : null;
    return { total, next, bodies: page.map((hit) => this.readBody(hit.rank)), isCut };
  }

  record(id: string): string | null {
    return (this.byId.get(id) as { body: string } | undefined)?.body ?? null;
  }

  private collect(question: IndexQuestion, { wanted, after, effort }: Wanted): Hit[] {
    const hits: Hit[] = [];
    for (const tier of TIERS) {
      if (after !== null && tier < after.tier) continue;
      const below = tier === after?.tier ? after.rank : Number.MAX_SAFE_INTEGER;
      for (const rank of this.ranks(question, { tier, below, wanted: wanted - hits.length, effort }))
        hits.push({ tier, rank });
      if (hits.length >= wanted || (tier !== 3 && effort.look()) || effort.isOver) break;
    }
    return hits;
  }

  private ranks(question: IndexQuestion, at: WantedOfTier): number[] {
    if (question.toCheck !== null) return this.checkedRanks(question, question.toCheck, at);
    const rows = this.hits.all(tierExpression(question.groups, at.tier), at.below, at.wanted);
    return rows.map(({ rank }) => Number(rank));
  }

  /** The index gives every record that may match; each is looked at once, whatever tier it is given for. */
  private checkedRanks({ groups }: IndexQuestion, toCheck: Phrase[], at: WantedOfTier): number[] {
    const ranks: number[] = [];
    const { tiers } = at.effort;
    for (const row of this.hits.iterate(allWithin(groups, at.tier), at.below, NO_LIMIT)) {
      if (at.effort.look()) break;
      const rank = Number(row.rank);
      if (!tiers.has(rank))
        tiers.set(rank, tierOf(JSON.parse(this.readBody(rank)) as LibraryRecord, toCheck));
      if (tiers.get(rank) === at.tier) ranks.push(rank);
      if (ranks.length >= at.wanted) break;
    }
    return ranks;
  }

  private total({ groups, toCheck }: IndexQuestion, hits: Hit[], effort: Effort): LibraryTotal {
    return toCheck !== null || effort.look() ? seen(hits, true) : this.count(groups);
  }

  /** Exact when that is cheap. Counts in growing steps, so that no keyword costs more than about twice the budget. */
  private count(groups: Phrase[]): LibraryTotal {
    const expression = allWithin(groups, 3);
    const stopMs = this.clock.monotonicMs() + COUNT_BUDGET_MS;
    let value = 0;
    let below = Number.MAX_SAFE_INTEGER;
    for (let step = COUNT_STEP_MIN; value < TOTAL_MAX; step = Math.min(step * 2, TOTAL_MAX - value)) {
      const { n, lowest } = this.matches.get(expression, below, step) as { n: number; lowest: number };
      value += n;
      below = lowest;
      if (n < step) return { value, relation: 'eq' };
      if (this.clock.monotonicMs() >= stopMs) break;
    }
    return { value, relation: 'capped' };
  }

  private *ranksOf(expression: string, below: number): Iterable<number> {
    for (const { rank } of this.hits.iterate(expression, below, NO_LIMIT)) yield Number(rank);
  }

  private readBody(rank: number): string {
    const row = this.body.get(rank) as { body: string } | undefined;
    if (row === undefined) throw new Error(`the index names rank ${rank}, but there is no such record`);
    return row.body;
  }
}
