// A process is measured once, and shown by every gateway in it.
import { expect, test, vi } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { createMetrics } from './metrics.ts';

test('a second gateway in a process shows its metrics and starts no further timer', async () => {
  createMetrics(() => 0, systemClock);
  const started = vi.spyOn(globalThis, 'setInterval');
  const second = createMetrics(() => 0, systemClock);
  expect(started).not.toHaveBeenCalled();
  started.mockRestore();
  const shown = await second.render();
  for (const name of [
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_seconds',
    'nodejs_gc_duration_seconds',
  ])
    expect(shown).toContain(`# TYPE ${name} `);
});
