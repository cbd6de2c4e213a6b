import { expect, test } from 'vitest';
import { partsOf } from './parts-of.ts';

test.each([
  [0, []],
  [1, [1]],
  [3, [3]],
  [4, [3, 1]],
  [9, [3, 3, 3]],
  [10, [3, 3, 3, 1]],
])('%i items in parts of three: every item once, in order, and no part is larger', (count, sizes) => {
  const list = Array.from({ length: count }, (_, i) => i);
  const parts = [...partsOf(list, 3)];
  expect(parts.map(({ length }) => length)).toEqual(sizes);
  expect(parts.flat()).toEqual(list);
});
