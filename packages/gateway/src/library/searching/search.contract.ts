// What every library finds, in which order, and how a walk goes on, in a file and in PostgreSQL.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatPlace, parsePlace, type ResultPlace } from '../result-page.ts';
import { idOf, type TestFolder } from '../testing/test-folder.ts';

export function searchContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await open();
  });
  afterEach(() => folder.remove());

  // Keyword, title that it must find, title that it must not find.
  const FINDS: [why: string, keyword: string, title: string, other: string][] = [
    ['one Chinese character', '猫', '我家的猫咪', '我家的小狗'],
    ['two Chinese characters', '猫咪', '可爱猫咪日常', '猫和咖啡，咪'],
    ['three Chinese characters', '红烧肉', '妈妈做的红烧肉好吃', '红色的烧肉'],
    ['a long Chinese run', '今天天气真好', '我说今天天气真好啊', '今天真好天气'],
    ['Chinese beyond the basic plane', '𠮷野', '𠮷野家の牛丼', '吉野家の牛丼'],
    ['Japanese kana and kanji', '食べ', '食べ物の話', '飲み物の話'],
    ['a kana word inside a sentence', 'たべもの', 'おいしいたべものです', 'たべる もの'],
    ['kana before kanji', 'お茶', '毎朝のお茶', '茶のお'],
    ['half-width katakana', 'ｶﾒﾗ', '新しいカメラ', '新しいラメ'],
    ['a long vowel mark', 'ラーメン', '深夜のラーメン屋', '深夜のラメン屋'],
    ['one kana', 'ね', 'ねこ', 'いぬ'],
    ['part of a Korean word', '고양', '우리집 고양이 일상', '우리집 강아지'],
    ['one Korean syllable', '집', '우리집', '우리말'],
    ['decomposed Korean', '고양이'.normalize('NFD'), '고양이', '고이양'],
    ['a Thai word inside a sentence', 'แมว', 'น้องแมวน่ารักมาก', 'น้องหมาน่ารักมาก'],
    ['a Thai vowel is not an accent', 'ปลา', 'ปลาทอด', 'ปาลทอด'],
    ['Lao', 'ແມວ', 'ວິດີໂອແມວ', 'ວິດີໂອໝາ'],
    ['Khmer', 'ឆ្មា', 'វីដេអូឆ្មា', 'វីដេអូឆ្កែ'],
    ['Myanmar', 'ကြောင်', 'ချစ်စရာကြောင်လေး', 'ချစ်စရာခွေးလေး'],
    ['Arabic', 'قطة', 'قطة صغيرة', 'كلب صغير'],
    ['Arabic without its points', 'قطه', 'قِطَّة', 'كلب'],
    ['Arabic-Indic digits', '2024', 'أفضل لحظات ٢٠٢٤', 'أفضل لحظات ٢٠٢٣'],
    ['Hebrew', 'חתול', 'חתול מצחיק', 'כלב מצחיק'],
    ['Hindi', 'बिल्ली', 'प्यारी बिल्ली', 'प्यारा कुत्ता'],
    ['a Hindi vowel is not an accent', 'दिन', 'अच्छा दिन', 'दीन'],
    ['Cyrillic in another case', 'КОШКА', 'Моя кошка', 'Моя собака'],
    ['Cyrillic ё as е', 'еж', 'Ёж в лесу', 'Уж в лесу'],
    ['Greek with its accent and final sigma', 'ΓΑΤΟΣ', 'ο γάτος μου', 'ο σκύλος μου'],
    ['an accent left out', 'cafe', 'Café de Paris', 'Cave de Paris'],
    ['an accent put in', 'Café', 'cafe racer', 'cave racer'],
    ['Vietnamese without its marks', 'pho bo ha noi', 'Phở bò Hà Nội', 'Phở gà Hà Nội'],
    ['đ as d', 'duong pho', 'Đường phố Sài Gòn', 'Cường phố'],
    ['German ß', 'strasse', 'Die Straße', 'Die Strafe'],
    ['Danish ø', 'smorrebrod', 'Smørrebrød', 'Smarrebrad'],
    ['the dotted capital I', 'istanbul', 'İSTANBUL', 'ANKARA'],
    ['full-width letters in the keyword', 'ＡＢＣ', 'abc song', 'abd song'],
    ['full-width letters in the title', 'abc', 'ＡＢＣの歌', 'ＡＢＤの歌'],
    ['letters beside digits beside Han', 'iPhone15评测', 'iPhone15评测', 'iPhone14评测'],
    ['letters apart from the digits they touch', 'iphone', 'iPhone15评测', 'iPad15评测'],
    ['digits written apart', 'iphone15', 'iPhone 15 Pro', 'iPhone 5 and 15'],
    ['Han beside letters', '评测', 'iPhone15评测', 'iPhone15测评'],
    ['a hyphen', 'covid-19', 'COVID 19 explained', '19 covid'],
    ['an apostrophe', 'don’t', "Don't do this", 'do not do this'],
    ['an emoji', '😂', 'so funny 😂😂', 'so funny 😅'],
    ['an emoji in any skin', '👍', 'nice 👍🏿', 'nice 👎🏿'],
    ['a skin for an emoji without', '👍🏿', 'nice 👍', 'nice 👎'],
    ['a part of a joined emoji', '🍳', 'chef 👩🏽‍🍳', 'chef 👩🏽‍🚒'],
    ['a joined emoji', '👩‍🍳', 'chef 👩🏽‍🍳', '🍳 for 👩'],
    ['an emoji of either gender', '🏃‍♀️', 'run 🏃', 'walk 🚶'],
    ['a flag', '🇯🇵', 'trip to 🇫🇷🇯🇵', 'trip to 🇫🇷🇵🇯'],
    ['a keycap', '1️⃣', 'step 1', 'step 2'],
    ['a heart with or without its variant', '❤', 'love ❤️', 'love 💙'],
    ['two emoji in any order', '🐱🎵', 'music 🎵 and 🐱', 'just 🐱'],
    ['words in any order', 'bike repair', 'How to repair your bike', 'How to repair your car'],
    ['a phrase', '"machine learning"', 'Machine Learning basics', 'Learning about a machine'],
    [
      'a phrase and a word',
      '"machine learning" python',
      'Python: machine learning',
      'Python: a machine for learning',
    ],
    ['a phrase in typographic quotes', '“machine learning”', 'machine learning', 'learning machine'],
    ['a phrase of two scripts', '"vs 我"', '他 vs 我们', '我们 vs 他'],
    ['a phrase that ends in a kana', '"the の"', 'the のり', 'the べのり'],
    ['a quote never closed', '"learning machine', 'Machine Learning', 'Machine'],
  ];

  describe('every script is found', () => {
    test.each(FINDS)('%s: %s', async (_why, keyword, title, other) => {
      await folder.add({ id: 'yes', title }, { id: 'no', title: other });
      expect(await folder.ids(keyword)).toEqual(['yes']);
    });

    test.each(['title', 'description', 'tags'])('what is in the %s is found', async (field) => {
      await folder.add({ id: 'a', [field]: 'sourdough 面包 🍞' }, { id: 'b', [field]: 'other' });
      for (const keyword of ['sourdough', '面包', '🍞', '面 sourdough'])
        expect(await folder.ids(keyword)).toEqual(['a']);
    });
  });

  describe('ranking', () => {
    test('title comes before description before tags, and the newest first in each', async () => {
      await folder.add(
        { id: 'tags-new', tags: ['cat'], published_at: '2026-06-01' },
        { id: 'text-old', description: 'a cat', published_at: '2023-01-01' },
        { id: 'title-none', title: 'cat' },
        { id: 'title-old', title: 'cat', published_at: '2024-01-01' },
        { id: 'text-new', description: 'cat', tags: ['cat'], published_at: '2026-01-01' },
        { id: 'title-new', title: 'the cat', published_at: '2025-01-01' },
        { id: 'title-ancient', title: 'cat', published_at: '1955-01-01' },
      );
      expect(await folder.ids('cat')).toEqual([
        'title-new',
        'title-old',
        'title-ancient',
        'title-none',
        'text-new',
        'text-old',
        'tags-new',
      ]);
    });

    test('a record ranks by the field that completes the keyword', async () => {
      await folder.add(
        { id: 'split', title: 'cat', tags: ['piano'], published_at: '2026-01-01' },
        { id: 'described', title: 'cat', description: 'piano', published_at: '2025-01-01' },
        { id: 'titled', title: 'piano cat', published_at: '2024-01-01' },
        { id: 'half', title: 'piano', published_at: '2026-01-01' },
      );
      expect(await folder.ids('cat piano')).toEqual(['titled', 'described', 'split']);
    });

    test('a phrase does not reach from one field into the next', async () => {
      await folder.add({ id: 'a', title: 'machine', description: 'learning', tags: ['x'] });
      expect(await folder.ids('"machine learning"')).toEqual([]);
    });

    test('many records of one second all keep a place', async () => {
      await folder.add(
        ...Array.from({ length: 50 }, (_, i) => ({ id: `r${i}`, title: 'cat', upload_date: '20240101' })),
      );
      await folder.add(
        ...Array.from({ length: 50 }, (_, i) => ({ id: `s${i}`, title: 'cat', upload_date: '20240101' })),
      );
      expect(new Set(await folder.ids('cat')).size).toBe(100);
    });
  });

  describe('hostile keywords', () => {
    const HOSTILE = [
    '"', '""', '"""', '*', '%', '_', '-', '--', ':', '^', '(', ')', '()', '{title}: cat', 'AND', 'OR', 'NOT', 'NEAR',
    'NEAR(cat dog, 2)', 'cat*', '^cat', 'cat AND', 'cat NOT dog', '+cat', '-cat', 'title:cat', "'; DROP TABLE record;--",
    '\u0000', 'cat\u0000dog', '\ud800', '\udc00x', '\u202ecat', '\u200d', '\ufe0f', '🏿', '🇯', '♀', 'a'.repeat(100_000),
    'ก'.repeat(1000), '"cat', 'cat"', '\\', '`', '$1', '?', '?1', ':x', '@x', '#cat', '\n\t', '\u3000', '·', '々', 'ー', '〆',
  ]; // biome-ignore format: one character per line would fill a page.

    test.each(HOSTILE.map((keyword) => [keyword]))('%j is no error', async (keyword) => {
      await folder.add({ id: 'a', title: 'cat dog' });
      expect((await folder.search(keyword)).total.relation).toBe('eq');
    });

    test.each(['%', '"', '" "', '*', '', '   ', '\u200d', '🏿'])(
      '%j, which names nothing, finds nothing',
      async (keyword) => {
        await folder.add({ id: 'a', title: 'cat % " *' });
        expect(await folder.search(keyword)).toEqual({
          total: { value: 0, relation: 'eq' },
          next: null,
          bodies: [],
          isCut: false,
        });
      },
    );

    test('no keyword at all makes a search fail', async () => {
      await folder.add({ id: 'a', title: 'cat 猫 ねこ' });
      const keyword = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        fc
          .array(fc.constantFrom('cat', '"', '*', 'NEAR(', ')', ' ', 'OR', '猫', 'ね', '-', '\ud83d', '👩‍🍳'))
          .map((parts) => parts.join('')),
      );
      await fc.assert(
        fc.asyncProperty(keyword, async (text) => void (await folder.search(text))),
        { numRuns: 150 },
      );
    });

    test('every title is found by searching for it, whatever it consists of', async () => {
      const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(words, async (title) => {
          await folder.add({ id: 'a', title: `x ${title}`, tags: ['always'] });
          const isSearchable = (await folder.search(title)).total.value === 1;
          const isEmpty =
            (await folder.search(`${title} zzz`)).total.value === 0 &&
            (await folder.search(`${title} always`)).total.value === 1;
          expect(isSearchable || isEmpty).toBe(true);
        }),
        { numRuns: 150 },
      );
    });
  });

  describe('walking', () => {
    async function walk(
      keyword: string,
      count: number,
      between: () => Promise<void> = async () => {},
    ): Promise<string[]> {
      const ids: string[] = [];
      let place: ResultPlace | null = null;
      do {
        const page = await folder.search(keyword, count, place);
        ids.push(...page.bodies.map(idOf));
        place = page.next === null ? null : parsePlace(formatPlace(page.next));
        await between();
      } while (place !== null);
      return ids;
    }

    async function fill(prefix: string, records: number): Promise<void> {
      const fields = ['title', 'description', 'tags'];
      await folder.add(
        ...Array.from({ length: records }, (_, i) => ({
          id: `${prefix}${i}`,
          [fields[i % 3]!]: 'cat video',
          published_at: i % 7 === 0 ? '' : `202${i % 6}-0${1 + (i % 9)}-11`,
        })),
      );
    }

    test.each([1, 2, 7, 20, 59, 60, 61])('pages of %i give every record once', async (count) => {
      await fill('r', 60);
      const ids = await walk('cat', count);
      expect(ids).toHaveLength(60);
      expect(new Set(ids).size).toBe(60);
      expect(ids).toEqual(await folder.ids('cat'));
    });

    test('a full last page reports that nothing follows', async () => {
      await fill('r', 40);
      const first = await folder.search('cat', 20);
      expect((await folder.search('cat', 20, first.next)).next).toBeNull();
    });

    test('records added during a walk neither repeat nor hide the others', async () => {
      await fill('old', 60);
      let round = 0;
      const ids = await walk('cat', 7, async () => {
        round += 1;
        if (round <= 5) await fill(`new${round}-`, 9);
      });
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => id.startsWith('old'))).toHaveLength(60);
    });

    test('importing unchanged records during a walk moves nothing', async () => {
      await fill('r', 60);
      const before = await folder.ids('cat');
      expect(await walk('cat', 7, () => fill('r', 60))).toEqual(before);
    });

    test('the total of the first page holds for the whole walk', async () => {
      await fill('r', 30);
      const first = await folder.search('cat', 10);
      await fill('more', 30);
      expect(first.total).toEqual({ value: 30, relation: 'eq' });
      expect((await folder.search('cat', 10, first.next)).total).toEqual(first.total);
    });

    test.each(['', 'x', '1', '4.5.6e', '1.2.3', '1.99999999999999999.3e', '1.-2.3e', '1.2.3e ', "1.2.3e'"])(
      'the cursor %j is refused',
      async (cursor) => expect(parsePlace(cursor)).toBeNull(),
    );
  });

  describe('changing a record', () => {
    test('the new words are found and the old ones are not', async () => {
      await folder.add(
        { id: 'a', title: 'cat', upload_date: '20240101' },
        { id: 'b', title: 'cat', upload_date: '20240101' },
      );
      const before = await folder.ids('cat');
      await folder.add({ id: 'a', title: 'a dog', upload_date: '20240101' });
      expect([await folder.ids('cat'), await folder.ids('dog')]).toEqual([['b'], ['a']]);
      await folder.add({ id: 'a', title: 'the cat again', upload_date: '20240101' });
      expect(await folder.ids('cat')).toEqual(before);
    });

    test('a new date moves it', async () => {
      await folder.add(
        { id: 'a', title: 'cat', upload_date: '20240101' },
        { id: 'b', title: 'cat', upload_date: '20250101' },
      );
      await folder.add({ id: 'a', title: 'cat', upload_date: '20260101' });
      expect(await folder.ids('cat')).toEqual(['a', 'b']);
    });
  });
}
