// Owns the search itself: a keyword and a place in a walk become one page of record texts. Results come title
// matches first, then description, then tags, the newest first in each; a page starts strictly after the last item
// of the page before, so a walk never repeats an item and misses none that was there when it began.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { allWithin, type Group, readKeyword, TIERS, type Tier, tierExpression } from './keyword.ts';
import { TOTAL_MAX } from './limits.ts';

export interface LibraryTotal {
  value: number;
  relation: 'eq' | 'capped';
}

/** The last item delivered, and the total counted for the first page. */
export interface Place {
  tier: Tier;
  rank: number;
  total: LibraryTotal;
}

export interface LibraryPage {
  total: LibraryTotal;
  /** Null when nothing follows. */
  next: Place | null;
  /** Record texts as stored. */
  bodies: string[];
}

interface Hit {
  tier: Tier;
  rank: number;
}

const CURSOR = /^([123])\.(\d{1,16})\.(\d{1,9})([ec])$/;

export function formatPlace(place: Place): string {
  return `${place.tier}.${place.rank}.${place.total.value}${place.total.relation === 'eq' ? 'e' : 'c'}`;
}

export function parsePlace(cursor: string): Place | null {
  const parts = CURSOR.exec(cursor);
  if (parts === null || !Number.isSafeInteger(Number(parts[2]))) return null;
  const total: LibraryTotal = { value: Number(parts[3]), relation: parts[4] === 'e' ? 'eq' : 'capped' };
  return { tier: Number(parts[1]) as Tier, rank: Number(parts[2]), total };
}

const EMPTY: LibraryPage = { total: { value: 0, relation: 'eq' }, next: null, bodies: [] };

export class Searcher {
  private readonly hits: StatementSync;
  private readonly matches: StatementSync;
  private readonly body: StatementSync;
  private readonly byId: StatementSync;

  constructor(db: DatabaseSync) {
    this.hits = db.prepare(
      'SELECT rowid AS rank FROM term WHERE term MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    );
    this.matches = db.prepare('SELECT count(*) AS n FROM (SELECT 1 FROM term WHERE term MATCH ? LIMIT ?)');
    this.body = db.prepare('SELECT body FROM record WHERE rank = ?');
    this.byId = db.prepare('SELECT body FROM record WHERE id = ?');
  }

  /** Must run inside a read transaction when another process may be writing, or a hit could lose its record. */
  search(keyword: string, count: number, after: Place | null): LibraryPage {
    const groups = readKeyword(keyword);
    if (groups.length === 0) return EMPTY;
    // One more than asked tells whether anything follows.
    const hits = this.collect(groups, count + 1, after);
    const page = hits.slice(0, count);
    const hasMore = hits.length > count;
    const total = after?.total ?? (hasMore ? this.count(groups) : { value: page.length, relation: 'eq' });
    const last = page.at(-1);
    const next = hasMore && last !== undefined ? { ...last, total } : null;
    return { total, next, bodies: page.map((hit) => this.readBody(hit.rank)) };
  }

  record(id: string): string | null {
    return (this.byId.get(id) as { body: string } | undefined)?.body ?? null;
  }

  private collect(groups: Group[], wanted: number, after: Place | null): Hit[] {
    const hits: Hit[] = [];
    for (const tier of TIERS) {
      if (after !== null && tier < after.tier) continue;
      const below = tier === after?.tier ? after.rank : Number.MAX_SAFE_INTEGER;
      const rows = this.hits.all(tierExpression(groups, tier), below, wanted - hits.length);
      for (const row of rows) hits.push({ tier, rank: Number(row.rank) });
      if (hits.length >= wanted) break;
    }
    return hits;
  }

  private count(groups: Group[]): LibraryTotal {
    const row = this.matches.get(allWithin(groups, 3), TOTAL_MAX + 1);
    const found = Number(row?.n);
    return found > TOTAL_MAX ? { value: TOTAL_MAX, relation: 'capped' } : { value: found, relation: 'eq' };
  }

  private readBody(rank: number): string {
    const row = this.body.get(rank) as { body: string } | undefined;
    if (row === undefined) throw new Error(`the index names rank ${rank}, but there is no such record`);
    return row.body;
  }
}
