// Runs before the tests of each file.
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import { inject } from 'vitest';

// With REELGATE_SEED set, every property test draws the same cases again. CI sets it, so that a failure is caused by the change and not by
// chance. Without it, each run draws new cases and prints its seed on failure.
if (process.env.REELGATE_SEED !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(process.env.REELGATE_SEED) });
}

// Runs once per worker: threads that vitest.threads.ts bundled start from their bundle.
const bundled = inject('bundledThreads');
const isBundled = Symbol.for('reelgate.bundledThreads');
if (!(isBundled in threads.Worker)) {
  threads.Worker = class extends threads.Worker {
    static readonly [isBundled] = true;
    constructor(file: string | URL, options?: threads.WorkerOptions) {
      super((file instanceof URL && bundled[fileURLToPath(file)]) || file, options);
    }
  };
  syncBuiltinESMExports();
}
