// Owns what a key may call: its groups, and its lists of platforms and operations. Pure.
import { type Failure, failure } from './failure.ts';
import type { Group, Key } from './key.ts';

type KeyScope = Pick<Key, 'groups' | 'platforms' | 'operations'>;

export function authorizeGroup({ key }: { key: KeyScope }, group: Group): Failure | null {
  if (key.groups.includes(group)) return null;
  return failure('FORBIDDEN', `This key may not call group ${group}.`);
}

/** What a key's own lists leave out. Without a platform, of several each is looked at by itself. */
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
