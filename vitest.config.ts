import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { quickFolder } from './packages/gateway/src/testing/quick-folder.ts';
import { LongestFirst } from './vitest.sequence.ts';

// Threads of the gateway run our TypeScript as it is. Kept compiled, the start of one takes a third of the CPU time, and tests start
// hundreds. Every process of the run inherits it.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/compiled-for-tests');

// Tests sync hundreds of databases of a few kB to what is a disk otherwise.
process.env.TMPDIR ??= quickFolder();

const report = process.env.REELGATE_TEST_REPORT;

/** Those that start, kill and move whole gateways in numbers, on both databases, or other programs: minutes of waiting for processes. */
const OF_PROCESSES = 'packages/gateway/src/**/*.processes.test.ts';
const isOfProcesses = process.env.REELGATE_TESTS === 'processes';
const EVERYDAY = [
  'packages/*/{src,generate}/**/*.test.ts',
  'packages/client/pack/*.test.ts',
  'torture/**/*.test.ts',
  'bench/{speed,scale}/*.test.ts',
];

// One run covers every package: `npm test` the everyday tests, `npm run test:processes` the others. Tests that start real gateways get a
// generous time.
export default defineConfig({
  test: {
    include: isOfProcesses ? [OF_PROCESSES] : EVERYDAY,
    exclude: ['**/node_modules/**', ...(isOfProcesses ? [] : [OF_PROCESSES])],
    setupFiles: ['./vitest.setup.ts'],
    globalSetup: ['./vitest.postgres.ts', './vitest.threads.ts'],
    // Most tests wait for processes and databases of their own: with three at a time two cores idle less.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Node reads the sources itself, as it does for users, and reads each once for all files of a worker: a third of the CPU time was
    // spent on reading them again for every file. So no module may keep state between tests, and no test may replace a module.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Not hrtime: the timer that measures the event loop makes up for every tenth of a second that passed by it, and a clock that jumps
    // by hours keeps it busy for minutes.
    fakeTimers: {
      toFake: [
        ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate'] as const),
        ...(['clearImmediate', 'Date', 'performance'] as const),
      ],
    },
    // CI runs red files again from it.
    ...(report !== undefined && { reporters: ['default', 'json'], outputFile: { json: report } }),
    // Only what hangs takes so long. A shared machine was seen to get a twentieth of its CPU for minutes, and a gateway to start in 13 s.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
