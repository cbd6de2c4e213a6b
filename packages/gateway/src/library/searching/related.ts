// Videos that share words of the title or tags with a video, those with the rarest words in common first. The list is short and whole: a page
// is a part of it.
import type { Clock } from '../../domain/clock.ts';
import { RELATED_HITS_MAX, RELATED_MAX, RELATED_QUERIES_MAX } from '../limits.ts';
import type { LibraryRecord } from '../record.ts';
import { Effort, type RecordIndex } from '../record-index.ts';
import { type Phrase, readKeyword } from './keyword.ts';
import { searchTerms } from './search-words.ts';

interface Candidate {
  rank: number;
  body: string;
  score: number;
}

/** Texts as stored. */
export async function relatedTo(index: RecordIndex, clock: Clock, record: LibraryRecord): Promise<string[]> {
  const effort = new Effort(clock);
  const found = new Map<number, Candidate>();
  for (const groups of questionsOf(record)) {
    const hits = await index.first(groups, { wanted: RELATED_HITS_MAX, after: null, effort });
    for (const { rank, body } of hits) {
      const before = found.get(rank)?.score ?? 0;
      // Words that fewer videos have say more about what a video is.
      found.set(rank, { rank, body, score: before + 1 / hits.length });
    }
    if (effort.look()) break;
  }
  return [...found.values()]
    .filter(({ body }) => (JSON.parse(body) as LibraryRecord).id !== record.id)
    .sort((a, b) => b.score - a.score || b.rank - a.rank)
    .slice(0, RELATED_MAX)
    .map(({ body }) => body);
}

/** Each tag as a whole, then each word of the title. A run of a script without spaces is asked for in pairs, as it has no words. */
function questionsOf({ title = '', tags = [] }: LibraryRecord): Phrase[][] {
  const words = readKeyword(title)
    .flatMap(pairsOf)
    .sort((a, b) => lengthOf(b) - lengthOf(a));
  const asked = [...tags.map((tag) => readKeyword(tag)), ...words.map((word) => [word])];
  // A tag often repeats a word of the title.
  const once = new Map(asked.map((groups) => [groups.map(({ terms }) => terms.join(' ')).join(), groups]));
  return [...once.values()].filter((groups) => groups.some(saysSomething)).slice(0, RELATED_QUERIES_MAX);
}

/** A single letter stands in nearly every text. */
const saysSomething = ({ terms }: Phrase) => searchTerms(terms.join(' ')).length > 0;

const PAIR = 2;

function pairsOf(phrase: Phrase): Phrase[] {
  const { terms } = phrase;
  if (terms.length <= PAIR) return [phrase];
  return terms.slice(1).map((term, i) => ({ terms: [terms[i]!, term], isPrefix: false }));
}

/** Longer words are rarer. */
const lengthOf = ({ terms }: Phrase) => terms.join('').length;
