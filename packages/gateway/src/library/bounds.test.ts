// Proves that no keyword makes the library work without end, that a search which is ended says so, and that bounding the
// work changes no result: what the index is not asked for is checked on the records.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../domain/clock.ts';
import { Answerer } from './answer.ts';
import { libraryPath, openForReading } from './database.ts';
import { askIndex } from './index-question.ts';
import { readKeyword, TIERS, tierExpression } from './keyword.ts';
import { CHECKED_RECORDS_MAX, INDEX_PREFIXES_MAX, INDEX_TERMS_MAX, SEARCH_BUDGET_MS } from './limits.ts';
import type { LibraryPage, ResultPlace } from './result-page.ts';
import { idOf, TestFolder } from './testing.ts';

let folder: TestFolder;
beforeEach(() => {
  folder = new TestFolder();
});
afterEach(() => folder.remove());

/** One of these after the other, apart: each is a letter that stands alone. */
const KANA = Array.from('あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほま');
const ATTACK = `${KANA.join(' ')} absent`;

/** A clock that moves only when it is looked at. */
function steppingClock(stepMs: number): Clock & { looks: number } {
  const clock = { looks: 0, nowMs: () => 0, monotonicMs: () => clock.looks++ * stepMs };
  return clock;
}

describe('what the index is asked for', () => {
  const letters = fc.constantFrom(
    ...KANA,
    '猫',
    '犬',
    'cat',
    'dog 12',
    '"two words"',
    '猫の',
    'の猫',
    '長い文章です',
  );
  const keywords = fc.array(letters, { minLength: 1, maxLength: 60 }).map((parts) => parts.join(' '));

  test('is never more than its bounds, and never nothing', () => {
    fc.assert(
      fc.property(keywords, (keyword) => {
        const { groups } = askIndex(readKeyword(keyword));
        const terms = groups.reduce((sum, group) => sum + group.terms.length, 0);
        expect(terms).toBeGreaterThan(0);
        expect(terms).toBeLessThanOrEqual(INDEX_TERMS_MAX);
        expect(groups.filter(({ isPrefix }) => isPrefix).length).toBeLessThanOrEqual(INDEX_PREFIXES_MAX);
      }),
    );
  });

  test('is all of an ordinary keyword', () => {
    for (const keyword of [
      'cat',
      '猫の動画',
      'か',
      '"machine learning" python',
      'how to bake a bread at home',
    ]) {
      expect(askIndex(readKeyword(keyword))).toEqual({ groups: readKeyword(keyword), toCheck: null });
    }
  });

  test('leaves out letters where there is a word', () => {
    const { groups } = askIndex(readKeyword(ATTACK));
    expect(groups).toEqual([{ terms: ['absent'], isPrefix: false }]);
  });
});

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

  /** What FTS5 itself finds for the whole keyword, however dear. */
  function oracle(wanted: string): string[] {
    const db = openForReading(libraryPath(folder.path))!;
    const find = db.prepare(
      'SELECT body FROM term JOIN record ON record.rank = term.rowid WHERE term MATCH ? ORDER BY term.rowid DESC',
    );
    const groups = readKeyword(wanted);
    const bodies = TIERS.flatMap((tier) => find.all(tierExpression(groups, tier)));
    db.close();
    return bodies.map(({ body }) => idOf(body as string));
  }

  function walk(wanted: string, count: number): string[] {
    const ids: string[] = [];
    let page: LibraryPage;
    let place: ResultPlace | null = null;
    do {
      page = folder.search(wanted, count, place);
      ids.push(...page.bodies.map(idOf));
      place = page.next;
    } while (place !== null);
    expect(page.isCut).toBe(false);
    return ids;
  }

  test('are those of the whole keyword, in the same order, on pages of any size', () => {
    fc.assert(
      fc.property(
        fc.array(record, { minLength: 20, maxLength: 40 }),
        keyword,
        fc.nat({ max: 6 }),
        (all, wanted, n) => {
          folder.remove();
          folder = new TestFolder();
          folder.add(...all.map((fields, i) => ({ id: `r${i}`, ...fields, title: `x${fields.title}` })));
          expect(walk(wanted, n + 1)).toEqual(oracle(wanted));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a search that would take too long', () => {
  const search = (keyword: string, clock: Clock, cursor = '') => {
    const answerer = new Answerer(libraryPath(folder.path), clock);
    const url = `library://local/search?${new URLSearchParams({ q: keyword, count: '5' })}${cursor}`;
    const answer = answerer.answer({ kind: 'fetch', url }) as { status: number; body: string };
    answerer.close();
    return { status: answer.status, body: JSON.parse(answer.body) };
  };

  test('gives what it found and says that more may match', () => {
    const all = KANA.join('。');
    folder.add(
      ...Array.from({ length: 40 }, (_, i) => ({
        id: `r${i}`,
        title: i % 10 === 9 ? all : 'あ',
        published_at: `2024-01-${String(28 - (i % 28)).padStart(2, '0')}`,
      })),
    );
    const whole = search(KANA.join(' '), steppingClock(0));
    expect(whole.body.results).toHaveLength(4);
    expect(whole.body.end).toBeUndefined();
    const cut = search(KANA.join(' '), steppingClock(SEARCH_BUDGET_MS / 20));
    expect(cut.status).toBe(200);
    expect(cut.body).toMatchObject({ cursor: null, end: 'upstream_cap', total: { relation: 'capped' } });
    const ids = (page: typeof cut) => page.body.results.map(({ id }: { id: string }) => id);
    expect(ids(cut).length).toBeGreaterThan(0);
    expect(ids(cut)).toEqual(ids(whole).slice(0, ids(cut).length));
  });

  test('is a failure when it found nothing', () => {
    folder.add(...Array.from({ length: 40 }, (_, i) => ({ id: `r${i}`, title: 'あ' })));
    expect(search(KANA.join(' '), steppingClock(SEARCH_BUDGET_MS / 20))).toEqual({
      status: 504,
      body: { error: 'the search took too long' },
    });
  });

  test('begins no further tier once its time is over', () => {
    folder.add({ id: 'a', title: 'cat' }, { id: 'b', description: 'cat' });
    expect(search('cat', steppingClock(0)).body.results).toHaveLength(2);
    const cut = search('cat', steppingClock(SEARCH_BUDGET_MS));
    expect(cut.body).toMatchObject({ end: 'upstream_cap', results: [{ id: 'a' }] });
  });

  test('looks at so many records and no more, whatever the time', () => {
    const records = CHECKED_RECORDS_MAX + 100;
    folder.add(...Array.from({ length: records }, (_, i) => ({ id: `r${i}`, title: 'あ' })));
    const clock = steppingClock(0);
    expect(search(KANA.join(' '), clock).status).toBe(504);
    expect(clock.looks).toBeLessThan(CHECKED_RECORDS_MAX + 20);
  });
});
