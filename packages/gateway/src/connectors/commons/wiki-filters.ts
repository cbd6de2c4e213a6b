// The filters of a wiki's file search: which it supports, with and without CirrusSearch, and how they are written in its query.
import type { FilterTable, SearchFilters } from '../../domain/search-filters.ts';
import type { UpstreamResponse } from '../connector.ts';
import { dayText, RECORD_CHECKS } from '../parsing/filters.ts';
import { array, object, parseJson } from '../parsing/json.ts';
import { quoted } from '../parsing/keyword-query.ts';

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
