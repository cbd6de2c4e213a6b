// Which paths the offers of platforms make.
import { expect, test } from 'vitest';
import { allRoutes, type Offers } from './index.ts';

test('a search over many platforms is on sale from one platform on that has it', () => {
  const legsOf = (offers: Offers) =>
    allRoutes(offers).map(({ legs }) => legs!.map(({ platform }) => platform));
  expect(legsOf({ dumb: ['video.get'] })).toEqual([]);
  expect(legsOf({ demo: ['video.search'], dumb: ['video.get'] })).toContainEqual(['demo']);
});
