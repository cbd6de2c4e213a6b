import { expect, test } from 'vitest';
import { type VerbName, verbs } from '../verbs.ts';
import { syncOf } from './commit-sync.ts';

const named = (...names: VerbName[]) => names.map((name) => ({ name }));

test('a batch that only opens calls, keeps walks and leases limits does not wait for the disk', () => {
  expect(syncOf(named('calls.open', 'calls.open'))).toBe('NORMAL');
  expect(syncOf(named('calls.open', 'walkStates.put', 'leases.renew'))).toBe('NORMAL');
});

const writes = (Object.keys(verbs) as VerbName[]).filter((name) => verbs[name].mode === 'write');
const others = writes.filter((name) => !['calls.open', 'walkStates.put', 'leases.renew'].includes(name));

test.each(others)('%s is on disk before it is answered, alone and among holds', (name) => {
  expect(syncOf(named(name))).toBe('FULL');
  expect(syncOf(named('calls.open', name, 'calls.open'))).toBe('FULL');
});
