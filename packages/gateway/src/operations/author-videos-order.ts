// Owns the order of an author's videos. Platforms put some out of place: those that an author holds at the top come first whatever
// their date. They are placed by date here, and then the page is looked through: it says that it is in order only when its items
// prove it. It takes nothing away.
import type { ParsedRecord } from '../connectors/connector.ts';
import type { ParsedVideo } from '../domain/video.ts';
import type { FinishedPage, PageContext } from './operation.ts';

type Items = FinishedPage['items'];
type Sort = 'newest' | 'views';

export function finishAuthorVideos({ items }: { items: Items }, context: PageContext): FinishedPage {
  const { group, mark } = context;
  const sort: Sort = context.sort === 'views' ? 'views' : 'newest';
  // The platform's own body is given as it is: nothing is placed, and nothing claimed.
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

/** Each before the first of the others that is older, and at the end of the page when none is. */
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

/** Of a video that nobody dates, later than all: nothing is older than it by mistake. */
function timeOf(record: ParsedRecord): number {
  const { published_at } = record as ParsedVideo;
  return published_at === null ? Number.POSITIVE_INFINITY : Date.parse(published_at);
}

/** What the list is ordered by, as far as it is known. What is held at the top proves nothing about the others. */
function valuesOf(items: Items, sort: Sort): number[] {
  return items.flatMap((item) => {
    const { published_at, stats } = item.record as ParsedVideo;
    if (sort === 'views') return stats.views ?? [];
    return published_at === null || isPinned(item) ? [] : Date.parse(published_at);
  });
}

/** From the last one of the page before. */
function areFalling(values: readonly number[], mark: string | null): boolean {
  const before = mark === null ? Number.POSITIVE_INFINITY : Number(mark);
  return values.every((value, i) => value <= (values[i - 1] ?? before));
}
