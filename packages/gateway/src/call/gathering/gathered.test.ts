// What each failure means for a collection or a watch: whether it waits, pauses or goes on without the question.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAILURES, type FailureCode, failure } from '../../domain/failure.ts';
import { causeOf } from './gathered.ts';
import { storableId } from './gathered-records.ts';
import { type GatherRig, openRig } from './testing/rig.ts';

const CODES = Object.keys(FAILURES) as FailureCode[];

test('only failures that no repetition mends are refusals of the question; all others name what is waited for', () => {
  const causes = CODES.map((code) => [code, causeOf(failure(code, 'x'))]);
  expect(Object.fromEntries(causes.filter(([, cause]) => cause !== 'refused'))).toEqual({
    INSUFFICIENT_BALANCE: 'balance',
    SPEND_CAP_REACHED: 'cap',
    PRICE_CEILING: 'budget',
    UNAUTHORIZED: 'key',
    // The platform, its queue or this gateway may answer the next time.
    UPSTREAM_ERROR: 'provider',
    UPSTREAM_REFUSED: 'provider',
    UPSTREAM_BUSY: 'provider',
    UPSTREAM_TIMEOUT: 'provider',
    OVERLOADED: 'provider',
    STORAGE_UNAVAILABLE: 'provider',
    RATE_LIMITED: 'provider',
    INTERNAL: 'provider',
  });
});

test('a quota that is used up is waited for, whatever the code', () => {
  const causes = CODES.map((code) => causeOf(failure(code, 'x', { isQuota: true })));
  expect(new Set(causes)).toEqual(new Set(['quota']));
});

// The keys by which collections and watches know what they have seen.
test('an id counts by itself, and one that no database can store or index by a text of its own that they can', () => {
  expect(storableId('youtube:Ab_-ü')).toBe('youtube:Ab_-ü');
  const odd = ['a\0b', 'a\0c', 'a\ud800', 'a\udfff', 'a\ufffd'.repeat(200), 'x'.repeat(301)];
  const keys = odd.map(storableId);
  expect(new Set(keys).size).toBe(odd.length);
  for (const key of keys) {
    expect(Buffer.from(key).toString()).toBe(key);
    expect(key).not.toContain('\0');
    expect(key.length).toBeLessThan(301);
  }
});

// What collections and watches ask of a platform that can give more than the very words of a keyword.
let rig: GatherRig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const path = '/api/u1/v1/library/app/search_video_v2';
/** The sample library has sourdough, and no record with this slip. */
const keyword = 'sourdaugh';

test('collections and watches of the library get the very words of the keyword, unless their maker says otherwise', async () => {
  const ask = { path, query: { keyword, count: '10' } };
  expect(await rig.collect(1, ask)).toMatchObject({ kind: 'settled', items: 0 });
  expect(await rig.watch(1, ask)).toMatchObject({ kind: 'settled', items: 0 });
  const wide = { path, query: { ...ask.query, match: 'all' } };
  const collected = await rig.collect(2, wide);
  if (collected.kind !== 'settled') throw new Error('expected a charge');
  expect(collected.items).toBeGreaterThan(0);
  expect(await rig.watch(2, { ...wide, query: { ...wide.query, match: 'exact' } })).toMatchObject({
    items: 0,
  });
});
