// Owns which part of a wiki's list one exchange asks for, and the cursor by which the next page finds its place. Pure.
import type { Provider, SearchInput } from '../connector.ts';
import { count } from './fields.ts';
import { object, parseJson } from './json.ts';
import { type AskedRange, askAt, type Offset, readOffset, writeOffset } from './offset.ts';

/** A wiki makes no more than 50 small pictures for one answer: more files would need a second exchange for each page. */
export const WIKI_PAGE_ITEMS_MAX = 50;
/** Search serves no place beyond this. */
export const WIKI_RESULTS_MAX = 10_000;

/** What one exchange asks for. */
export interface WikiAsk {
  asked: AskedRange;
  /** Files of all kinds, because the wiki knows no "filetype:video". */
  isPlain: boolean;
}

export function wikiAskOf(input: SearchInput, provider: Provider): WikiAsk {
  const isPlain = provider.options.cirrus === 'false' || input.cursor?.startsWith('p') === true;
  return wikiAskFrom(readWikiCursor(input), isPlain, input);
}

/** Two at least: of a page that is alone in its batch a wiki offers the older versions, and says nothing of the next batch. */
export function wikiAskFrom(offset: Offset, isPlain: boolean, input: SearchInput): WikiAsk {
  const asked = askAt(input, WIKI_PAGE_ITEMS_MAX, offset);
  const isWhole = input.bodyIsAnswer === true;
  const wanted = isWhole ? asked.count : isPlain ? WIKI_PAGE_ITEMS_MAX : Math.max(2, asked.count);
  return { asked: { ...asked, count: withinReach(asked.start, wanted) }, isPlain };
}

/** A page may not reach over the last place that is served. */
function withinReach(start: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, WIKI_RESULTS_MAX - start));
}

/** A place, with a "p" before it when the walk searches files of all kinds. Cursors of older versions are JSON. */
export function readWikiCursor({ cursor }: SearchInput): Offset {
  if (cursor?.startsWith('{'))
    return { next: count(object(parseJson(cursor, false)).gsroffset) ?? 0, mark: null };
  return readOffset({ cursor: cursor?.replace(/^p/, '') ?? null });
}

export const writeWikiCursor = (isPlain: boolean, offset: Offset): string =>
  `${isPlain ? 'p' : ''}${writeOffset(offset)}`;
