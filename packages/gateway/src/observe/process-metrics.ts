// The metrics of the process: CPU, memory, files, event loop and garbage collector. They are read when metrics are scraped, and no timer
// runs between scrapes: the default metrics of the package wake the process 110 times a second. Measured once per process, however many
// gateways run in it.
import { readdirSync, readFileSync } from 'node:fs';
import {
  constants,
  type ELDHistogram,
  monitorEventLoopDelay,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';

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

/** How late the event loop is, and how much of its time it works. Node samples each turn of the loop, so an idle process is not woken. */
function registerEventLoop(registry: Registry): void {
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

/** In seconds. */
const BUCKETS = [0.001, 0.01, 0.1, 1, 2, 5];

const KINDS: Record<number, string> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

/**
 * How long garbage collections take. Node runs JavaScript after every collection to report it (60 µs of CPU), so they are counted
 * from the first scrape on: a gateway whose metrics are not read does not pay for them.
 */
function registerCollections(registry: Registry): void {
  let isObserved = false;
  const durations = new Histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Seconds of garbage collections by kind (major, minor, incremental or weakcb), since the first scrape.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers: [registry],
    collect() {
      if (!isObserved) observe(durations);
      isObserved = true;
    },
  });
}

function observe(durations: Histogram<'kind'>): void {
  const observer = new PerformanceObserver((list) => {
    // The types do not know what Node adds to entries of collections.
    for (const { detail, duration } of list.getEntries() as (PerformanceEntry & {
      detail: { kind: number };
    })[])
      durations.observe({ kind: KINDS[detail.kind] ?? 'other' }, duration / 1_000);
  });
  observer.observe({ type: 'gc' });
}

let measured: Registry | null = null;

export function registerProcessMetrics(registry: Registry): void {
  measured ??= measure();
  for (const { name } of measured.getMetricsAsArray())
    registry.registerMetric(measured.getSingleMetric(name)!);
}

function measure(): Registry {
  const registry = new Registry();
  registerCpu(registry);
  registerMemory(registry);
  registerFiles(registry);
  registerHeap(registry);
  registerResources(registry);
  registerStart(registry);
  registerEventLoop(registry);
  registerCollections(registry);
  return registry;
}

function registerCpu(registry: Registry): void {
  const seconds = (name: string, help: string, micros: (used: NodeJS.CpuUsage) => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(micros(process.cpuUsage()) / 1e6);
      },
    });
  seconds('process_cpu_user_seconds_total', 'User CPU time in seconds.', ({ user }) => user);
  seconds('process_cpu_system_seconds_total', 'System CPU time in seconds.', ({ system }) => system);
  seconds(
    'process_cpu_seconds_total',
    'User and system CPU time in seconds.',
    ({ user, system }) => user + system,
  );
}

function registerMemory(registry: Registry): void {
  const gauge = gaugesOf(registry);
  gauge('process_resident_memory_bytes', 'Resident memory in bytes.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_total_bytes', 'Size of the JavaScript heap of the main thread in bytes.', () => {
    return getHeapStatistics().total_heap_size;
  });
  gauge('nodejs_heap_size_used_bytes', 'Used part of that heap in bytes.', () => {
    return getHeapStatistics().used_heap_size;
  });
  gauge(
    'nodejs_external_memory_bytes',
    'Memory that objects of that heap hold outside of it, in bytes.',
    () => {
      return getHeapStatistics().external_memory;
    },
  );
  if (process.platform !== 'linux') return;
  gauge('process_virtual_memory_bytes', 'Virtual memory in bytes.', () => statusBytes('VmSize'));
  gauge('process_heap_bytes', 'Size of the data segment in bytes.', () => statusBytes('VmData'));
}

/** The kernel counts in units of 1,024 bytes. */
function statusBytes(field: string): number {
  const lines = readFileSync('/proc/self/status', 'utf8').split('\n');
  const line = lines.find((one) => one.startsWith(`${field}:`))!;
  return Number.parseInt(line.slice(field.length + 1), 10) * 1_024;
}

function registerFiles(registry: Registry): void {
  if (process.platform !== 'linux') return;
  const gauge = gaugesOf(registry);
  // Without the descriptor with which the folder is read.
  gauge('process_open_fds', 'Open file descriptors.', () => readdirSync('/proc/self/fd').length - 1);
  gauge('process_max_fds', 'Most file descriptors that may be open.', () =>
    Number(/^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.NaN),
  );
}

const SPACE_FIELDS = [
  ['total', 'space_size'],
  ['used', 'space_used_size'],
  ['available', 'space_available_size'],
] as const;

function registerHeap(registry: Registry): void {
  for (const [what, field] of SPACE_FIELDS)
    new Gauge({
      name: `nodejs_heap_space_size_${what}_bytes`,
      help: `Bytes of each heap space: ${what}.`,
      labelNames: ['space'],
      registers: [registry],
      collect() {
        for (const space of getHeapSpaceStatistics())
          this.set({ space: space.space_name.replace(/_space.*$/, '') }, space[field]);
      },
    });
}

function registerResources(registry: Registry): void {
  new Gauge({
    name: 'nodejs_active_resources',
    help: 'Resources that keep the event loop alive, by type.',
    labelNames: ['type'],
    registers: [registry],
    collect() {
      this.reset();
      for (const type of process.getActiveResourcesInfo()) this.inc({ type });
    },
  });
  gaugesOf(registry)('nodejs_active_resources_total', 'Resources that keep the event loop alive.', () => {
    return process.getActiveResourcesInfo().length;
  });
}

function registerStart(registry: Registry): void {
  const startedAt = Math.round(performance.timeOrigin / 1_000);
  gaugesOf(registry, 'omit')(
    'process_start_time_seconds',
    'When the process started, as Unix time.',
    () => startedAt,
  );
  const [major, minor, patch] = process.versions.node.split('.');
  new Gauge({
    name: 'nodejs_version_info',
    help: 'The version of Node.',
    labelNames: ['version', 'major', 'minor', 'patch'],
    aggregator: 'first',
    registers: [registry],
  }).set({ version: process.version, major: major!, minor: minor!, patch: patch! }, 1);
}

function gaugesOf(registry: Registry, aggregator: 'sum' | 'omit' = 'sum') {
  return (name: string, help: string, value: () => number): void => {
    new Gauge({
      name,
      help,
      aggregator,
      registers: [registry],
      collect() {
        this.set(known(value));
      },
    });
  };
}

/** Some figures are read from files. A process without a free descriptor shows all the others. */
function known(value: () => number): number {
  try {
    return value();
  } catch {
    return Number.NaN;
  }
}
