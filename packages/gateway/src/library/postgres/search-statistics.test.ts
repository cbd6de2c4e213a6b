// The statistics by which a search in PostgreSQL chooses its strategy. They affect how long it takes, never what is found. So they must be
// roughly right and always lead to an end.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RANK_ABOVE_ALL } from '../rank.ts';
import { SearchStatistics } from './search-statistics.ts';

/** A hundred parts of equal size, in a million records. */
const RANKS = Array.from({ length: 101 }, (_, i) => i * 1_000);
const statistics = new SearchStatistics({
  records: 1_000_000,
  ranks: RANKS,
  terms: ['tcat', 'dcat', 'tdog', 'tかな', 'tかに'],
  shares: [0.1, 0.2, 0.01, 0.02, 0.03, 0.01, 0.2],
});
const word = (term: string) => ({ terms: [term], isPrefix: false });

test('a part of the ranks has about the requested number of records', () => {
  expect(statistics.rankBehind(RANK_ABOVE_ALL, 5_000)).toBe(99_500);
  expect(statistics.rankBehind(99_500, 10_000)).toBe(98_500);
  expect(statistics.rankBehind(50_000, 500_000)).toBeNull();
});

test('parts reach the end, wherever they begin and however short they are', () => {
  const ranks = fc
    .uniqueArray(fc.nat({ max: 2 ** 40 }), { maxLength: 20 })
    .map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(
      ranks,
      fc.nat({ max: 2 ** 41 }),
      fc.integer({ min: 1, max: 2_000 }),
      (bounds, from, count) => {
        const some = new SearchStatistics({ records: 1_000, ranks: bounds, terms: null, shares: null });
        const behind = some.rankBehind(from, count);
        expect(behind === null || behind < from).toBe(true);
        if (count >= 1_000) expect(behind).toBeNull();
      },
    ),
  );
});

test('without statistics, a part is everything and every word is rare', () => {
  const none = new SearchStatistics({ records: 500_000, ranks: null, terms: null, shares: null });
  expect(none.rankBehind(RANK_ABOVE_ALL, 1)).toBeNull();
  expect(none.matches([word('cat')], 3)).toBeLessThan(2_000);
});

test('matches are estimated by tier, as if words were independent', () => {
  expect(statistics.matches([word('cat')], 1)).toBeCloseTo(100_000);
  expect(statistics.matches([word('cat')], 2)).toBeCloseTo(280_000);
  expect(statistics.matches([word('cat'), word('dog')], 1)).toBeCloseTo(1_000);
  expect(statistics.matches([{ terms: ['cat', 'dog'], isPrefix: false }], 1)).toBeCloseTo(1_000);
  expect(statistics.matches([{ terms: ['か'], isPrefix: true }], 1)).toBeCloseTo(51_000);
});

test('a word without statistics is rarer than those with statistics', () => {
  expect(statistics.matches([word('axolotl')], 1)).toBeCloseTo(1_000);
  // As a tag, the word may be nearly as common as the words that the server has statistics of.
  expect(statistics.matches([word('dog')], 3) - statistics.matches([word('dog')], 2)).toBeGreaterThan(4_000);
  expect(statistics.rarest([word('cat'), word('axolotl')], 1)).toBeCloseTo(1_000);
});

test('the estimate never exceeds the number of records with the rarest word', () => {
  expect(statistics.rarest([word('cat'), word('dog')], 1)).toBeCloseTo(10_000);
  expect(statistics.rarest([{ terms: ['cat', 'dog'], isPrefix: false }], 1)).toBeCloseTo(10_000);
});
