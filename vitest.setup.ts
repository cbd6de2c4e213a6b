// Runs before the tests of each file.
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import { configureGlobal } from 'fast-check';
import { inject } from 'vitest';
import { seedOfRun } from './packages/gateway/src/testing/drawn.ts';
import { areFresh, ReusedWorker } from './packages/gateway/src/testing/threads/reused-worker.ts';

// Property tests draw by the seed of the run, which vitest.config.ts prints. CI sets it, so that a failure is caused by the change and not by
// chance.
configureGlobal({ seed: seedOfRun() });

// Runs once per worker: threads that vitest.threads.ts bundled start from their bundle.
const bundled = inject('bundledThreads');
const isBundled = Symbol.for('reelgate.bundledThreads');
if (!(isBundled in threads)) {
  const Worker = new Proxy(threads.Worker, {
    construct(thread, [file, options]: [string | URL, threads.WorkerOptions?]) {
      const { file: bundle, isReused } = (file instanceof URL && bundled[fileURLToPath(file)]) || {};
      if (bundle !== undefined && isReused && !areFresh()) return new ReusedWorker(bundle, options);
      return new thread(bundle ?? file, options);
    },
  });
  Object.assign(threads, { Worker, [isBundled]: true });
  syncBuiltinESMExports();
}
