import { expect, test } from 'vitest';
import { syncOf } from './commit-sync.ts';
import { type VerbName, writeVerbs } from './verbs.ts';

const named = (...names: VerbName[]) => names.map((name) => ({ name }));

test('a batch that only opens calls, keeps walks and leases limits does not wait for the disk', () => {
  expect(syncOf(named('calls.open', 'calls.open'))).toBe('NORMAL');
  expect(syncOf(named('calls.open', 'walkStates.put', 'leases.renew'))).toBe('NORMAL');
});

const others = ['calls.settle', 'calls.openSettled', 'calls.release', ...Object.keys(writeVerbs)].filter(
  (name) => name !== 'walkStates.put' && name !== 'leases.renew',
);

test.each(others as VerbName[])('%s is on disk before it is answered, alone and among holds', (name) => {
  expect(syncOf(named(name))).toBe('FULL');
  expect(syncOf(named('calls.open', name, 'calls.open'))).toBe('FULL');
});
