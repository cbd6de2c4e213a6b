// Proves what the key cache forgets and when: everything after a change, the least recently used keys when it is full, and
// nothing else.
import { expect, test } from 'vitest';
import { KEY_CACHE_MAX } from '../../domain/limits.ts';
import type { KeyHolder, Storage } from '../../storage/storage.ts';
import { createKeyring } from './keyring.ts';

function world() {
  const holders = new Map<string, KeyHolder>();
  const state = { lookUps: 0, wait: Promise.resolve() };
  const findByHash = async ({ hash }: { hash: string }) => {
    state.lookUps++;
    const holder = holders.get(hash) ?? null;
    await state.wait;
    return holder;
  };
  const keyring = createKeyring({ keys: { findByHash } } as unknown as Storage);
  const holder = (hash: string) => {
    const made = { key: { id: hash } } as KeyHolder;
    holders.set(hash, made);
    return made;
  };
  return { keyring, holder, state };
}

test('a found key is remembered, an unknown one is looked up again, and a remembered one costs no look-up', async () => {
  const { keyring, holder, state } = world();
  const one = holder('a');
  expect(keyring.known?.('a')).toBeNull();
  expect(await keyring.find('a')).toBe(one);
  expect(keyring.known?.('a')).toBe(one);
  expect(await keyring.find('stranger')).toBeNull();
  expect(keyring.known?.('stranger')).toBeNull();
  expect(state.lookUps).toBe(2);
});

test('a change forgets every key', async () => {
  const { keyring, holder } = world();
  holder('a');
  await keyring.find('a');
  keyring.clear();
  expect(keyring.known?.('a')).toBeNull();
});

test('what was read before a change is not remembered after it, and what is read after it is', async () => {
  const { keyring, holder, state } = world();
  const one = holder('a');
  const gate = Promise.withResolvers<void>();
  state.wait = gate.promise;
  const found = keyring.find('a');
  keyring.clear();
  gate.resolve();
  expect(await found).toBe(one);
  expect(keyring.known?.('a')).toBeNull();
  await keyring.find('a');
  expect(keyring.known?.('a')).toBe(one);
});

test('a full cache keeps keys that are used and forgets the others, also after a change', async () => {
  const { keyring, holder } = world();
  const half = KEY_CACHE_MAX / 2;
  const findMany = async (name: string, count: number) => {
    for (let i = 0; i < count; i++) {
      holder(`${name} ${i}`);
      await keyring.find(`${name} ${i}`);
    }
  };
  await findMany('first', half);
  await findMany('second', half);
  // Found in the older half, and so copied into the younger one.
  expect(keyring.known?.('first 0')).not.toBeNull();
  await findMany('third', half);
  expect(keyring.known?.('first 0')).not.toBeNull();
  expect(keyring.known?.('first 1')).toBeNull();
  keyring.clear();
  expect(['first 0', 'second 1', `third ${half - 1}`].map((hash) => keyring.known?.(hash))).toEqual([
    null,
    null,
    null,
  ]);
});
