import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { seedOfRun } from './packages/gateway/src/testing/drawn.ts';
import { quickFolder } from './packages/gateway/src/testing/temporary-folder.ts';
import { LongestFirst } from './vitest.sequence.ts';

// The gateway's threads run TypeScript sources. With this cache, starting one takes a third of the CPU time; tests start hundreds. All
// processes of the run inherit it.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled-for-tests');

// Tests create and sync hundreds of small databases, which is slow on a disk.
process.env.TMPDIR ??= quickFolder();

// Without a seed each run draws other cases. Its workers inherit it.
console.log(`REELGATE_SEED=${seedOfRun()} draws the cases of this run again`);

/** CI reruns the red files from the reports here. */
const reports = process.env.REELGATE_TEST_REPORTS;

/** Tests that start, kill and move many whole gateways on both databases, or other programs. They take five minutes, mostly waiting for processes. */
const OF_PROCESSES = ['packages/gateway/src/**/*.processes.test.ts', 'bench/**/*.processes.test.ts'];
const isOfProcesses = process.env.REELGATE_TESTS === 'processes';
const EVERYDAY = [
  'packages/*/{src,generate}/**/*.test.ts',
  'packages/client/pack/*.test.ts',
  'packages/client-python/tests/*.test.ts',
  'torture/**/*.test.ts',
  'release/*.test.ts',
  '.ci/*.test.ts',
  'bench/{speed,speed/counts,speed/scale}/*.test.ts',
];

// One configuration for all packages. `npm test` runs the everyday tests, `npm run test:processes` the others.
export default defineConfig({
  test: {
    include: isOfProcesses ? OF_PROCESSES : EVERYDAY,
    exclude: ['**/node_modules/**', ...(isOfProcesses ? [] : OF_PROCESSES)],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: [
      './vitest.postgres.ts',
      './vitest.threads.ts',
      './packages/gateway/src/testing/told/setup.ts',
    ],
    // Most tests wait for processes and databases, so with three workers two cores always have something to do.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Modules are loaded once per worker and not once per test file, which saves a third of the CPU time. So modules must not keep state
    // between tests, and tests must not replace modules.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // `hrtime` stays real: the event-loop delay monitor samples every 100 ms of it, so a clock that jumps by hours would keep it busy for
    // minutes.
    fakeTimers: {
      toFake: [
        ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const),
        ...(['clearImmediate', 'Date', 'performance'] as const),
      ],
    },
    ...(reports !== undefined && {
      reporters: ['default', 'json'],
      outputFile: { json: path.join(reports, `${isOfProcesses ? 'processes' : 'unit'}.json`) },
    }),
    // Digests of texts are written only with `-u` (testing/told/).
    update: 'none',
    // Only a hanging test takes this long. On a shared machine a gateway was seen to take 13 s to start.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
