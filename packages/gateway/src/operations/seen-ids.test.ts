// The ids that a cursor remembers: compact, never forgotten, and hardly ever mistaken for others.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addSeen, decodeSeen, encodeSeen, hasSeen, NOTHING_SEEN } from './seen-ids.ts';

const many = 20_000;
const counted = (form: (i: number) => string) => Array.from({ length: many }, (_, i) => form(i));
const hex = (i: number) => i.toString(16).padStart(12, '0');

describe('ids that differ little', () => {
  const forms: [string, string[]][] = [
    ['counted up', counted((i) => String(i))],
    ['long numbers', counted((i) => `73200000000000${String(i).padStart(5, '0')}`)],
    ['long numbers, far apart', counted((i) => String(7_300_000_000_000_000_000n + BigInt(i) * 2n ** 32n))],
    ['UUIDs that end in a count', counted((i) => `0f8b1c1e-0000-4000-8000-${hex(i)}`)],
    ['UUIDs that begin with one', counted((i) => `${hex(i).slice(4)}-0000-4000-8000-000000000000`)],
    ['words of few letters', counted((i) => i.toString(2).replaceAll('0', 'b').replaceAll('1', 'a'))],
    ['beyond Latin', counted((i) => `猫${String.fromCharCode(0x4e00 + (i % 200), 0x4e00 + i / 200)}`)],
    ['of a growing length', counted((i) => 'a'.repeat(i % 200) + 'b'.repeat(i / 200))],
  ];

  test.each(forms)('%s are kept apart', (_form, ids) => {
    // In one of twenty runs, two of 20,000 random 32-bit digests collide.
    expect(addSeen(NOTHING_SEEN, ids).prefixes.length).toBeGreaterThanOrEqual(new Set(ids).size - 3);
  });

  test.each(forms)('%s are spread evenly, as the size of a cursor needs', (_form, ids) => {
    const groups = new Array<number>(64).fill(0);
    for (const prefix of addSeen(NOTHING_SEEN, ids).prefixes) groups[prefix >>> 26]! += 1;
    const wanted = new Set(ids).size / groups.length;
    // With 63 degrees of freedom, chance exceeds 150 less than once in a million runs.
    const chi = groups.reduce((sum, group) => sum + (group - wanted) ** 2 / wanted, 0);
    expect(chi).toBeLessThan(150);
  });
});

test('what is written is read back, in any number of bytes that holds it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string(), { maxLength: 300 }),
      fc.integer({ min: 3, max: 1_500 }),
      (ids, room) => {
        const coded = encodeSeen(addSeen(NOTHING_SEEN, ids), room);
        if (coded === null) return;
        expect(coded.length).toBeLessThanOrEqual(room);
        const seen = decodeSeen(coded);
        expect(ids.every((id) => hasSeen(seen, id))).toBe(true);
        expect(encodeSeen(seen, room)).toEqual(coded);
      },
    ),
  );
});

test('the digest of an id stays the same from release to release', () => {
  const coded = encodeSeen(
    addSeen(NOTHING_SEEN, ['', 'a', '猫', '0f8b1c1e-0000-4000-8000-000000000001']),
    100,
  );
  expect(coded?.toString('hex')).toBe('20000400000000aa38304db78e1734b9fe5138');
});

test('an id that is added again takes no more bytes', () => {
  const once = addSeen(NOTHING_SEEN, ['a', 'b', 'c']);
  expect(once.prefixes.length).toBe(3);
  expect(addSeen(NOTHING_SEEN, ['a', 'a', 'b', 'c', 'c', 'c'])).toEqual(once);
  expect(addSeen(once, ['b', 'a', 'c'])).toEqual(once);
});

test('adding pages one by one gives the same set as adding them at once', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ maxLength: 2 })), { maxLength: 5 }), (pages) => {
      expect(pages.reduce(addSeen, NOTHING_SEEN)).toEqual(addSeen(NOTHING_SEEN, pages.flat()));
    }),
  );
});

test('no content makes the reader loop or throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(decodeSeen(Buffer.from(bytes)).prefixes.length).toBeLessThanOrEqual(0xffff);
    }),
  );
});
