// The numbers that each option of a command takes, compared with a digest.
import { expect, test } from 'vitest';
import type { CommandOption } from '../terminal/command.ts';
import { expectTold } from '../testing/told/told.ts';
import { commands } from './commands.ts';

/** What the terminal answers to a text that is no number; null for an option that takes others. */
function boundsOf({ parse }: CommandOption): string | null {
  try {
    parse?.('no number');
  } catch (error) {
    return /whole number from \d+ to \d+/.exec((error as Error).message)?.[0] ?? null;
  }
  return null;
}

test('each option that takes a whole number takes those of its bounds and no others', async () => {
  const lines = commands.flatMap(({ name, options = [] }) =>
    options.flatMap((option) => {
      const bounds = boundsOf(option);
      return bounds === null ? [] : [`${name} ${option.flags}: ${bounds}`];
    }),
  );
  expect(lines.length).toBeGreaterThan(40);
  expectTold({ by: import.meta.filename, name: 'number options', text: `${lines.join('\n')}\n` });
});
