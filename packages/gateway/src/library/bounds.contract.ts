// No keyword makes the library search without end, a search that was stopped early reports it, and limiting the work does not change the
// results: words that the index was not asked for are checked on the records.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../domain/clock.ts';
import { CHECKED_RECORDS_MAX, SEARCH_BUDGET_MS } from './limits.ts';
import type { LibraryRecord } from './record.ts';
import type { LibraryPage, ResultPlace } from './result-page.ts';
import { tierOf } from './searching/index-query.ts';
import { readKeyword, TIERS } from './searching/keyword.ts';
import { idOf, KANA, steppingClock, type TestFolder } from './testing/test-folder.ts';

export function boundsContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await open();
  });
  afterEach(() => folder.remove());

  describe('the results', () => {
    const letter = fc.constantFrom(...KANA.slice(0, 4), '猫', ' ', 'cat ', 'cats ');
    const text = fc.array(letter, { maxLength: 14 }).map((letters) => letters.join(''));
    const record = fc.record({ title: text, description: text, tags: fc.array(text, { maxLength: 2 }) });
    const keyword = fc
      .array(fc.constantFrom(...KANA.slice(0, 4), '猫', 'cat', 'あい', '猫あ', 'うえ猫'), {
        minLength: 2,
        maxLength: 8,
      })
      .map((parts) => parts.join(' '));

    /** The expected order, computed by checking every record against the whole keyword. Records without a date come last, the newest number first. */
    function oracle(all: LibraryRecord[], wanted: string): string[] {
      const groups = readKeyword(wanted);
      const newestFirst = all.toReversed();
      return TIERS.flatMap((tier) => newestFirst.filter((record) => tierOf(record, groups) === tier)).map(
        ({ id }) => id,
      );
    }

    async function walk(wanted: string, count: number): Promise<string[]> {
      const ids: string[] = [];
      let page: LibraryPage;
      let place: ResultPlace | null = null;
      do {
        page = await folder.search(wanted, count, place);
        ids.push(...page.bodies.map(idOf));
        place = page.next;
      } while (place !== null);
      expect(page.isCut).toBe(false);
      return ids;
    }

    test('match the whole keyword, in the same order, on pages of any size', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(record, { minLength: 20, maxLength: 40 }),
          keyword,
          fc.nat({ max: 6 }),
          async (all, wanted, n) => {
            await folder.remove();
            folder = await open();
            const records = all.map((fields, i) => ({ id: `r${i}`, ...fields, title: `x${fields.title}` }));
            await folder.add(...records);
            const stored = records.map(({ description, ...rest }) => ({ ...rest, text: description }));
            expect(await walk(wanted, n + 1)).toEqual(oracle(stored, wanted));
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  describe('a search that would take too long', () => {
    const search = (keyword: string, clock: Clock) =>
      folder.ask(`search?${new URLSearchParams({ q: keyword, count: '5' })}`, clock);

    test('gives what it found and reports that more may match', async () => {
      const all = KANA.join('。');
      await folder.add(
        ...Array.from({ length: 40 }, (_, i) => ({
          id: `r${i}`,
          title: i % 10 === 9 ? all : 'あ',
          published_at: `2024-01-${String(28 - (i % 28)).padStart(2, '0')}`,
        })),
      );
      const whole = await search(KANA.join(' '), steppingClock(0));
      expect(whole.body.results).toHaveLength(4);
      expect(whole.body.end).toBeUndefined();
      const cut = await search(KANA.join(' '), steppingClock(SEARCH_BUDGET_MS / 20));
      expect(cut.status).toBe(200);
      expect(cut.body).toMatchObject({ cursor: null, end: 'upstream_cap', total: { relation: 'capped' } });
      const ids = (page: typeof cut) => page.body.results.map(({ id }: { id: string }) => id);
      expect(ids(cut).length).toBeGreaterThan(0);
      expect(ids(cut)).toEqual(ids(whole).slice(0, ids(cut).length));
    });

    test('is a failure when it found nothing', async () => {
      await folder.add(...Array.from({ length: 40 }, (_, i) => ({ id: `r${i}`, title: 'あ' })));
      expect(await search(KANA.join(' '), steppingClock(SEARCH_BUDGET_MS / 20))).toEqual({
        status: 504,
        body: { error: 'the search took too long' },
      });
    });

    test('checks at most CHECKED_RECORDS_MAX records, even when time is left', async () => {
      const records = CHECKED_RECORDS_MAX + 100;
      await folder.add(...Array.from({ length: records }, (_, i) => ({ id: `r${i}`, title: 'あ' })));
      const clock = steppingClock(0);
      expect((await search(KANA.join(' '), clock)).status).toBe(504);
      expect(clock.looks).toBeLessThan(CHECKED_RECORDS_MAX + 20);
    });
  });
}
