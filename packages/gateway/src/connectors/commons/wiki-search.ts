// How a wiki's files are searched: the filters, which part of the results one exchange asks for, and the cursor of the next page. Pure.

import type { FilterTable, SearchFilters } from '../../domain/search-filters.ts';
import type { Provider, SearchInput, UpstreamResponse } from '../connector.ts';
import { count } from '../parsing/fields.ts';
import { dayText, RECORD_CHECKS } from '../parsing/filters.ts';
import { array, object, parseJson } from '../parsing/json.ts';
import { quoted } from '../parsing/keyword-query.ts';
import { type AskedRange, askAt, type Offset, readOffset, writeOffset } from '../parsing/offset-pages.ts';

/** The filters of a wiki's file search: which it supports, with and without CirrusSearch, and how they are written in its query. */
export const WIKI_FILTERS: FilterTable = {
  ...RECORD_CHECKS,
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  license: 'exact',
  // A tag is a category of the file.
  tag: 'exact',
};
const ORDERS = { relevance: 'relevance', newest: 'create_timestamp_desc' };

/** Dates filter by the day of upload. Each result is checked again by the time that its record shows. */
export function wikiConditions({
  published_after,
  published_before,
  license,
  min_height,
  tag,
}: SearchFilters): string[] {
  return [
    ...(published_after === undefined ? [] : [`creationdate:>=${dayText(published_after)}`]),
    ...(published_before === undefined ? [] : [`creationdate:<=${dayText(published_before)}`]),
    ...(license === undefined ? [] : ['haslicense:attribution|attribution-same-license|unrestricted']),
    ...(tag === undefined ? [] : [`incategory:${quoted(tag)}`]),
    // Wikis differ in whether the bound itself is included.
    ...(min_height === undefined ? [] : [`fileh:>${Number(min_height) - 1}`]),
  ];
}

export function wikiOrder({ sort }: SearchFilters): { gsrsort?: string } {
  return sort === 'newest' || sort === 'relevance' ? { gsrsort: ORDERS[sort] } : {};
}

/** Whether the wiki's list of extensions has CirrusSearch, which the filters need. */
export function saysCirrus({ body }: UpstreamResponse): boolean {
  const { extensions } = object(object(parseJson(body, false)).query);
  return array(extensions).some((extension) => object(extension).name === 'CirrusSearch');
}

/** A wiki makes at most 50 thumbnails for one answer: more files would need a second exchange for each page. */
export const WIKI_PAGE_ITEMS_MAX = 50;
/** A wiki's search serves no result beyond this. */
export const WIKI_RESULTS_MAX = 10_000;

export interface WikiAsk {
  asked: AskedRange;
  /** Searches files of all kinds, because the wiki does not support "filetype:video". */
  isPlain: boolean;
}

export function wikiAskOf(input: SearchInput, provider: Provider): WikiAsk {
  const isPlain = provider.options.cirrus === 'false' || input.cursor?.startsWith('p') === true;
  return wikiAskFrom(readWikiCursor(input), isPlain, input);
}

/** At least two items: when a batch has a single page, a wiki offers its older versions instead of stating whether a next batch follows. */
export function wikiAskFrom(offset: Offset, isPlain: boolean, input: SearchInput): WikiAsk {
  const asked = askAt(input, WIKI_PAGE_ITEMS_MAX, offset);
  const isWhole = input.bodyIsAnswer === true;
  const wanted = isWhole ? asked.count : isPlain ? WIKI_PAGE_ITEMS_MAX : Math.max(2, asked.count);
  return { asked: { ...asked, count: withinReach(asked.start, wanted) }, isPlain };
}

/** A page must not extend beyond the last result that is served. */
function withinReach(start: number, wanted: number): number {
  return Math.max(1, Math.min(wanted, WIKI_RESULTS_MAX - start));
}

/** An offset, with a leading "p" when the walk searches files of all kinds. Cursors of older releases are JSON. */
export function readWikiCursor({ cursor }: SearchInput): Offset {
  if (cursor?.startsWith('{'))
    return { next: count(object(parseJson(cursor, false)).gsroffset) ?? 0, mark: null };
  return readOffset({ cursor: cursor?.replace(/^p/, '') ?? null });
}

export const writeWikiCursor = (isPlain: boolean, offset: Offset): string =>
  `${isPlain ? 'p' : ''}${writeOffset(offset)}`;
