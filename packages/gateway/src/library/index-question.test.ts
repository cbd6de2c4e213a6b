// Proves that no keyword asks the index for much, whatever holds the records.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { askIndex } from './index-question.ts';
import { readKeyword } from './keyword.ts';
import { INDEX_PREFIXES_MAX, INDEX_TERMS_MAX } from './limits.ts';
import { KANA } from './testing.ts';

const ATTACK = `${KANA.join(' ')} absent`;

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

  test('is never more than its bounds, and never nothing', async () => {
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

  test('is all of an ordinary keyword', async () => {
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

  test('leaves out letters where there is a word', async () => {
    const { groups } = askIndex(readKeyword(ATTACK));
    expect(groups).toEqual([{ terms: ['absent'], isPrefix: false }]);
  });
});
