// Runs before the tests of each file.
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import { configureGlobal } from 'fast-check';
import { inject } from 'vitest';
import { seedOfRun } from './packages/gateway/src/testing/drawn.ts';

// Property tests draw by the seed of the run, which vitest.config.ts prints. CI sets it, so that a failure is caused by the change and not by
// chance.
configureGlobal({ seed: seedOfRun() });

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
