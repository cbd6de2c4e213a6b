// Owns what the ledger in memory promises whoever runs verbs on it.
import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';

test('money of an account that was not read is not moved: whoever tries breaks, and the batch with it', () => {
  const ledger = new Ledger(0, 'node');
  expect(() => ledger.account('acc')).toThrow('the account acc was not read');
});
