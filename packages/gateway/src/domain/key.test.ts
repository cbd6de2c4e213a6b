import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandom } from './clock.ts';
import { base62, cellOf, hashSecret, isWellFormed, makeSecret } from './key.ts';

test('a new key has the published form and a right checksum', () => {
  const key = makeSecret('rgk', systemRandom);
  expect(key).toMatch(/^rgk_live_[0-9A-Za-z]{38}$/);
  expect(isWellFormed(key, 'rgk')).toBe(true);
});

test('any single wrong character is refused before a look-up', () => {
  const key = makeSecret('rgk', systemRandom);
  fc.assert(
    fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...'0aZ9_'), (at, char) => {
      const changed = key.slice(0, at) + char + key.slice(at + 1);
      return changed === key || !isWellFormed(changed, 'rgk');
    }),
  );
});

test.each([
  ['cut off', (key: string) => key.slice(0, -1)],
  ['one too long', (key: string) => `${key}0`],
  ['of the other kind', (key: string) => key.replace('rgk', 'rga')],
  ['in another environment', (key: string) => key.replace('live', 'test')],
  ['followed by a line break', (key: string) => `${key}\n`],
])('a key that is %s is not well formed', (_name, change) => {
  expect(isWellFormed(change(makeSecret('rgk', systemRandom)), 'rgk')).toBe(false);
});

test('an admin token is no API key and the other way round', () => {
  expect(isWellFormed(makeSecret('rga', systemRandom), 'rgk')).toBe(false);
  expect(isWellFormed(makeSecret('rgk', systemRandom), 'rga')).toBe(false);
});

test('every character of the alphabet is equally likely: bytes that would favour some are thrown away', () => {
  const everyByte = () => Uint8Array.from({ length: 256 }, (_, i) => i);
  const text = base62(everyByte, 248);
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  expect([...counts.values()]).toEqual(Array.from({ length: 62 }, () => 4));
});

test('a secret is stored as its SHA-256', () => {
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a key that was handed out before cells were thought of is well formed, and names none', () => {
  // Made by the first release, of bytes 0 to 31.
  const old = 'rgk_live_0123456789ABCDEFGHIJKLMNOPQRSTUV2Os6Tj';
  expect(isWellFormed(old, 'rgk')).toBe(true);
  expect(cellOf(old)).toBeNull();
});

test('a key names its cell in its text, and only there', () => {
  const key = makeSecret('rgk', systemRandom, 'e7');
  expect(key).toMatch(/^rgk_live_e7[0-9A-Za-z]{36}$/);
  expect(isWellFormed(key, 'rgk')).toBe(true);
  expect(cellOf(key)).toBe('e7');
  expect(cellOf(makeSecret('rgk', systemRandom))).toBeNull();
});

test('no single wrong character moves a key to another cell, into one or out of one', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  for (const key of [makeSecret('rgk', systemRandom, 'e7'), makeSecret('rgk', systemRandom)]) {
    for (let at = 0; at < key.length; at++) {
      for (const char of alphabet) {
        const changed = key.slice(0, at) + char + key.slice(at + 1);
        if (changed !== key) expect(isWellFormed(changed, 'rgk')).toBe(false);
      }
    }
  }
});

test.each(['e', 'e7a', 'e_', '..'])('%s is no name of a cell', (cell) => {
  expect(() => makeSecret('rgk', systemRandom, cell)).toThrow(TypeError);
});
