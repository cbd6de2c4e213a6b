import { expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { createMetrics } from './metrics.ts';

test('the figures of the cache are read at each scrape', async () => {
  const figures = { bytes: 1_000, entries: 3, hits: 5, staleHits: 1, misses: 7, shared: 2 };
  const metrics = createMetrics(() => 0, systemClock);
  metrics.watchCache(() => figures);
  await metrics.render();
  figures.hits = 6;
  const lines = (await metrics.render())
    .split('\n')
    .filter((line) => /^reelgate_(cache|calls_shared)/.test(line));
  expect(lines).toEqual([
    'reelgate_cache_bytes 1000',
    'reelgate_cache_entries 3',
    'reelgate_cache_hits_total 6',
    'reelgate_cache_stale_hits_total 1',
    'reelgate_cache_misses_total 7',
    'reelgate_calls_shared_total 2',
  ]);
});

test('the figures of a shared cache are shown if there is one, with every outcome from the start', async () => {
  const metrics = createMetrics(() => 0, systemClock);
  expect(await metrics.render()).not.toContain('reelgate_shared_cache');
  const figures = {
    looks: { hit: 2, miss: 0, error: 1, skipped: 0 },
    puts: { kept: 3, error: 0, skipped: 0 },
    isUp: true,
  };
  metrics.watchSharedCache(() => figures);
  await metrics.render();
  figures.looks.hit = 4;
  figures.isUp = false;
  const lines = (await metrics.render()).split('\n').filter((line) => /^reelgate_shared/.test(line));
  expect(lines).toEqual([
    'reelgate_shared_cache_looks_total{outcome="hit"} 4',
    'reelgate_shared_cache_looks_total{outcome="miss"} 0',
    'reelgate_shared_cache_looks_total{outcome="error"} 1',
    'reelgate_shared_cache_looks_total{outcome="skipped"} 0',
    'reelgate_shared_cache_puts_total{outcome="kept"} 3',
    'reelgate_shared_cache_puts_total{outcome="error"} 0',
    'reelgate_shared_cache_puts_total{outcome="skipped"} 0',
    'reelgate_shared_cache_up 0',
  ]);
});
