import { expect, test } from 'vitest';
import { actorName, shortId } from './names.ts';

test.each([
  ['session:anna/ses_4fQ2', 'anna'],
  ['session:day/night/ses_4fQ2', 'day/night'],
  ['session:/ses_4fQ2', 'session:/ses_4fQ2'],
  ['admin:tok_1', 'admin:tok_1'],
  ['cli:root', 'cli:root'],
  ['local', 'local'],
])('%s is shown as %s', (actor, name) => {
  expect(actorName(actor)).toBe(name);
});

// Tests where an id begins to be shortened.

test('an id is shortened in the middle from twenty-one characters on', () => {
  expect(shortId('acc_4fQ2hV9xLp0Zt7Ka')).toBe('acc_4fQ2hV9xLp0Zt7Ka');
  expect(shortId('acc_4fQ2hV9xLp0Zt7Ka1')).toBe('acc_4fQ2hV…Zt7Ka1');
});
