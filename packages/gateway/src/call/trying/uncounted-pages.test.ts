// Proves that a page beyond a call's first is counted once: a refusal does not lose it, and concurrent calls do not count it
// twice.
import { expect, test } from 'vitest';
import { UNCOUNTED_KEYS_MAX, UncountedPages } from './uncounted-pages.ts';

test('a debt adds up, is taken once, and comes back when it could not be counted', () => {
  const debts = new UncountedPages();
  debts.add('key', 3);
  debts.add('key', 0);
  debts.add('key', 4);
  expect([debts.take('key'), debts.take('key'), debts.take('other')]).toEqual([7, 0, 0]);
  debts.add('key', 7);
  expect(debts.take('key')).toBe(7);
});

test('beyond their bound the oldest debt is forgotten', () => {
  const debts = new UncountedPages();
  for (let n = 0; n <= UNCOUNTED_KEYS_MAX; n++) debts.add(`key ${n}`, 1);
  expect([debts.take('key 0'), debts.take('key 1'), debts.take(`key ${UNCOUNTED_KEYS_MAX}`)]).toEqual([
    0, 1, 1,
  ]);
});
