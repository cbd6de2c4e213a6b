// The metrics of storage and of the jobs.
import { Gauge, Histogram, type Registry } from '@prometheus-io/client';

/** In seconds, from a commit without a sync to one on a failing disk. */
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Number of verbs; the last is WRITE_BATCH_MAX. */
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Returns the function to call for every commit. */
export function registerCommitMetrics(registry: Registry): (verbs: number, durationMs: number) => void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'reelgate_commit_duration_seconds',
    help: 'Seconds from sending a batch of verbs to storage until its commit.',
    buckets: COMMIT_BUCKETS,
    registers,
  });
  const batch = new Histogram({
    name: 'reelgate_commit_verbs',
    help: 'Verbs that shared one commit.',
    buckets: BATCH_BUCKETS,
    registers,
  });
  return (verbs, durationMs) => {
    duration.observe(durationMs / 1_000);
    batch.observe(verbs);
  };
}

/** 1 while the ledger answers, as seen by the jobs, which use it all the time. */
export function registerStorageUp(registry: Registry, isAway: () => boolean): void {
  new Gauge({
    name: 'reelgate_storage_up',
    help: '1 while the ledger answers, 0 while it is unavailable.',
    // Over several processes the minimum: it shows the one that cannot reach the ledger.
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(isAway() ? 0 : 1);
    },
  });
}

/** What the database lets this process do, as the last transaction that writes found it. */
export interface StorageState {
  isRefused: boolean;
  standbys: { connected: number; wanted: number };
}

const STATE_FIGURES = [
  {
    name: 'reelgate_storage_refused',
    help: '1 while this process refuses the database, because its commits may be lost or because it lost some.',
    of: ({ isRefused }: StorageState) => Number(isRefused),
    aggregator: 'max',
  },
  {
    name: 'reelgate_storage_standbys',
    help: 'Synchronous standbys that are connected to the database; 0 where storage_sync requires none.',
    of: ({ standbys }: StorageState) => standbys.connected,
    aggregator: 'min',
  },
  {
    name: 'reelgate_storage_standbys_wanted',
    help: 'Synchronous standbys that a commit waits for; 0 where storage_sync requires none.',
    of: ({ standbys }: StorageState) => standbys.wanted,
    aggregator: 'max',
  },
] as const;

/** A database without a server has no state of its own. */
export function registerDatabaseState(registry: Registry, state: () => StorageState | undefined): void {
  for (const { name, help, of, aggregator } of STATE_FIGURES) {
    new Gauge({
      ...{ name, help, aggregator, registers: [registry] },
      collect() {
        const now = state();
        this.set(now === undefined ? 0 : of(now));
      },
    });
  }
}

/** Returns the function to call when a job has succeeded. */
export function registerJobMetrics(registry: Registry): (job: string, atMs: number) => void {
  const success = new Gauge({
    name: 'reelgate_job_success_timestamp_seconds',
    help: 'When each job last succeeded, as Unix time.',
    labelNames: ['job'],
    aggregator: 'min',
    registers: [registry],
  });
  return (job, atMs) => success.set({ job }, atMs / 1_000);
}

export interface BuildInfo {
  version: string;
  node: string;
  storage: string;
}

export function registerBuildInfo(registry: Registry, { version, node, storage }: BuildInfo): void {
  new Gauge({
    name: 'reelgate_build_info',
    help: 'Versions of the gateway and of Node, and the storage in use; always 1.',
    labelNames: ['version', 'node', 'storage'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node, storage }, 1);
}
