import { expect, test } from 'vitest';
import { smallest } from './decimal.ts';

test.each([
  [['0.3', '0.1', '0.2'], '0.1'],
  [['0.1', '0.3'], '0.1'],
  // As texts, and as numbers of six places, "9" is less than "10" only by its value.
  [['10', '9'], '9'],
  [[undefined, '0.5', undefined], '0.5'],
  [['0.5', undefined, '0.500001'], '0.5'],
  [[undefined], undefined],
  [[], undefined],
])('of %j, %s is the smallest', (amounts, least) => {
  expect(smallest(amounts)).toBe(least);
});
