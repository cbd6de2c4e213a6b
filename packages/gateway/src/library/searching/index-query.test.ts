// No keyword asks the index for more than its limits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { INDEX_PREFIXES_MAX, INDEX_TERMS_MAX } from '../limits.ts';
import { KANA } from '../testing/test-folder.ts';
import { askIndex } from './index-query.ts';
import { readKeyword } from './keyword.ts';

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

  test('stays within its limits, and is never empty', async () => {
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

  test('is the whole of an ordinary keyword', async () => {
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

  test('omits single letters if there is a word', async () => {
    const { groups } = askIndex(readKeyword(ATTACK));
    expect(groups).toEqual([{ terms: ['absent'], isPrefix: false }]);
  });
});
