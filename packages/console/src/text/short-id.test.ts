// Tests where an id begins to be shortened.
import { expect, test } from 'vitest';
import { shortId } from './short-id.ts';

test('an id is shortened in the middle from twenty-one characters on', () => {
  expect(shortId('acc_4fQ2hV9xLp0Zt7Ka')).toBe('acc_4fQ2hV9xLp0Zt7Ka');
  expect(shortId('acc_4fQ2hV9xLp0Zt7Ka1')).toBe('acc_4fQ2hV…Zt7Ka1');
});
