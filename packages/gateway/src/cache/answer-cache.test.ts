import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerCache, ENTRY_OVERHEAD_BYTES, SWEEP_ENTRIES_MAX } from './answer-cache.ts';

const KB = 1024;

/** A cache of whole numbers and a clock that only the test moves. */
function world(bytesMax = 1024 * KB) {
  const at = { ms: 5_000, bytesMax };
  const cache = new AnswerCache<number>({ monotonicMs: () => at.ms }, () => at.bytesMax);
  const put = (key: string, value: number, more: Partial<Parameters<typeof cache.put>[2]> = {}) =>
    cache.put(key, value, { bytes: 100, freshMs: 1_000, staleMs: 2_000, ...more });
  return { at, cache, put };
}

describe('time', () => {
  test('an answer is fresh until its fresh time ends, then stale, then gone', () => {
    const { at, cache, put } = world();
    put('a', 1);
    expect(cache.fresh('a')).toEqual({ value: 1, ageMs: 0 });
    at.ms += 999;
    expect(cache.fresh('a')).toEqual({ value: 1, ageMs: 999 });
    at.ms += 1;
    expect(cache.fresh('a')).toBeNull();
    expect(cache.stale('a')).toEqual({ value: 1, ageMs: 1_000 });
    at.ms += 1_999;
    expect(cache.stale('a')).toEqual({ value: 1, ageMs: 2_999 });
    at.ms += 1;
    expect(cache.stale('a')).toBeNull();
    expect(cache.count).toBe(0);
  });

  test('an answer older than asked is not given, and serves calls that accept older ones', () => {
    const { at, cache, put } = world();
    put('a', 1);
    expect(cache.fresh('a', 0)).toBeNull();
    at.ms += 500;
    expect(cache.fresh('a', 500)).toBeNull();
    expect(cache.fresh('a', 501)).toEqual({ value: 1, ageMs: 500 });
    at.ms += 1_000;
    expect(cache.stale('a', 1_500)).toBeNull();
    expect(cache.stale('a', 1_501)).toEqual({ value: 1, ageMs: 1_500 });
  });

  test('being used does not make an answer younger', () => {
    const { at, cache, put } = world();
    put('a', 1);
    at.ms += 600;
    cache.fresh('a');
    at.ms += 400;
    expect(cache.fresh('a')).toBeNull();
  });

  test('a fresh answer also serves as a stale one', () => {
    const { cache, put } = world();
    put('a', 1);
    expect(cache.stale('a')).toEqual({ value: 1, ageMs: 0 });
  });

  test('an answer with only a stale time never serves as fresh', () => {
    const { cache, put } = world();
    put('a', 1, { freshMs: 0 });
    expect(cache.fresh('a')).toBeNull();
    expect(cache.stale('a')).toEqual({ value: 1, ageMs: 0 });
  });
});

describe('replacing', () => {
  test('a later answer takes the place of the earlier one, in time and in bytes', () => {
    const { at, cache, put } = world();
    put('a', 1, { bytes: 5_000 });
    at.ms += 900;
    put('a', 2, { bytes: 200 });
    at.ms += 900;
    expect(cache.fresh('a')).toEqual({ value: 2, ageMs: 900 });
    expect([cache.count, cache.bytes]).toEqual([1, 200 + 2 + ENTRY_OVERHEAD_BYTES]);
  });

  test.each([
    ['that may not be kept', { freshMs: 0, staleMs: 0 }],
    ['that is too large', { bytes: 500 * KB }],
  ])('a later answer %s still ends the earlier one', (_, more) => {
    const { cache, put } = world();
    put('a', 1);
    put('a', 2, more);
    expect(cache.stale('a')).toBeNull();
    expect([cache.count, cache.bytes]).toEqual([0, 0]);
  });

  test('clearing forgets every answer and its bytes', () => {
    const { cache, put } = world();
    put('a', 1);
    cache.clear();
    expect(cache.fresh('a')).toBeNull();
    expect([cache.count, cache.bytes]).toEqual([0, 0]);
  });

  test('a cleared cache starts from zero: nothing that it held counts or is dropped later', () => {
    const dropped: number[] = [];
    const at = { ms: 0 };
    const cache = new AnswerCache<number>(
      { monotonicMs: () => at.ms },
      () => 1024 * KB,
      (one) => dropped.push(one),
    );
    const times = { bytes: 100, freshMs: 1_000, staleMs: 0 };
    cache.put('a', 1, times);
    cache.put('b', 2, times);
    cache.clear();
    at.ms += 1_000;
    cache.put('c', 3, times);
    at.ms += 1_000;
    cache.put('d', 4, times);
    expect(dropped).toEqual([3]);
    expect([cache.count, cache.bytes]).toEqual([1, 100 + 2 + ENTRY_OVERHEAD_BYTES]);
  });

  test('answers are dropped by the prefix of their key, and no others', () => {
    const { cache, put } = world();
    for (const key of ['p1 a', 'p1 b', 'p10 a', 'x p1 a']) put(key, 1);
    cache.dropAll('p1 ');
    expect(['p1 a', 'p1 b', 'p10 a', 'x p1 a'].filter((key) => cache.fresh(key) !== null)).toEqual([
      'p10 a',
      'x p1 a',
    ]);
    expect(cache.bytes).toBeGreaterThan(0);
  });
});

describe('memory', () => {
  const entry = 100 + 2 + ENTRY_OVERHEAD_BYTES;

  test('the least recently used answer is dropped first', () => {
    const { cache, put } = world(entry * 8);
    for (const key of 'abcdefgh') put(key, 1);
    cache.fresh('a');
    cache.stale('b');
    put('i', 1);
    put('j', 1);
    const kept = [...'abcdefghij'].filter((key) => cache.fresh(key) !== null);
    expect(kept.join('')).toBe('abefghij');
  });

  test('a look-up that finds nothing does not count as a use', () => {
    const { at, cache, put } = world(entry * 8);
    for (const key of 'abcdefgh') put(key, 1);
    at.ms += 500;
    cache.fresh('a', 500);
    put('i', 1);
    expect(cache.fresh('a')).toBeNull();
    expect(cache.count).toBe(8);
  });

  test('an answer larger than an eighth of the whole is not kept and drops no other', () => {
    const { cache, put } = world(entry * 8);
    put('a', 1);
    put('b', 2, { bytes: 101 });
    expect(cache.fresh('b')).toBeNull();
    expect(cache.fresh('a')).toEqual({ value: 1, ageMs: 0 });
  });

  test('a smaller bound applies with the next put, kept or not', () => {
    const { at, cache, put } = world(entry * 16);
    for (const key of 'abcdefghijklmnop') put(key, 1);
    at.bytesMax = entry * 8;
    put('z', 1);
    expect([cache.count, cache.bytes]).toEqual([8, entry * 8]);
    at.bytesMax = 0;
    put('y', 1);
    expect([cache.count, cache.bytes]).toEqual([0, 0]);
  });

  test('a put clears a bounded number of expired answers, without a look-up', () => {
    const { at, cache, put } = world();
    for (let i = 0; i < SWEEP_ENTRIES_MAX * 2; i++) put(`old${i}`, i);
    at.ms += 3_000;
    put('new', 1);
    expect(cache.count).toBe(SWEEP_ENTRIES_MAX + 1);
    put('newer', 1);
    expect(cache.count).toBe(2);
  });
});

test('hits, stale hits and misses are counted', () => {
  const { at, cache, put } = world();
  cache.fresh('a');
  put('a', 1);
  cache.fresh('a');
  cache.fresh('a');
  at.ms += 1_000;
  cache.fresh('a');
  cache.stale('a');
  cache.stale('b');
  expect([cache.hits, cache.staleHits, cache.misses]).toEqual([2, 1, 2]);
});

const step = fc.record({
  what: fc.constantFrom('put', 'put', 'fresh', 'stale', 'wait'),
  key: fc.integer({ min: 0, max: 12 }).map(String),
  bytes: fc.integer({ min: 0, max: 900 }),
  freshMs: fc.integer({ min: 0, max: 50 }),
  staleMs: fc.integer({ min: 0, max: 50 }),
  waitMs: fc.integer({ min: 0, max: 30 }),
});

interface Model {
  value: number;
  size: number;
  storedMs: number;
  freshMs: number;
  staleMs: number;
}

test('an answer that has an age is given for the rest of its time, and never replaces a younger one', () => {
  const { at, cache } = world(8 * KB);
  cache.put('a', 1, { bytes: 1, freshMs: 100, staleMs: 50, ageMs: 90 });
  expect(cache.fresh('a')).toEqual({ value: 1, ageMs: 90 });
  at.ms += 10;
  expect([cache.fresh('a'), cache.stale('a')]).toEqual([null, { value: 1, ageMs: 100 }]);
  cache.put('a', 2, { bytes: 1, freshMs: 100, staleMs: 0, ageMs: 20 });
  cache.put('a', 3, { bytes: 1, freshMs: 100, staleMs: 0, ageMs: 21 });
  expect(cache.fresh('a')).toEqual({ value: 2, ageMs: 20 });
  cache.put('a', 4, { bytes: 1, freshMs: 100, staleMs: 0 });
  expect(cache.fresh('a')).toEqual({ value: 4, ageMs: 0 });
});

test('for every sequence of puts, look-ups and waits: within the bound, least recently used out first, nothing expired', () => {
  const bytesMax = 8 * KB;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const { at, cache } = world(bytesMax);
      /** The same rules in plain code, in order of use. It drops an expired answer when it would be given. */
      let model: [string, Model][] = [];
      const touch = (key: string, one: Model) => {
        model = [...model.filter(([name]) => name !== key), [key, one]];
      };
      for (const [value, { what, key, bytes, freshMs, staleMs, waitMs }] of steps.entries()) {
        const known = model.find(([name]) => name === key)?.[1];
        if (what === 'wait') at.ms += waitMs;
        else if (what === 'put') {
          cache.put(key, value, { bytes, freshMs, staleMs });
          const size = bytes + key.length * 2 + ENTRY_OVERHEAD_BYTES;
          model = model.filter(
            ([name, one]) => name !== key && at.ms - one.storedMs < one.freshMs + one.staleMs,
          );
          const isKept = freshMs + staleMs > 0 && size <= bytesMax / 8;
          const sum = () => model.reduce((total, [, one]) => total + one.size, isKept ? size : 0);
          while (sum() > bytesMax) model.shift();
          if (isKept) touch(key, { value, size, storedMs: at.ms, freshMs, staleMs });
        } else {
          const lifeMs = known === undefined ? 0 : known.freshMs + (what === 'stale' ? known.staleMs : 0);
          const ageMs = at.ms - (known?.storedMs ?? 0);
          const isGiven = known !== undefined && ageMs < lifeMs;
          expect(cache[what](key)).toEqual(isGiven ? { value: known.value, ageMs } : null);
          if (isGiven) touch(key, known);
        }
        expect(cache.bytes).toBeLessThanOrEqual(bytesMax);
        expect(cache.bytes).toBeGreaterThanOrEqual(cache.count * ENTRY_OVERHEAD_BYTES);
      }
    }),
  );
});
