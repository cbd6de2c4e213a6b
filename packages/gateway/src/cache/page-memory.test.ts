// Proves that the memory of a forgotten page is reused, and never while a call may still be sending that page.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type MemoryPage, PageMemory } from './page-memory.ts';

const page = (fill: number, bytes = 5_000) => Buffer.alloc(bytes, fill);
const isWhole = (bytes: Uint8Array, fill: number) => bytes.every((byte) => byte === fill);
const memoryOf = (kept: MemoryPage) => kept.bytes.buffer;

/** Generations advance only when pages are kept. */
function letTimePass(memory: PageMemory): void {
  for (let i = 0; i < 3; i++) memory.keep(page(0, 1));
}

test('a page is kept as it was, whatever happens to the bytes it came from', () => {
  const memory = new PageMemory(1_000_000);
  const given = page(1);
  const kept = memory.keep(given);
  given.fill(2);
  expect([kept.length, isWhole(kept.bytes, 1)]).toEqual([5_000, true]);
});

test('forgotten memory is used again when no call is running', () => {
  const memory = new PageMemory(1_000_000);
  const first = memory.keep(page(1));
  const forgotten = memoryOf(first);
  memory.forget(first);
  letTimePass(memory);
  const next = memory.keep(page(2, 4_500));
  expect(memoryOf(next)).toBe(forgotten);
  expect([next.length, isWhole(next.bytes, 2), memory.bytes]).toEqual([4_500, true, 0]);
});

test('forgotten memory is used again also when some call is always running', () => {
  const memory = new PageMemory(1_000_000);
  let inside = memory.enter();
  const first = memory.keep(page(1));
  const forgotten = memoryOf(first);
  memory.forget(first);
  const kept = Array.from({ length: 6 }, () => {
    const next = memory.enter();
    memory.leave(inside);
    inside = next;
    return memoryOf(memory.keep(page(2)));
  });
  expect(kept).toContain(forgotten);
});

test('a page stays as it is for a call that was running when it was forgotten, however many begin and end after it', () => {
  const memory = new PageMemory(1_000_000);
  const kept = memory.keep(page(1));
  const found = kept.bytes;
  const slow = memory.enter();
  memory.forget(kept);
  for (let i = 0; i < 10; i++) {
    const quick = memory.enter();
    memory.forget(memory.keep(page(2)));
    memory.leave(quick);
  }
  expect([isWhole(found, 1), isWhole(kept.bytes, 1)]).toEqual([true, true]);
  memory.leave(slow);
  letTimePass(memory);
  const reused = Array.from({ length: 20 }, () => memoryOf(memory.keep(page(3))));
  expect(reused).toContain(found.buffer);
});

test('for every sequence of calls, each reads what it found until it leaves', () => {
  const steps = fc.array(fc.tuple(fc.constantFrom('come', 'find', 'go', 'renew'), fc.nat(3), fc.nat(2)), {
    minLength: 200,
    maxLength: 400,
  });
  fc.assert(
    fc.property(steps, (all) => {
      const memory = new PageMemory(1_000_000);
      let fill = 0;
      const put = () => ({ fill: ++fill % 251, kept: memory.keep(page(fill % 251, 100)) });
      // The pages that later calls can find, as in a cache, and the running calls with the pages they found.
      const cache = [put(), put(), put()];
      const inside = new Map<number, { generation: number; found: (typeof cache)[number][] }>();
      for (const [step, who, which] of all) {
        const caller = inside.get(who);
        if (step === 'come' && caller === undefined) {
          inside.set(who, { generation: memory.enter(), found: [] });
        } else if (step === 'find') caller?.found.push(cache[which]!);
        else if (step === 'go' && caller !== undefined) {
          inside.delete(who);
          memory.leave(caller.generation);
        } else if (step === 'renew') {
          const before = cache[which]!;
          cache[which] = put();
          memory.forget(before.kept);
        }
        for (const { found } of inside.values())
          for (const { kept, fill } of found) expect(isWhole(kept.bytes, fill)).toBe(true);
        for (const { kept, fill } of cache) expect(isWhole(kept.bytes, fill)).toBe(true);
      }
    }),
  );
});

test('a page is not put into memory that is far too large for it', () => {
  const memory = new PageMemory(1_000_000);
  const large = memory.keep(page(1, 100_000));
  memory.forget(large);
  letTimePass(memory);
  expect(memoryOf(memory.keep(page(2)))).not.toBe(memoryOf(large));
});

test('idle memory is bounded; the rest is left to the garbage collector', () => {
  const memory = new PageMemory(50_000);
  const pages = Array.from({ length: 20 }, () => memory.keep(page(1)));
  for (const kept of pages) memory.forget(kept);
  expect(memory.bytes).toBeGreaterThan(40_000);
  expect(memory.bytes).toBeLessThanOrEqual(50_000);
});
