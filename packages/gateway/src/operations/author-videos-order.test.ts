import { describe, expect, test } from 'vitest';
import { finishAuthorVideos } from './author-videos-order.ts';
import type { FinishedPage, PageContext } from './operation.ts';

const first: PageContext = { group: 'u1', sort: 'newest', mark: null };

/** Items published on these days of January; null has no date, and a `!` marks a pinned video. */
function page(...days: (number | null | `${number}!`)[]): FinishedPage['items'] {
  return days.map((day) => {
    const isPinned = typeof day === 'string';
    const date = day === null ? null : new Date(Date.UTC(2026, 0, Number.parseInt(String(day), 10)));
    const record = {
      id: String(day),
      published_at: date?.toISOString() ?? null,
      stats: { views: date?.getUTCDate() ?? null },
      ...(isPinned && { pinned: true }),
    };
    return { record, raw: null };
  });
}

const ids = ({ items }: FinishedPage) => items.map(({ record }) => record.id);

describe("an author's videos, the newest first", () => {
  test('are in order when their dates fall, equal ones too', () => {
    const finished = finishAuthorVideos({ items: page(9, 8, 8, 3) }, first);
    expect(finished.says).toEqual({ sort: 'newest', order: 'newest' });
    expect(ids(finished)).toEqual(['9', '8', '8', '3']);
  });

  test('are as given when one date rises, and nothing is moved', () => {
    const finished = finishAuthorVideos({ items: page(9, 3, 8) }, first);
    expect(finished.says.order).toBe('as_given');
    expect(ids(finished)).toEqual(['9', '3', '8']);
  });

  test('that are pinned are placed by date, and do not count when the order is checked', () => {
    const finished = finishAuthorVideos({ items: page('2!', '7!', 9, 8, 5) }, first);
    expect(ids(finished)).toEqual(['9', '8', '7!', '5', '2!']);
    expect(finished.says.order).toBe('newest');
    const next = finishAuthorVideos({ items: page(4, 3) }, { ...first, mark: finished.mark });
    expect(next.says.order).toBe('newest');
  });

  test('are compared with the last one of the previous page', () => {
    const { mark } = finishAuthorVideos({ items: page(9, 8) }, first);
    const orderOf = (...days: number[]) =>
      finishAuthorVideos({ items: page(...days) }, { ...first, mark }).says.order;
    expect(orderOf(8, 7)).toBe('newest');
    expect(orderOf(9, 7)).toBe('as_given');
  });

  test('without dates claim no order, and do not make the next page forget the last date', () => {
    expect(finishAuthorVideos({ items: page(null, null) }, first).says.order).toBe('as_given');
    const { mark } = finishAuthorVideos({ items: page(5) }, first);
    const between = finishAuthorVideos({ items: page(null) }, { ...first, mark });
    const orderOf = (day: number) =>
      finishAuthorVideos({ items: page(day) }, { ...first, mark: between.mark }).says.order;
    expect([orderOf(6), orderOf(4)]).toEqual(['as_given', 'newest']);
  });

  test('of which some have no date are judged by the others', () => {
    expect(finishAuthorVideos({ items: page(9, null, 8) }, first).says.order).toBe('newest');
    expect(ids(finishAuthorVideos({ items: page('3!', null, 8, 2) }, first))).toEqual([
      'null',
      '8',
      '3!',
      '2',
    ]);
  });

  test('an empty page is in order', () => {
    expect(finishAuthorVideos({ items: [] }, first).says.order).toBe('newest');
  });
});

test("an author's videos by views are judged by views, and pinned ones stay where they are", () => {
  const byViews: PageContext = { ...first, sort: 'views' };
  const finished = finishAuthorVideos({ items: page('9!', 8, 3) }, byViews);
  expect(finished.says).toEqual({ sort: 'views', order: 'views' });
  expect(ids(finished)).toEqual(['9!', '8', '3']);
  expect(finishAuthorVideos({ items: page(3, 8) }, byViews).says.order).toBe('as_given');
});

test("the platform's own body is passed on unchanged, and its order is `as_given`", () => {
  const finished = finishAuthorVideos({ items: page('2!', 9) }, { ...first, group: 'u2' });
  expect(finished.says.order).toBe('as_given');
  expect(ids(finished)).toEqual(['2!', '9']);
});
