import { expect, test } from 'vitest';
import { GRACE_SECONDS, GRACES } from './grace.ts';

test('the old secret stays valid as long as the choice says, in seconds', () => {
  expect(GRACE_SECONDS).toEqual({ none: 0, hour: 3_600, day: 86_400 });
  expect(GRACES).toEqual(['none', 'hour', 'day']);
});
