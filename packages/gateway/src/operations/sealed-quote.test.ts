// A quote opens only for the account and the path that it was issued for.
import { expect, test } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import { createSealedQuotes } from './sealed-quote.ts';

const quotes = createSealedQuotes(new Uint8Array(32).fill(1), systemRandom);
const content = { catalogVersion: 7, validUntilMs: 1_793_700_000_123 };
const mine = { accountId: 'acc_1', path: '/api/u1/v1/x/app/search_video' };
const sealed = quotes.seal(content, mine);

test('it opens for its account and path, and is never the same twice', () => {
  expect(quotes.open(sealed, mine)).toEqual(content);
  expect(quotes.seal(content, mine)).not.toBe(sealed);
});

test('it opens for no other account, no other path, and by no other secret', () => {
  expect(quotes.open(sealed, { ...mine, accountId: 'acc_2' })).toBeNull();
  expect(quotes.open(sealed, { ...mine, path: '/api/u2/v1/x/app/search_video' })).toBeNull();
  const others = createSealedQuotes(new Uint8Array(32).fill(2), systemRandom);
  expect(others.open(sealed, mine)).toBeNull();
});

test('no character of it can be changed, left out or added', () => {
  for (let at = 0; at < sealed.length; at++) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    expect(quotes.open(sealed.slice(0, at) + other + sealed.slice(at + 1), mine)).toBeNull();
  }
  for (const text of ['', 'x', sealed.slice(1), `${sealed}A`, ` ${sealed}`, 'A'.repeat(60), 'é'.repeat(60)]) {
    expect(quotes.open(text, mine)).toBeNull();
  }
});
