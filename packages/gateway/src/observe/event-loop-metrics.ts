// How late the event loop is, and how much of its time it works. Node samples each turn of the loop, so an idle process is not woken.
import { type ELDHistogram, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from '@prometheus-io/client';

/** How each figure of one scrape is read, and how those of several processes become one. */
const FIGURES: {
  name: string;
  help: string;
  aggregator: 'min' | 'max' | 'average';
  of: (delays: ELDHistogram) => number;
}[] = [
  { name: '_min', help: 'The shortest', aggregator: 'min', of: ({ min }) => min },
  { name: '_max', help: 'The longest', aggregator: 'max', of: ({ max }) => max },
  { name: '_mean', help: 'The mean', aggregator: 'average', of: ({ mean }) => mean },
  { name: '_stddev', help: 'The standard deviation', aggregator: 'average', of: ({ stddev }) => stddev },
  ...[50, 90, 99].map((percent) => ({
    name: `_p${percent}`,
    help: `The ${percent}th percentile`,
    aggregator: 'average' as const,
    of: (delays: ELDHistogram) => delays.percentile(percent),
  })),
  // Without a suffix: the name under which dashboards for Node look for the lag.
  { name: '', help: 'The mean', aggregator: 'average', of: ({ mean }) => mean },
];

export function registerEventLoop(registry: Registry): void {
  const delays = monitorEventLoopDelay({ samplePerIteration: true });
  delays.enable();
  const gauges = FIGURES.map(({ name, help, aggregator, of }) => ({
    of,
    gauge: new Gauge({
      name: `nodejs_eventloop_lag${name}_seconds`,
      help: `${help} of the delays of the event loop's turns since the last scrape, in seconds.`,
      aggregator,
      registers: [registry],
    }),
  }));
  // One gauge reads all figures, so that they are of the same turns.
  Object.assign(gauges[0]!.gauge, {
    collect() {
      for (const { of, gauge } of gauges) gauge.set(delays.count === 0 ? 0 : of(delays) / 1e9);
      delays.reset();
    },
  });
  new Counter({
    name: 'nodejs_eventloop_seconds_total',
    help: 'Seconds that the event loop worked (active) and waited for events (idle).',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.reset();
      const { active, idle } = performance.eventLoopUtilization();
      this.inc({ state: 'active' }, active / 1_000);
      this.inc({ state: 'idle' }, idle / 1_000);
    },
  });
}
