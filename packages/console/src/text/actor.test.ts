import { expect, test } from 'vitest';
import { actorName } from './actor.ts';

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
