// The metrics of the cache. They are counted by the cache and read here at each scrape.
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

export interface CacheFigures {
  bytes: number;
  entries: number;
  /** This and the following are totals since the start. */
  hits: number;
  staleHits: number;
  misses: number;
  /** Calls that waited for an equal call in flight. */
  shared: number;
}

type Figure = { name: string; help: string; of: keyof CacheFigures };

const LEVELS: Figure[] = [
  { name: 'reelgate_cache_bytes', help: 'Memory of cached answers, in bytes.', of: 'bytes' },
  { name: 'reelgate_cache_entries', help: 'Cached answers.', of: 'entries' },
];

const TOTALS: Figure[] = [
  { name: 'reelgate_cache_hits_total', help: 'Look-ups that found a fresh answer.', of: 'hits' },
  {
    name: 'reelgate_cache_stale_hits_total',
    help: 'Expired answers that were used because all providers failed.',
    of: 'staleHits',
  },
  { name: 'reelgate_cache_misses_total', help: 'Look-ups that found no fresh answer.', of: 'misses' },
  {
    name: 'reelgate_calls_shared_total',
    help: 'Calls that waited for an equal one in flight.',
    of: 'shared',
  },
];

export function registerCacheMetrics(registry: Registry, figures: () => CacheFigures): void {
  for (const { name, help, of } of LEVELS) {
    const collect = (): void => level.set(figures()[of]);
    const level = new Gauge({ name, help, registers: [registry], collect });
  }
  for (const { name, help, of } of TOTALS) {
    const collect = (): void => {
      total.reset();
      total.inc(figures()[of]);
    };
    const total = new Counter({ name, help, registers: [registry], collect });
  }
}

/** Figures of the cache that nodes share, since the start. */
export interface SharedFigures {
  looks: Readonly<Record<string, number>>;
  puts: Readonly<Record<string, number>>;
  isUp: boolean;
}

export function registerSharedCacheMetrics(registry: Registry, figures: () => SharedFigures): void {
  const totals = (name: string, help: string, of: 'looks' | 'puts') => {
    const collect = (): void => {
      total.reset();
      for (const [outcome, count] of Object.entries(figures()[of])) total.inc({ outcome }, count);
    };
    const total = new Counter({ name, help, labelNames: ['outcome'], registers: [registry], collect });
  };
  totals(
    'reelgate_shared_cache_looks_total',
    'Look-ups in the cache that nodes share. `skipped` counts those not made while it pauses after failures.',
    'looks',
  );
  totals(
    'reelgate_shared_cache_puts_total',
    'Answers written to the cache that nodes share. `skipped` counts answers that were too large or too many, or not written while it pauses after failures.',
    'puts',
  );
  new Gauge({
    name: 'reelgate_shared_cache_up',
    help: '1 while the cache that nodes share answers, 0 while it pauses after failures.',
    // Over several processes the minimum: it shows the one that cannot reach the cache.
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(figures().isUp ? 1 : 0);
    },
  });
}
