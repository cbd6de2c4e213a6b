// Tests which steps of a first customer are done, from what the ledger has.
import { expect, test } from 'vitest';
import type { Account } from '../../api/api-types.ts';
import { chosenOf, doneOf, type Known, STEPS, sumOf } from './progress.ts';

const account = (name: string, created_at = '2026-11-16T10:00:00.000Z') =>
  ({ id: `acc_${name}`, name, created_at }) as Account;
const NOTHING: Known = {
  ...{ account: null, keys: [], sessions: [], entries: [], calls: [], statements: [] },
  catalog: { version: 1 },
};
const done = (known: Partial<Known>, isPriceRead = false) => {
  const found = doneOf({ ...NOTHING, ...known }, isPriceRead);
  return STEPS.filter((step) => found[step]);
};
const acme = account('acme');

test('the account of the first start is no customer, and of several the newest is shown', () => {
  expect(chosenOf([account('demo')], undefined)).toBeNull();
  const later = '2026-11-17T09:00:00.000Z';
  // Sorted by name, as the gateway lists them.
  expect(chosenOf([acme, account('demo'), account('zeta', later)], undefined)?.name).toBe('zeta');
  expect(chosenOf([account('abe', later), acme, account('demo')], undefined)?.name).toBe('abe');
  expect(chosenOf([account('demo'), acme, account('zeta')], 'acc_acme')?.name).toBe('acme');
  expect(chosenOf([account('demo'), acme], 'acc_demo')?.name).toBe('acme');
});

test('on a new gateway no step is done', () => {
  expect(done({})).toEqual([]);
});

test('each step is done by its own fact', () => {
  expect(done({ account: acme })).toEqual(['account']);
  expect(done({ account: acme, keys: [{ status: 'active' }] })).toEqual(['account', 'invite']);
  expect(done({ account: acme, keys: [{ status: 'revoked' }] })).toEqual(['account']);
  expect(done({ account: acme, sessions: [{ kind: 'portal', account_id: acme.id }] })).toEqual([
    'account',
    'invite',
  ]);
  expect(done({ account: acme, sessions: [{ kind: 'portal', account_id: 'acc_other' }] })).toEqual([
    'account',
  ]);
  expect(done({}, true)).toEqual(['price']);
  expect(done({ catalog: { version: 2 } })).toEqual(['price']);
  expect(done({ entries: [{ kind: 'topup', amount: '25.000000' }] })).toEqual(['payment']);
  expect(done({ calls: [{ charged: '0.012000' }] })).toEqual(['call']);
  expect(done({ statements: [{ number: 1 }] })).toEqual(['statement']);
});

test('a free call is no first paid call, and a charge without a payment no statement', () => {
  expect(done({ calls: [{ charged: '0.000000' }] })).toEqual([]);
  expect(done({ entries: [{ kind: 'charge', amount: '-0.012000' }] })).toEqual([]);
});

test('entries are added up by their kind, to the micro-unit', () => {
  const entries = [
    { kind: 'charge', amount: '-0.012000' },
    { kind: 'topup', amount: '25.000001' },
    { kind: 'charge', amount: '-0.000001' },
  ] as const;
  expect([sumOf(entries, 'topup'), sumOf(entries, 'charge')]).toEqual([25_000_001n, -12_001n]);
});
