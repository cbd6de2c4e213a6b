// Finds records by words of their titles, tags and authors. The two providers of the showcase hold the same records and rank them slightly
// differently, as two front-ends of one platform do.
import { fold } from '../library/index.ts';
import { drawn, type ShowcaseRecord, showcaseRecords } from './records.ts';

/** A provider moves a record by fewer than this many places. */
const MOVED_MAX = 4;

const folded = new WeakMap<ShowcaseRecord, string>();

function wordsOf(record: ShowcaseRecord): string {
  const known = folded.get(record);
  if (known !== undefined) return known;
  const text = ` ${fold([record.title, ...record.tags, record.author.name].join(' '))}`;
  folded.set(record, text);
  return text;
}

/** A word in Latin letters must begin a word of the record. Scripts that write no spaces match anywhere. */
function has(text: string, word: string): boolean {
  return text.includes(/^[a-z0-9]/.test(word) ? ` ${word}` : word);
}

export function matching<T>(all: readonly T[], keyword: string, textOf: (one: T) => string): T[] {
  const words = fold(keyword).split(/\s+/).filter(Boolean);
  return all.filter((one) => words.every((word) => has(textOf(one), word)));
}

/** The records that match, in this provider's order of relevance. */
export function found(keyword: string, provider: string): ShowcaseRecord[] {
  const byRank = matching(showcaseRecords().all, keyword, wordsOf).sort(
    (a, b) => drawn(a.id, 1_000_000) - drawn(b.id, 1_000_000),
  );
  const places = new Map(
    byRank.map((record, at) => [record, at + drawn(`${provider} ${record.id}`, MOVED_MAX)]),
  );
  return byRank.sort((a, b) => places.get(a)! - places.get(b)!);
}
