// Before the tests of each file: makes a run repeatable, and threads quick to start.
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';
import { inject } from 'vitest';

// With REELGATE_SEED set, every property test draws the same cases again. CI sets it, so that a red
// run is the fault of a change and not of the dice; without it each run draws anew and prints its seed when it fails.
if (process.env.REELGATE_SEED !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ seed: Number(process.env.REELGATE_SEED) });
}

// Once for all files of a worker. A thread that vitest.threads.ts has put into one file is started from that file.
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
