// What a search field suggests while somebody types: titles and names of authors that have all of the words typed, the last of which may be
// only begun. It looks at the newest records that have them, never at all, and counts nothing.
import type { Clock } from '../../domain/clock.ts';
import { SUGGESTION_CHARS_MAX, SUGGESTIONS_MAX, type Suggestion } from '../../domain/suggestion.ts';
import { SUGGEST_BUDGET_MS, SUGGEST_RECORDS_MAX } from '../limits.ts';
import type { LibraryRecord } from '../record.ts';
import { Effort, type RecordIndex } from '../record-index.ts';
import { begunWords, readLoose } from './loose-plan.ts';
import { type LooseWord, looseWords } from './loose-words.ts';
import { searchText } from './search-words.ts';

export async function suggest(index: RecordIndex, clock: Clock, typed: string): Promise<Suggestion[]> {
  const words = readLoose(typed);
  const loose = words === null ? null : await index.loose();
  if (words === null || loose === null) return [];
  const effort = new Effort(clock, SUGGEST_BUDGET_MS);
  const begun = words.find(isBegun)?.text ?? null;
  const longer = begun === null ? [] : begunWords(loose, begun);
  const whole = words.filter(({ text }) => text !== begun).map(({ text }) => text);
  // What is begun with too few letters to look up is only compared.
  const isLookedUp = begun !== null && (longer.length > 0 || whole.length === 0);
  const asked = [...whole.map((word) => [word]), ...(isLookedUp ? [[begun, ...longer]] : [])];
  const isFound = (text: string) => hasAll(text, whole, begun);
  const found: Suggestion[] = [];
  for (const rank of loose.rows(asked, SUGGEST_RECORDS_MAX)) {
    if (effort.look()) break;
    const { title, author } = JSON.parse(loose.body(rank)) as LibraryRecord;
    if (title !== undefined && isFound(title)) found.push({ kind: 'title', text: title });
    if (author?.name !== undefined && isFound(author.name)) found.push({ kind: 'author', text: author.name });
  }
  return bestOf(found, searchText(typed));
}

/** A word that may go on: the last one, and a single character of a script without spaces, of which only pairs are indexed. */
const isBegun = ({ text, isLast, isPair }: LooseWord) => isLast || (isPair && Array.from(text).length === 1);

function hasAll(text: string, whole: readonly string[], begun: string | null): boolean {
  if (text.length > SUGGESTION_CHARS_MAX) return false;
  const own = looseWords(text).map((word) => word.text);
  const isBegunIn = begun === null || own.some((word) => word.startsWith(begun));
  return isBegunIn && whole.every((word) => own.includes(word));
}

/** Those that begin with what is typed first, of these the authors; then as they came, the newest first. Each text once. */
function bestOf(found: readonly Suggestion[], typed: string): Suggestion[] {
  const once = new Map<string, Suggestion & { place: number }>();
  for (const one of found) {
    const text = searchText(one.text);
    const key = `${one.kind} ${text}`;
    const place = text.startsWith(typed) ? (one.kind === 'author' ? 0 : 1) : 2;
    if (!once.has(key)) once.set(key, { ...one, place });
  }
  return [...once.values()]
    .sort((a, b) => a.place - b.place)
    .slice(0, SUGGESTIONS_MAX)
    .map(({ kind, text }) => ({ kind, text }));
}
