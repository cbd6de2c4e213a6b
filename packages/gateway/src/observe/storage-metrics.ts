// Owns the figures of the storage and of the jobs that work on it, as `/metrics` shows them.
import { Gauge, Histogram, type Registry } from '@prometheus-io/client';

/** Seconds. From a commit without a sync to one that a failing disk holds up. */
const COMMIT_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Verbs. WRITE_BATCH_MAX is the last. */
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** Returns what is to be told of every commit. */
export function registerCommitMetrics(registry: Registry): (verbs: number, durationMs: number) => void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'reelgate_commit_duration_seconds',
    help: 'Time from sending a batch of verbs to the storage to its commit.',
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

/** 1 while the ledger answers, as the jobs see it, who ask it all the time. */
export function registerStorageUp(registry: Registry, isAway: () => boolean): void {
  new Gauge({
    name: 'reelgate_storage_up',
    help: '1 while the ledger answers, 0 while it is away.',
    // Of several processes, the one that cannot reach it is the one to show.
    aggregator: 'min',
    registers: [registry],
    collect() {
      this.set(isAway() ? 0 : 1);
    },
  });
}

/** Returns what is to be told when a job came to its end. */
export function registerJobMetrics(registry: Registry): (job: string, atMs: number) => void {
  const success = new Gauge({
    name: 'reelgate_job_success_timestamp_seconds',
    help: 'When each job last came to its end without a failure.',
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
    help: 'What runs here; always 1.',
    labelNames: ['version', 'node', 'storage'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version, node, storage }, 1);
}
