// Filters and sorts of the library hold over a whole walk, and a search that reaches its limits continues from there.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { SearchFilters } from '../../domain/search-filters.ts';
import { SEARCH_BUDGET_MS } from '../limits.ts';
import { formatPlace, type LibraryPage, parsePlace, type ResultPlace } from '../result-page.ts';
import { idOf, type TestFolder } from '../testing/test-folder.ts';

export function filteredSearchContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await open();
  });
  afterEach(() => folder.remove());

  /** Passes the place through the text of a cursor, as a real walk does. */
  async function walk(
    filters: SearchFilters,
    count: number,
    keyword = 'cat',
  ): Promise<{ ids: string[]; pages: LibraryPage[] }> {
    const pages: LibraryPage[] = [];
    let place: ResultPlace | null = null;
    do {
      const page: LibraryPage = await folder.search(keyword, count, place, filters);
      pages.push(page);
      place = page.next === null ? null : parsePlace(formatPlace(page.next));
    } while (place !== null && pages.length < 500);
    return { ids: pages.flatMap(({ bodies }) => bodies.map(idOf)), pages };
  }

  async function fill(): Promise<void> {
    const fields = ['title', 'description', 'tags'];
    await folder.add(
      ...Array.from({ length: 40 }, (_, n) => ({
        id: `v${n}`,
        [fields[n % 3]!]: 'a cat',
        published_at: `2026-01-${String(1 + (n % 28)).padStart(2, '0')}T10:00:00Z`,
        duration: n * 10,
        ...(n % 7 !== 0 && { view_count: (n * 13) % 40, like_count: n % 5 }),
        language: n % 2 === 0 ? 'de' : 'en-GB',
        ...(n % 4 === 0 && { categories: ['Pets'] }),
        ...(n % 5 === 0 && { subtitles: n % 10 === 0 ? {} : { en: [{ ext: 'vtt' }] } }),
        ...(n % 6 === 0 && { live_status: n % 12 === 0 ? 'is_live' : 'was_live' }),
      })),
    );
  }

  const numbers = (is: (n: number) => boolean) =>
    Array.from({ length: 40 }, (_, n) => n)
      .filter(is)
      .map((n) => `v${n}`);

  describe.each([1, 3, 100])('%i a page', (count) => {
    test.each([
      ['durations', { duration_min: '100', duration_max: '200' }, (n: number) => n >= 10 && n <= 20],
      ['a language', { language: 'en' }, (n: number) => n % 2 === 1],
      [
        'days',
        { published_after: '2026-01-20T00:00:00.000Z', published_before: '2026-01-21T23:00:00.000Z' },
        (n: number) => n % 28 === 19 || n % 28 === 20,
      ],
      ['a tag', { tag: 'pets' }, (n: number) => n % 4 === 0],
      ['captions', { captions: 'true' }, (n: number) => n % 10 === 5],
      ['broadcasts on air', { live: 'true' }, (n: number) => n % 12 === 0],
      ['others', { live: 'false' }, (n: number) => n % 12 !== 0],
      ['what nothing passes', { min_height: '2160' }, () => false],
    ] as [string, SearchFilters, (n: number) => boolean][])(
      '%s: each match once, in the order of a search without',
      async (_name, filters, is) => {
        await fill();
        const all = (await folder.ids('cat')).filter((id) => numbers(is).includes(id));
        expect((await walk(filters, count)).ids).toEqual(all);
      },
    );

    test('the newest first, wherever the words stand', async () => {
      await fill();
      const { ids } = await walk({ sort: 'newest' }, count);
      const day = (id: string) => Number(id.slice(1)) % 28;
      expect(ids).toHaveLength(40);
      expect(ids.map(day)).toEqual(ids.map(day).toSorted((a, b) => b - a));
    });

    test.each(['views', 'likes'] as const)('by %s, records without a count last, each once', async (sort) => {
      await fill();
      const { ids } = await walk({ sort }, count);
      const value = (id: string) => {
        const n = Number(id.slice(1));
        if (n % 7 === 0) return -1;
        return sort === 'views' ? (n * 13) % 40 : n % 5;
      };
      expect(new Set(ids).size).toBe(40);
      expect(ids.map(value)).toEqual(ids.map(value).toSorted((a, b) => b - a));
    });
  });

  test('a total is exact if all matches were checked, and otherwise a lower bound', async () => {
    await fill();
    const filters: SearchFilters = { duration_min: '100', duration_max: '200' };
    expect((await folder.search('cat', 20, null, filters)).total).toEqual({ value: 11, relation: 'eq' });
    expect((await folder.search('cat', 5, null, filters)).total).toEqual({ value: 6, relation: 'capped' });
  });

  test('a search that reaches its limit gives the place where it stopped, and the walk still finds everything', async () => {
    await fill();
    let looks = 0;
    // Every search has time to check a few records.
    folder.clock = { nowMs: () => 0, monotonicMs: () => looks++ * (SEARCH_BUDGET_MS / 6) };
    const { ids, pages } = await walk({ language: 'en' }, 5);
    // Without the time limit, four pages would be enough.
    expect(pages.length).toBeGreaterThan(4);
    expect(ids.toSorted()).toEqual(numbers((n) => n % 2 === 1).toSorted());
  });

  test('a sorted search that could not check all matches reports that it was cut', async () => {
    await fill();
    let looks = 0;
    folder.clock = { nowMs: () => 0, monotonicMs: () => looks++ * (SEARCH_BUDGET_MS / 10) };
    const page = await folder.search('cat', 100, null, { sort: 'views' });
    expect(page.isCut).toBe(true);
    expect(page.bodies.length).toBeGreaterThan(0);
    expect(page.bodies.length).toBeLessThan(40);
  });
}
