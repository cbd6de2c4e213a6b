// What collections and watches ask of a platform that can give more than the very words of a keyword.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatherRig, openRig } from './testing/rig.ts';

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
