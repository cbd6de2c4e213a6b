import { expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { createMetrics } from './metrics.ts';

test('the numbers of waiting and refused calls are read at each scrape', async () => {
  const figures = { waiting: 3, refused: 5 };
  const metrics = createMetrics(() => 0, systemClock);
  metrics.watchAdmission(() => figures);
  await metrics.render();
  figures.refused = 6;
  const lines = (await metrics.render())
    .split('\n')
    .filter((line) => /^reelgate_calls_(waiting|shed)/.test(line));
  expect(lines).toEqual(['reelgate_calls_waiting 3', 'reelgate_calls_shed_total 6']);
});
