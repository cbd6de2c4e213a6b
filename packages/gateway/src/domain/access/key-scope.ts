// What a key may call: its groups, and its lists of platforms and operations. A key with such a list is a limited key: it is for calls, and
// cannot manage its account.
import { type Failure, failure } from '../failure.ts';
import type { Group, Key } from './key.ts';

type KeyScope = Pick<Key, 'groups' | 'platforms' | 'operations'>;

export function authorizeGroup({ key }: { key: KeyScope }, group: Group): Failure | null {
  if (key.groups.includes(group)) return null;
  return failure('FORBIDDEN', `This key may not call group ${group}.`);
}

/** Refuses calls that the key's lists do not include. A call over several platforms has no platform here: each leg is checked by itself. */
export function authorizeCall(
  { key }: { key: KeyScope },
  platform: string | null,
  operation: string,
): Failure | null {
  const { platforms, operations } = key;
  if (platforms !== null && platform !== null && !platforms.includes(platform)) {
    return failure('FORBIDDEN', `This key may only call these platforms: ${platforms.join(', ')}.`);
  }
  if (operations !== null && !operations.includes(operation)) {
    return failure('FORBIDDEN', `This key may only call these operations: ${operations.join(', ')}.`);
  }
  return null;
}
