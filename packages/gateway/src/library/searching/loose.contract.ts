// What a library finds below its exact tiers, in which order, and how a walk goes on there, in a file and in PostgreSQL.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SUGGESTION_CHARS_MAX, SUGGESTIONS_MAX, type Suggestion } from '../../domain/suggestion.ts';
import type { Match } from '../../domain/video.ts';
import {
  CANDIDATE_BYTES_MAX,
  CANDIDATE_WORDS_MAX,
  EXACT_ENOUGH,
  SEARCH_BUDGET_MS,
  SUGGEST_BUDGET_MS,
  SUGGEST_RECORDS_MAX,
} from '../limits.ts';
import { formatPlace, type LibraryPage, parsePlace, type ResultPlace } from '../result-page.ts';
import { idOf, steppingClock, type TestFolder } from '../testing/test-folder.ts';

export function looseContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await open();
  });
  afterEach(() => folder.remove());

  const all = (keyword: string, count = 100, after: ResultPlace | null = null) =>
    folder.search(keyword, count, after, {}, 'all');

  /** Each id with what it has of the keyword. */
  function matched({ bodies, matches = [] }: LibraryPage): [string, Match][] {
    const exact = bodies.length - matches.length;
    return bodies.map((body, i) => [idOf(body), matches[i - exact] ?? 'exact']);
  }

  const author = { name: 'Box Cats', handle: '@BoxCatsTV', id: 'UCabc' };
  // Keyword, record that it must find, as what, and a record that it must not find.
  const FINDS: [why: string, keyword: string, source: object, match: Match, other: object][] = [
    ['an author', 'box cats', { title: 'x', author }, 'words', { title: 'box' }],
    ['a handle', '@boxcatstv', { title: 'x', author }, 'words', { title: 'boxing' }],
    ['an author and a word of the title', 'box cats piano', { title: 'Piano', author }, 'words', { title: 'Piano', author: { name: 'Dogs' } }],
    ['the id of an author', 'UCabc', { title: 'x', author }, 'words', { title: 'ucx' }],
    ['a playlist', 'winter trip', { title: 'x', playlist_id: 'PL1', playlist_index: 1, playlist_title: 'Winter trip' }, 'words', { title: 'winter' }],
    ['the id of a playlist', 'PLx-9_a', { title: 'x', playlist_id: 'PLx-9_a', playlist_index: 1 }, 'words', { title: 'plx' }],
    ['an id without its site', 'dQw4w9WgXcQ', { id: 'youtube:dQw4w9WgXcQ', title: 'x' }, 'words', { title: 'dqw' }],
    ['an author in Chinese', '李子柒', { title: 'x', author: { name: '李子柒' } }, 'words', { title: '李四' }],
    ['a word that is begun', 'night photogr', { title: 'Night photography' }, 'prefix', { title: 'Photography' }],
    ['a plural', 'cats', { title: 'My cat' }, 'prefix', { title: 'My car' }],
    ['a singular', 'berry', { title: 'Fresh berries' }, 'prefix', { title: 'Fresh beets' }],
    ['a form of a verb', 'bake bread', { title: 'Baking bread' }, 'prefix', { title: 'Bread' }],
    ['a Spanish plural', 'canción', { title: 'Las canciones' }, 'prefix', { title: 'La cancha' }],
    ['a German plural', 'katze', { title: 'Zwei Katzen' }, 'prefix', { title: 'Zwei Karten' }],
    ['a Russian case', 'собака', { title: 'Прогулка с собакой' }, 'prefix', { title: 'Прогулка' }],
    ['an Arabic article', 'قطة', { title: 'القطة الصغيرة' }, 'prefix', { title: 'الكلب' }],
    ['hiragana for katakana', 'ねこ', { title: '白いネコ' }, 'words', { title: '白いイヌ' }],
    ['simplified for traditional characters', '猫咪学校', { title: '貓咪學校' }, 'words', { title: '貓熊' }],
    ['traditional for simplified characters', '颱風', { title: '台风' }, 'words', { title: '台北' }],
    ['half-width kana', 'ﾈｺ', { title: 'ねこ' }, 'words', { title: 'いぬ' }],
    ['an episode', 'show s1 e2', { title: 'Show S01E02' }, 'words', { title: 'Show S02E01' }],
    ['a number with zeros', 'part 7', { title: 'Part 007' }, 'words', { title: 'Part 70' }],
    ['most words of a question', 'how do i bake sourdough bread at home', { title: 'Sourdough bread baking' }, 'most_words', { title: 'How do I at home' }],
    ['one letter changed', 'sourdaugh', { title: 'Sourdough' }, 'similar', { title: 'Sour' }],
    ['two letters swapped', 'pyhton', { title: 'Python' }, 'similar', { title: 'Photon' }],
    ['two edits in a long word', 'fotograhpy lesson', { title: 'Fotography lesson' }, 'similar', { title: 'Lesson' }],
    ['pieces of Chinese', '如何做红烧肉', { title: '红烧肉的家常做法' }, 'pieces', { title: '如果' }],
  ]; // biome-ignore format: one property per line would fill pages.

  test.each(FINDS)('%s: %s', async (_why, keyword, source, match, other) => {
    await folder.add({ id: 'yes', ...source }, { id: 'no', ...other });
    const page = await all(keyword);
    expect(matched(page)).toEqual([[(source as { id?: string }).id ?? 'yes', match]]);
    expect(page.total).toEqual({ value: 1, relation: 'eq', counts: 'all' });
    expect((await folder.search(keyword)).bodies).toEqual([]);
  });

  test.each(['xyzzy', 'the', 'cut', '12', '"my cats"'])('%s finds nothing', async (keyword) => {
    await folder.add({ id: 'a', title: 'My cat', description: 'of 123' });
    expect((await all(keyword)).bodies).toEqual([]);
  });

  test('each tier stands below the one before, and within a tier the newest first', async () => {
    await folder.add(
      { id: 'similar', title: 'boking bread', published_at: '2026-09-01' },
      { id: 'form', title: 'bakes breads', published_at: '2026-08-01' },
      { id: 'author-old', title: 'baking', author: { name: 'Bread' }, published_at: '2026-01-01' },
      { id: 'author-new', title: 'baking', author: { name: 'Bread' }, published_at: '2026-07-01' },
      { id: 'title', title: 'baking bread', published_at: '2020-01-01' },
      { id: 'tags', title: 'baking', tags: ['bread'], published_at: '2020-02-01' },
    );
    expect(matched(await all('baking bread'))).toEqual([
      ['title', 'exact'],
      ['tags', 'exact'],
      ['author-new', 'words'],
      ['author-old', 'words'],
      ['form', 'prefix'],
    ]);
    expect(matched(await all('bakinh bread'))).toEqual(
      expect.arrayContaining([
        ['title', 'similar'],
        ['author-new', 'similar'],
      ]),
    );
  });

  test('rarer words of a question count for more', async () => {
    await folder.add(
      ...Array.from({ length: 20 }, (_, n) => ({ id: `n${n}`, title: 'video lesson today' })),
      { id: 'rare', title: 'Zither lesson', published_at: '2020-01-01' },
      { id: 'common', title: 'lesson video', published_at: '2026-01-01' },
    );
    const ids = (await all('zither lesson video')).bodies.map(idOf);
    expect(ids[0]).toBe('rare');
  });

  test('records that have the very words are the same as without what stands below them, in the same order', async () => {
    const word = fc.constantFrom('cat', 'cats', 'cart', 'dog', 'dogs', '猫', '猫咪', 'ねこ', 'ネコ');
    const text = fc.array(word, { maxLength: 3 }).map((words) => words.join(' '));
    const record = fc.record({ title: text, description: text, author: text });
    await fc.assert(
      fc.asyncProperty(fc.array(record, { minLength: 5, maxLength: 25 }), text, async (sources, keyword) => {
        await folder.remove();
        folder = await open();
        await folder.add(
          ...sources.map((source, i) => ({ ...source, id: `r${i}`, title: `x ${source.title}` })),
        );
        const exact = (await folder.search(keyword)).bodies.map(idOf);
        const filled = matched(await all(keyword));
        expect(filled.slice(0, exact.length)).toEqual(exact.map((id) => [id, 'exact']));
        expect(new Set(filled.map(([id]) => id)).size).toBe(filled.length);
        expect(filled.slice(exact.length).every(([, match]) => match !== 'exact')).toBe(true);
        for (const count of [1, 3]) expect(await walk(keyword, count)).toEqual(filled);
      }),
      { numRuns: 40 },
    );
  });

  /** Passes the place through the text of a cursor, as a real walk does. */
  async function walk(keyword: string, count: number, between = async () => {}): Promise<[string, Match][]> {
    const found: [string, Match][] = [];
    let place: ResultPlace | null = null;
    do {
      const page: LibraryPage = await all(keyword, count, place);
      found.push(...matched(page));
      place = page.next === null ? null : parsePlace(formatPlace(page.next));
      await between();
    } while (place !== null && found.length < 1_000);
    return found;
  }

  async function fill(prefix: string): Promise<void> {
    const titles = ['sourdough bread', 'sourdoughs breads', 'sourdaugh bread', 'bread', 'bred sourdough now'];
    await folder.add(
      ...Array.from({ length: 40 }, (_, n) => ({
        id: `${prefix}${n}`,
        title: titles[n % 5],
        ...(n % 3 === 0 && { author: 'Baking Now' }),
        published_at: `2026-0${1 + (n % 9)}-11`,
      })),
    );
  }

  test.each([1, 7, 23, 100])(
    'pages of %i give every record once, also while others are imported',
    async (count) => {
      await fill('old');
      const before = await walk('sourdough bread baking now', count);
      expect(new Set(before.map(([id]) => id)).size).toBe(before.length);
      expect(before.length).toBeGreaterThan(15);
      let round = 0;
      const ids = (
        await walk('sourdough bread baking now', count, async () => {
          round += 1;
          if (round <= 3) await fill(`new${round}-`);
        })
      ).map(([id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => id.startsWith('old'))).toHaveLength(before.length);
    },
  );

  test('filters hold below the exact tiers too, and sorted lists have only exact ones', async () => {
    await folder.add(
      { id: 'short', title: 'cats', duration: 10 },
      { id: 'long', title: 'cats', duration: 1000 },
      { id: 'exact', title: 'cat', duration: 10 },
    );
    const page = await folder.search('cat', 100, null, { duration_max: '60' }, 'all');
    expect(matched(page)).toEqual([
      ['exact', 'exact'],
      ['short', 'prefix'],
    ]);
    expect(matched(await folder.search('cat', 100, null, { sort: 'newest' }, 'all'))).toEqual([
      ['exact', 'exact'],
    ]);
  });

  test('a keyword that many records have word for word has nothing below them', async () => {
    const titled = (title: string, n: number) => ({ id: `${title}${n}`, title });
    await folder.add(
      ...Array.from({ length: EXACT_ENOUGH + 1 }, (_, n) => titled('cat', n)),
      titled('cats', 0),
    );
    expect((await walk('cat', 100)).every(([, match]) => match === 'exact')).toBe(true);
  });

  test('what was removed or changed is not found by its old words', async () => {
    await folder.add({ id: 'a', title: 'x', author: 'Box Cats' }, { id: 'b', title: 'sourdough' });
    await folder.add({ id: 'a', title: 'x', author: 'Dogs' }, { id: 'b', title: 'pizza' });
    expect((await all('box cats')).bodies).toEqual([]);
    expect((await all('sourdaugh')).bodies).toEqual([]);
    expect(matched(await all('pizzas dog'))).toEqual([]);
    expect(matched(await all('dogs'))).toEqual([['a', 'words']]);
  });

  describe('words that are only spoken', () => {
    const cues = (...lines: string[]) =>
      `WEBVTT\n\n${lines.map((line, i) => `00:00:0${i}.500 --> 00:00:0${i + 1}.500\n${line}\n`).join('\n')}`;
    const spoken = (...lines: string[]) => ({ transcripts: [{ language: 'en', text: cues(...lines) }] });

    test('are found below everything else, with their place', async () => {
      await folder.add(
        { id: 'talk', title: 'A talk', ...spoken('welcome', 'the quick brown foxes', 'jump over') },
        { id: 'title', title: 'One fox, quick', published_at: '2020-01-01' },
      );
      const { body } = await folder.ask('search?q=quick+fox&match=all');
      expect(body).toMatchObject({ matches: ['exact', 'spoken'], spoken_ms: { 1: 1_500 } });
      expect(matched(await all('how do foxes jump so quick'))).toContainEqual(['talk', 'spoken']);
      expect(matched(await all('talk welcome'))).toEqual([['talk', 'spoken']]);
      expect((await folder.search('quick fox jump')).bodies).toEqual([]);
    });

    test('stay when a later file of the video has no transcripts, and go with them', async () => {
      await folder.add({ id: 'a', title: 'A talk', ...spoken('marmalade') });
      await folder.add({ id: 'a', title: 'Another title' });
      expect(matched(await all('marmalade'))).toEqual([['a', 'spoken']]);
      await folder.add({ id: 'a', title: 'Another title', transcripts: [] });
      expect(matched(await all('marmalade'))).toEqual([]);
    });
  });

  test('an answer says of each item what it has of the keyword, and without being asked for more it has the very words alone', async () => {
    await folder.add({ id: 'a', title: 'cat' }, { id: 'b', title: 'cats' });
    const both = await folder.ask('search?q=cat&match=all');
    expect(both.body).toMatchObject({
      matches: ['exact', 'prefix'],
      total: { value: 2, relation: 'eq', counts: 'all' },
    });
    const exact = await folder.ask('search?q=cat');
    expect(exact.body).toMatchObject({ matches: ['exact'], total: { value: 1, relation: 'eq' } });
    expect((await folder.ask('search?q=cat&match=some')).status).toBe(400);
  });

  describe('hostile keywords', () => {
    test('the candidate words have a bound, which the answer tells and the cursor has room for', async () => {
      const letters = 'abcdefghijklmnopqrstuvwxyz';
      await folder.add(
        ...Array.from({ length: 600 }, (_, n) => ({
          id: `r${n}`,
          title: `photo${letters[n % 26]}${letters[(n / 26) | 0]}graphic`,
        })),
      );
      const page = await all('photo', 3);
      expect(page.isBounded).toBe(true);
      expect((await folder.ask('search?q=photo&count=3&match=all')).body.notes[0]).toContain(
        String(CANDIDATE_WORDS_MAX),
      );
      expect(formatPlace(page.next!).length).toBeLessThan(CANDIDATE_BYTES_MAX + 100);
    });

    test.each([
      ['one letter', 'a'],
      ['two hundred words', Array.from({ length: 200 }, (_, n) => `word${n}`).join(' ')],
      ['all slips', Array.from({ length: 30 }, () => 'sourdaugh braed').join(' ')],
      ['one long run', '漢字'.repeat(400)],
      ['marks of the cursor', '+a -b ~c !d ,e'],
    ])('%s ends within the limits of a search', async (_name, keyword) => {
      await fill('r');
      const clock = steppingClock(SEARCH_BUDGET_MS / 200);
      folder.clock = clock;
      await all(keyword);
      expect(clock.looks).toBeLessThan(250);
    });

    test('no typed text makes a suggestion fail', async () => {
      await folder.add({ id: 'a', title: 'cat 猫 ねこ s01e02', author: { name: 'me' } });
      const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
      const status = async (typed: string) =>
        (await folder.ask(`suggest?${new URLSearchParams({ typed })}`)).status;
      await fc.assert(
        fc.asyncProperty(text, async (typed) => {
          expect(await status(typed)).toBe(200);
        }),
        { numRuns: 100 },
      );
    });

    test('no keyword makes a search fail', async () => {
      await folder.add({ id: 'a', title: 'cat 猫 ねこ s01e02', author: 'me' });
      const keyword = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
      await fc.assert(
        fc.asyncProperty(keyword, async (text) => {
          const page = await all(text, 1);
          if (page.next !== null) expect(parsePlace(formatPlace(page.next))).toEqual(page.next);
        }),
        { numRuns: 150 },
      );
    });
  });

  describe('suggestions while somebody types', () => {
    const typed = async (text: string): Promise<string[]> => {
      const { body } = await folder.ask(`suggest?${new URLSearchParams({ typed: text })}`);
      return body.suggestions.map((one: Suggestion) => `${one.kind}: ${one.text}`);
    };

    test.each<[string, string, string[]]>([
      ['a begun word', 'pian', ['title: Piano for cats', 'title: A piano']],
      ['a word and a begun one', 'cats pia', ['title: Piano for cats']],
      ['an author, before titles', 'box ca', ['author: Box Cats', 'title: Box cats at night']],
      ['an accent and large letters', 'CAFÉ', ['title: Cafe noir']],
      ['one character of Chinese', '北', ['title: 北京的秋天']],
      ['the other Chinese script', '颱', ['title: 台风来了']],
      ['a begun syllable of Korean', '고양', ['title: 고양이 영상']],
      ['words of a description, which nobody would recognise', 'whiskers', []],
      ['a word that another title has', 'piano dogs', []],
      ['two letters, which begin too much', 'pi', []],
      ['nothing', '   ', []],
    ])('%s: %s', async (_name, text, found) => {
      await folder.add(
        { id: '1', title: 'A piano', description: 'whiskers' },
        { id: '2', title: 'Piano for cats', author: { name: 'Box Cats' } },
        { id: '3', title: 'Box cats at night', author: { name: 'Box Cats' } },
        ...['Cafe noir', '北京的秋天', '台风来了', '고양이 영상', 'Dogs'].map((title) => ({
          id: title,
          title,
        })),
      );
      expect(await typed(text)).toEqual(found);
    });

    test('a few, each once, and none too long to be asked for', async () => {
      const long = `night ${'x'.repeat(SUGGESTION_CHARS_MAX)}`;
      await folder.add(
        ...Array.from({ length: 30 }, (_, n) => ({ id: `r${n}`, title: `Night ${Math.floor(n / 2)}` })),
        { id: 'long', title: long },
      );
      const found = await typed('nigh');
      expect(found).toHaveLength(SUGGESTIONS_MAX);
      expect(new Set(found).size).toBe(SUGGESTIONS_MAX);
      expect(await typed('xxx')).toEqual([]);
    });

    test('it stops within its time', async () => {
      const record = (_: unknown, n: number) => ({ id: `r${n}`, title: `night ${n}` });
      await folder.add(...Array.from({ length: SUGGEST_RECORDS_MAX }, record));
      const clock = steppingClock(SUGGEST_BUDGET_MS / 4);
      const { body } = await folder.ask('suggest?typed=night', clock);
      expect(body.suggestions.length).toBeLessThan(4);
      expect(clock.looks).toBeLessThan(10);
    });
  });

  test.each([
    '4.5.6E',
    '4.5.6E.3',
    '4.5.6E.3~',
    '4.5.6E.3~x',
    '1.2.3e~5',
    '4.5.6E~5',
    '4.5.6E.3~5+"',
    '0.5.6E.3~5',
  ])('the cursor %j is refused', async (cursor) => expect(parsePlace(cursor)).toBeNull());
}
