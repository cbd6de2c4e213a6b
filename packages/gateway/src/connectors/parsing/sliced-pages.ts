// Cuts an upstream's pages of fixed size into pages of the caller's size. Our cursor holds the upstream page and how much of it was
// delivered. So a page that is larger than asked for is fetched again and continued where it was cut.
import type { End, Page, PageInput, ParsedRecord } from '../connector.ts';
import { cursorMistake } from './cursor.ts';
import { array, parseJson } from './json.ts';

export interface SlicedPlace {
  /** Number of items of the upstream page that were delivered before. */
  skip: number;
  /** The upstream's own cursor, which may consist of several texts; empty on the first page. */
  parts: readonly string[];
}

const START: SlicedPlace = { skip: 0, parts: [] };

export function readSlicedPlace(cursor: string | null): SlicedPlace {
  if (cursor === null) return START;
  const [skip, ...parts] = array(parseJson(cursor, false));
  if (typeof skip !== 'number') throw cursorMistake();
  return { skip, parts: parts.map(String) };
}

export function writeSlicedPlace({ skip, parts }: SlicedPlace): string {
  return JSON.stringify([skip, ...parts]);
}

/** Where the upstream continues after its page: `next` exists exactly when `end` is "more". */
export type Onward = { end: 'more'; next: readonly string[] } | { end: Exclude<End, 'more'> };

/** Repeated items are removed first, so that the cut is at the same place when the page is fetched again. */
export function slicePage<Parsed extends ParsedRecord>(
  all: Page<Parsed>['items'],
  stand: SlicedPlace,
  count: number,
  onward: Onward,
): Page<Parsed> {
  const items = unique(all);
  const till = stand.skip + count;
  const page = { kind: 'page', items: items.slice(stand.skip, till), total: null } as const;
  if (till < items.length)
    return { ...page, end: 'more', cursor: writeSlicedPlace({ ...stand, skip: till }) };
  if (onward.end !== 'more') return { ...page, end: onward.end, cursor: null };
  return { ...page, end: 'more', cursor: writeSlicedPlace({ skip: 0, parts: onward.next }) };
}

/**
 * A list that one answer holds whole, such as the related videos in the answer about a video. Every page of it asks for that answer again
 * and takes the next part. Where the platform's own body is the answer, the first page has everything.
 */
export function wholeList<Parsed extends ParsedRecord>(
  all: Page<Parsed>['items'],
  { cursor, count, bodyIsAnswer }: PageInput,
  end: 'exhausted' | 'unknown' = 'exhausted',
): Page<Parsed> {
  const most = bodyIsAnswer === true ? all.length : count;
  return slicePage(all, readSlicedPlace(cursor), most, { end });
}

/** The keyword search of the short-video platforms repeats items within one page. */
export function unique<Parsed extends ParsedRecord>(items: Page<Parsed>['items']): Page<Parsed>['items'] {
  const seen = new Set<string>();
  return items.filter(({ record: { id } }) => !seen.has(id) && seen.add(id));
}
