import { expect, it } from 'vitest';
import { Stage } from '../stage.ts';
import { countCalls, moreThan, recordedCounts } from './counts.ts';

it.skipIf(process.platform !== 'linux')(
  'a call of each kind makes no more promises, timers, immediates, messages, statements, commits and bytes than is recorded',
  async () => {
    const stage = await Stage.open(() => {});
    try {
      expect(moreThan(recordedCounts(), await countCalls(stage))).toEqual([]);
    } finally {
      await stage.close();
    }
  },
  300_000,
);
