// The metrics of the process: CPU, memory, files, event loop and garbage collector. They are read when metrics are scraped, and no timer
// runs between scrapes: the default metrics of the package wake the process 110 times a second. Measured once per process, however many
// gateways run in it.
import { readdirSync, readFileSync } from 'node:fs';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { Counter, Gauge, Registry } from '@prometheus-io/client';
import { registerEventLoop } from './event-loop-metrics.ts';
import { registerCollections } from './garbage-metrics.ts';

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
