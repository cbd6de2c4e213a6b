import { expect, test } from 'vitest';
import { type VerbName, verbs } from '../verbs.ts';
import { syncOf } from './commit-sync.ts';

const named = (...names: VerbName[]) => names.map((name) => ({ name }));

const claims = named('duties.claim', 'duties.renew', 'duties.release');
const mayWait = [
  ...named('calls.open', 'walkStates.put', 'leases.renew', 'collections.nextPage'),
  ...claims,
].map(({ name }) => name);

test('a batch that only opens calls, keeps walks, leases limits, reserves next pages and claims duties does not wait for the disk', () => {
  expect(syncOf(named('calls.open', 'calls.open'))).toBe('NORMAL');
  expect(syncOf(named(...mayWait))).toBe('NORMAL');
});

const writes = (Object.keys(verbs) as VerbName[]).filter((name) => verbs[name].mode === 'write');
const others = writes.filter((name) => !mayWait.includes(name));

test.each(others)('%s is on disk before it is answered, alone and among holds', (name) => {
  expect(syncOf(named(name))).toBe('FULL');
  expect(syncOf(named('calls.open', name, 'calls.open'))).toBe('FULL');
});
