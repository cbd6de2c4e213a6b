// A key never stands in for a key with more rights: each limit is tried alone.
import { expect, test } from 'vitest';
import type { Key } from './key.ts';
import { covers, maySpendBy } from './key-rights.ts';

const FREE: Key = {
  ...{ id: 'own', accountId: 'acc', name: 'own', prefix: 'p', status: 'active', createdAtMs: 0 },
  ...{ groups: ['u1', 'u2'], expiresAtMs: null, addresses: null, rate: null },
  ...{ dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null, maxCallMicros: null },
  ...{ platforms: null, operations: null, projectId: null },
};
const other = (limits: Partial<Key>): Key => ({ ...FREE, id: 'other', ...limits });
const rate = { requests: 10, perSeconds: 60, concurrent: 5 };

test.each<[string, Partial<Key>, Partial<Key>]>([
  ['groups', { groups: ['u1'] }, { groups: ['u1', 'u2'] }],
  ['the time', { expiresAtMs: 5 }, { expiresAtMs: 6 }],
  ['no end', { expiresAtMs: 5 }, {}],
  ['addresses', { addresses: ['10.0.0.1'] }, { addresses: ['10.0.0.1', '10.0.0.2'] }],
  ['any address', { addresses: ['10.0.0.1'] }, {}],
  ['platforms', { platforms: ['a'] }, { platforms: ['b'] }],
  ['all platforms', { platforms: ['a'] }, {}],
  ['operations', { operations: ['a'] }, { operations: ['a', 'b'] }],
  ['a dearer call', { maxCallMicros: 5 }, { maxCallMicros: 6 }],
  ['any price', { maxCallMicros: 5 }, {}],
  ['another project', { projectId: 'p' }, { projectId: 'q' }],
  ['no project', { projectId: 'p' }, {}],
  ['more calls', { rate }, { rate: { ...rate, requests: 11 } }],
  ['more at a time', { rate }, { rate: { ...rate, concurrent: 6 } }],
  ['another window', { rate }, { rate: { ...rate, perSeconds: 30 } }],
  ['the default rate', { rate }, {}],
  ['a rate of its own', {}, { rate }],
  ['another account', {}, { accountId: 'b' }],
  ['the same daily cap once more', { dailyCapMicros: 5 }, { dailyCapMicros: 5 }],
  ['the same monthly cap once more', { monthlyCapMicros: 5 }, { monthlyCapMicros: 5 }],
  ['the same total once more', { totalCapMicros: 5 }, { totalCapMicros: 1 }],
])('a key does not stand for one with %s', (_what, own, more) => {
  expect(covers({ ...FREE, ...own }, other(more))).toBe(false);
  // A key always covers itself.
  expect(covers({ ...FREE, ...own }, { ...FREE, ...own })).toBe(true);
});

test('a key stands for one that may do the same or less', () => {
  const less: Partial<Key> = {
    ...{ groups: ['u1'], expiresAtMs: 4, addresses: ['10.0.0.1'], platforms: ['a'], operations: ['x'] },
    ...{ maxCallMicros: 3, dailyCapMicros: 1, projectId: 'p' },
  };
  expect(covers(FREE, other(less))).toBe(true);
  expect(covers({ ...FREE, ...less, dailyCapMicros: null, id: 'own' }, other(less))).toBe(true);
  expect(covers(FREE, other({}))).toBe(true);
});

test.each<[string, Partial<Key>, Partial<Key>]>([
  ['addresses', { addresses: ['10.0.0.1'] }, {}],
  ['the time', { expiresAtMs: 5 }, {}],
  ['a rate', { rate }, {}],
])('%s of a key say nothing about what another key may pay for it; caps do', (_what, own, payer) => {
  expect(maySpendBy({ ...FREE, ...own }, other(payer))).toBe(true);
  expect(maySpendBy({ ...FREE, ...own, dailyCapMicros: 5 }, other(payer))).toBe(false);
});
