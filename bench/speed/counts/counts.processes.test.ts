import { expect, it } from 'vitest';
import { Stage } from '../stage.ts';
import { countCalls, leastOf, moreThan, recordedCounts } from './counts.ts';

it.skipIf(process.platform !== 'linux')(
  'a call of each kind makes no more promises, timers, immediates, messages, statements, commits and bytes than is recorded',
  async () => {
    const stage = await Stage.open(() => {});
    try {
      const found = await countCalls(stage);
      // On a busy machine more work goes on beside each call.
      const again = moreThan(recordedCounts(), found).length > 0 ? await countCalls(stage) : found;
      expect(moreThan(recordedCounts(), leastOf(found, again))).toEqual([]);
    } finally {
      await stage.close();
    }
  },
  300_000,
);
