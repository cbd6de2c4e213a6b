// Owns what the ledger in memory promises whoever runs verbs on it.
import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';
import { heldCall, ledgerWith } from './testing-ledger.ts';

test('money of an account that was not read is not moved: whoever tries breaks, and the batch with it', () => {
  const ledger = new Ledger(0, 'node');
  expect(() => ledger.account('acc')).toThrow('the account acc was not read');
});

test('a charge is written with its account, whoever makes it', () => {
  const ledger = ledgerWith();
  const call = heldCall(ledger);
  ledger.account('acc').changed = false;
  call.chargedMicros = 400;
  expect(ledger.charge(call)).toBe(9_600);
  expect(ledger.account('acc')).toMatchObject({ balanceMicros: 9_600, entrySeq: 5, changed: true });
});
