import { expect, test } from 'vitest';
import { systemRandom } from './clock.ts';

test('random bytes have the length that was asked for, and are never given out twice', () => {
  // Far more than the pool holds, in lengths that do not divide its size.
  const draws = Array.from({ length: 5_000 }, (_, i) => systemRandom([12, 16, 7, 32][i % 4]!));
  expect(draws.every((bytes, i) => bytes.length === [12, 16, 7, 32][i % 4])).toBe(true);
  // Compared with copies: a later draw must not overwrite earlier bytes.
  expect(new Set(draws.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(draws.length);
  const places = draws.map((bytes) => [bytes.buffer, bytes.byteOffset, bytes.length] as const);
  for (const [i, [buffer, from, length]] of places.entries()) {
    const [nextBuffer, nextFrom] = places[i + 1] ?? [];
    expect(buffer === nextBuffer && nextFrom! < from + length).toBe(false);
  }
});
