// Walks over upstreams that number their pages, or give more items than were asked for. The page size is part of the cursor: with another
// size the same page number means other videos, and a walk would repeat or miss some. A caller that changes `count` during a walk gets
// slices of pages of the first size. Numbered pages cannot overlap by one item, as offset-pages.ts does: a video that is withdrawn during a walk
// hides the first one of the next page.
import type { ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, End, Page, PageInput, ParsedRecord, Total } from '../connector.ts';
import { LEFT_OUT, type Readable } from './blank-records.ts';
import { cursorMistake } from './cursor.ts';
import { badResponse } from './failures.ts';
import { type Json, object } from './json.ts';

export interface Place {
  /** Page number, from 1. */
  page: number;
  size: number;
  /** Number of records of this page that were delivered before. */
  skip: number;
}

/** Where this call stands in its walk. The `count` of the first call, within the platform's bounds, fixes the page size. */
export function placeOf(
  input: Pick<PageInput, 'cursor' | 'count'>,
  sizes: { min: number; max: number },
): Place {
  if (input.cursor === null)
    return { page: 1, size: Math.min(Math.max(input.count, sizes.min), sizes.max), skip: 0 };
  const match = /^([1-9]\d{0,5})\.([1-9]\d{0,3})\.(\d{1,4})$/.exec(input.cursor);
  if (match === null) throw cursorMistake();
  const [page, size, skip] = match.slice(1).map(Number) as [number, number, number];
  return { page, size, skip };
}

function writePlace({ page, size, skip }: Place): string {
  return `${page}.${size}.${skip}`;
}

export interface Slice<Parsed extends ParsedRecord = ParsedVideo> {
  items: Page<Parsed>['items'];
  /** Where in the same upstream page the next slice begins; null when nothing of it is left. */
  nextSkip: number | null;
}

/**
 * The part of an upstream page that this call delivers. A record that cannot be read is left out. If none can be read, the platform has
 * changed its format, and an empty page would hide that.
 */
export function sliceOf<Parsed extends ParsedRecord>(
  records: readonly unknown[],
  { skip, count }: { skip: number; count: number },
  read: (record: Json) => Readable<Parsed>,
): Slice<Parsed> | AttemptFailure {
  const taken = records.slice(skip, skip + count);
  const items: Page<Parsed>['items'] = [];
  let isAnyLeftOut = false;
  for (const record of taken) {
    const parsed = read(object(record));
    if (parsed === LEFT_OUT) isAnyLeftOut = true;
    else if (parsed !== null) items.push({ record: parsed, raw: record });
  }
  if (items.length === 0 && taken.length > 0 && !isAnyLeftOut) return badResponse('no record is readable');
  return { items, nextSkip: skip + count < records.length ? skip + count : null };
}

/** A page of a numbered walk. `end` applies once the whole upstream page is delivered. */
export function numberedPage<Parsed extends ParsedRecord>(
  upstream: { records: readonly unknown[]; end: End; total: Total | null },
  place: Place,
  count: number,
  read: (record: Json) => Readable<Parsed>,
): Page<Parsed> | AttemptFailure {
  const slice = sliceOf(upstream.records, { skip: place.skip, count }, read);
  if ('kind' in slice) return slice;
  const { items, nextSkip } = slice;
  const { end, total } = upstream;
  if (nextSkip !== null)
    return { kind: 'page', items, cursor: writePlace({ ...place, skip: nextSkip }), end: 'more', total };
  if (end !== 'more') return { kind: 'page', items, cursor: null, end, total };
  // An empty page that claims a next one: going on could loop for ever.
  if (upstream.records.length === 0) return { kind: 'page', items, cursor: null, end: 'unknown', total };
  const next: Place = { ...place, page: place.page + 1, skip: 0 };
  return { kind: 'page', items, cursor: writePlace(next), end, total };
}
