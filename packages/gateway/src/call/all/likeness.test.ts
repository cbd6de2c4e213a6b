// How items are weighed against the question, and recognised elsewhere.
import { describe, expect, test } from 'vitest';
import { preferredLanguage } from '../../domain/text/language.ts';
import { byteText } from '../../operations/byte-text.ts';
import { createJudge, maybeAlsoIn } from './likeness.ts';

const video = ({
  title = null,
  text = null,
  name = null,
  language = null,
  ms = null,
}: Record<string, unknown>) =>
  byteText(
    JSON.stringify({
      ...{ platform: 'alpha', id: '1', url: null, embed_url: null, kind: 'video', title, text, tags: [] },
      ...{ language, duration_ms: ms, author: { name, handle: null }, stats: {}, rank: 1 },
    }),
  );
const fitOf = (keyword: string, item: Record<string, unknown>, language: string | null = null) =>
  createJudge(keyword, language)(video(item)).fit;

describe('the fit of an item', () => {
  test.each([
    ['night sky', { title: 'The night sky' }, 1.2],
    ['night sky', { title: 'Night train', text: 'no stars' }, 0.7],
    ['night sky', { title: 'Cooking' }, 0.2],
    ['night sky', { title: 'Stars', text: 'of the night', name: 'Sky Watch' }, 1.2],
    ['Café crème', { title: 'cafe creme' }, 1.2],
    ['how to bake bread', { title: 'Baking breads' }, 1.2],
    ['猫の動画', { title: '猫の動画まとめ' }, 1.2],
    ['ネコ', { title: 'ねこ' }, 1.2],
    ['series s1 e2', { title: 'Series S01E02' }, 1.2],
    ['القهوة', { title: 'قهوة' }, 1.2],
    ['night sky', { title: '夜空' }, 0.45],
    ['夜空 timelapse', { title: 'Timelapse' }, 1.2],
  ])('of "%s" for %o is %d', (keyword, item, fit) => {
    expect(fitOf(keyword, item)).toBeCloseTo(fit);
  });

  test('is less in a known language other than the wished one', () => {
    expect(fitOf('sky', { title: 'sky', language: 'en-GB' }, 'en')).toBeCloseTo(1.2);
    expect(fitOf('sky', { title: 'sky', language: 'de' }, 'en')).toBeCloseTo(0.84);
    expect(fitOf('sky', { title: 'sky' }, 'en')).toBeCloseTo(1.2);
  });

  test('of an author is that of its names', () => {
    const author = byteText(
      JSON.stringify({ platform: 'alpha', id: '1', name: 'Night Sky', handle: null, text: null }),
    );
    expect(createJudge('night sky', null)(author)).toEqual({ fit: 1.2, twin: null });
  });
});

test.each([
  ['de', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en-GB'],
  ['*, fr;q=0.5, ja;q=0.9', 'ja'],
  ['xx_;q=1, de;q=0', null],
  [undefined, null],
])('the header Accept-Language %s prefers %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});

describe('what may be the same video', () => {
  const judge = createJudge(null, null);
  const item = (title: string, ms: number | null) => ({
    ...{ rank: 0, key: 0, till: 1, names: [title], value: { bytes: video({ title, ms }), raw: null } },
    ...judge(video({ title, ms })),
  });
  const found = (title: string, ms: number | null, leg = 'beta') => {
    const first = { leg: 'alpha', item: item('My Café, part two', 61_000), alsoIn: [] };
    const other = { leg, item: item(title, ms), alsoIn: [] };
    return maybeAlsoIn({ items: [first, other], state: { legs: [], run: null } })(first).length;
  };

  test('has the same folded title and nearly the same length, on another platform', () => {
    expect(found('my cafe part two!', 62_000)).toBe(1);
    expect(found('my cafe part two', 62_001)).toBe(0);
    expect(found('my cafe part three', 61_000)).toBe(0);
    expect(found('my cafe part two', null)).toBe(0);
    expect(found('my cafe part two', 61_000, 'alpha')).toBe(0);
  });

  test('is not known by a title that many have', () => {
    expect(createJudge(null, null)(video({ title: 'Live', ms: 1_000 })).twin).toBeNull();
  });
});
