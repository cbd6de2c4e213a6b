// The total of a long list.
import { expect, test } from 'vitest';
import { TOTAL_MAX } from '../limits.ts';
import type { ListRows } from './list-rows.ts';
import { Lists } from './lists.ts';

test.each([
  [TOTAL_MAX - 1, TOTAL_MAX - 1, false],
  [TOTAL_MAX, TOTAL_MAX, false],
  [TOTAL_MAX + 1, TOTAL_MAX, true],
])('of %i popular videos the total is %i, and capped: %s', async (there, total, isCapped) => {
  const rows: Partial<ListRows> = {
    popular: async () => [],
    countPopular: async (_rankMin, most) => Math.min(there, most),
  };
  const page = await new Lists(rows as ListRows).popular(0, { sort: null, count: 20, cursor: null });
  expect(page).toMatchObject({ total, isCapped });
});
