// The order of an author's videos. Platforms list pinned videos first, whatever their date. This module moves them to their place by date.
// Then it checks the page: it reports the order that was asked for only if the dates or views of the items prove it. It removes no item.
import type { ParsedRecord } from '../connectors/connector.ts';
import type { ParsedVideo } from '../domain/video.ts';
import type { FinishedPage, PageContext } from './operation.ts';

type Items = FinishedPage['items'];
type Sort = 'newest' | 'views';

export function finishAuthorVideos({ items }: { items: Items }, context: PageContext): FinishedPage {
  const { group, mark } = context;
  const sort: Sort = context.sort === 'views' ? 'views' : 'newest';
  // Group u2 passes on the platform's own body, so no item is moved and no order is claimed.
  if (group === 'u2') return { items, says: { sort, order: 'as_given' }, mark: null };
  const ordered = sort === 'newest' ? placePinned(items) : items;
  const values = valuesOf(ordered, sort);
  const isInOrder = items.length === 0 || (values.length > 0 && areFalling(values, mark));
  const last = values.at(-1);
  return {
    items: ordered,
    says: { sort, order: isInOrder ? sort : 'as_given' },
    mark: last === undefined ? mark : String(last),
  };
}

/** Puts each pinned video before the first video that is older, or at the end of the page if none is. */
function placePinned(items: Items): Items {
  const pinned = items.filter(isPinned).sort((a, b) => timeOf(a.record) - timeOf(b.record));
  if (pinned.length === 0) return items;
  const placed = items.filter((item) => !isPinned(item));
  for (const item of pinned) {
    const older = placed.findIndex(({ record }) => timeOf(record) < timeOf(item.record));
    placed.splice(older === -1 ? placed.length : older, 0, item);
  }
  return placed;
}

function isPinned({ record }: Items[number]): boolean {
  return (record as ParsedVideo).pinned === true;
}

/** A video without a date counts as the newest, so that no pinned video is put before it by mistake. */
function timeOf(record: ParsedRecord): number {
  const { published_at } = record as ParsedVideo;
  return published_at === null ? Number.POSITIVE_INFINITY : Date.parse(published_at);
}

/** The values to compare: dates or views, where the platform gives them. The dates of pinned videos are left out. */
function valuesOf(items: Items, sort: Sort): number[] {
  return items.flatMap((item) => {
    const { published_at, stats } = item.record as ParsedVideo;
    if (sort === 'views') return stats.views ?? [];
    return published_at === null || isPinned(item) ? [] : Date.parse(published_at);
  });
}

/** Whether no value is larger than the one before it; `mark` is the last value of the previous page. */
function areFalling(values: readonly number[], mark: string | null): boolean {
  const before = mark === null ? Number.POSITIVE_INFINITY : Number(mark);
  return values.every((value, i) => value <= (values[i - 1] ?? before));
}
