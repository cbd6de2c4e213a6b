// The figures by which a search in PostgreSQL chooses its way. They decide how long it takes, never what is found, so what matters here
// is that they are about right and always lead to an end.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RANK_ABOVE_ALL } from '../rank.ts';
import { LibraryFigures } from './figures.ts';

/** A hundred parts of a million records each as long as the others. */
const RANKS = Array.from({ length: 101 }, (_, i) => i * 1_000);
const figures = new LibraryFigures({
  records: 1_000_000,
  ranks: RANKS,
  terms: ['tcat', 'dcat', 'tdog', 'tかな', 'tかに'],
  shares: [0.1, 0.2, 0.01, 0.02, 0.03, 0.01, 0.2],
});
const word = (term: string) => ({ terms: [term], isPrefix: false });

test('a part of the ranks holds as many records as were asked for', () => {
  expect(figures.rankBehind(RANK_ABOVE_ALL, 5_000)).toBe(99_500);
  expect(figures.rankBehind(99_500, 10_000)).toBe(98_500);
  expect(figures.rankBehind(50_000, 500_000)).toBeNull();
});

test('parts lead to the end, wherever they begin and however short they are', () => {
  const ranks = fc
    .uniqueArray(fc.nat({ max: 2 ** 40 }), { maxLength: 20 })
    .map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(
      ranks,
      fc.nat({ max: 2 ** 41 }),
      fc.integer({ min: 1, max: 2_000 }),
      (bounds, from, count) => {
        const some = new LibraryFigures({ records: 1_000, ranks: bounds, terms: null, shares: null });
        const behind = some.rankBehind(from, count);
        expect(behind === null || behind < from).toBe(true);
        if (count >= 1_000) expect(behind).toBeNull();
      },
    ),
  );
});

test('while the server knows nothing, a part is everything and every word is rare', () => {
  const none = new LibraryFigures({ records: 500_000, ranks: null, terms: null, shares: null });
  expect(none.rankBehind(RANK_ABOVE_ALL, 1)).toBeNull();
  expect(none.matches([word('cat')], 3)).toBeLessThan(2_000);
});

test('matches are expected by tier, for words that know nothing of each other', () => {
  expect(figures.matches([word('cat')], 1)).toBeCloseTo(100_000);
  expect(figures.matches([word('cat')], 2)).toBeCloseTo(280_000);
  expect(figures.matches([word('cat'), word('dog')], 1)).toBeCloseTo(1_000);
  expect(figures.matches([{ terms: ['cat', 'dog'], isPrefix: false }], 1)).toBeCloseTo(1_000);
  expect(figures.matches([{ terms: ['か'], isPrefix: true }], 1)).toBeCloseTo(51_000);
});

test('a word that the server does not know is rarer than those it knows', () => {
  expect(figures.matches([word('axolotl')], 1)).toBeCloseTo(1_000);
  // As a tag it may be nearly as common as what the server knows.
  expect(figures.matches([word('dog')], 3) - figures.matches([word('dog')], 2)).toBeGreaterThan(4_000);
  expect(figures.rarest([word('cat'), word('axolotl')], 1)).toBeCloseTo(1_000);
});

test('no more can match than have the rarest word', () => {
  expect(figures.rarest([word('cat'), word('dog')], 1)).toBeCloseTo(10_000);
  expect(figures.rarest([{ terms: ['cat', 'dog'], isPrefix: false }], 1)).toBeCloseTo(10_000);
});
