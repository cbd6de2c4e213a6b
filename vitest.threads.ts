// Bundles the code of each thread that tests start often into one file, once per run: loading 150 modules takes two thirds of the CPU time
// of a thread's start. Threads of the storage are also used again (testing/threads/). Processes that tests start load the sources, and so do
// all threads in coverage runs, because coverage is counted by source file.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Source file of each thread, and the file that holds its bundle. */
    bundledThreads: Record<string, { file: string; isReused: boolean }>;
  }
}

/** A module that waits while it is loaded cannot be evaluated again. */
const THREADS = [
  { thread: 'storage/sqlite/thread.ts', isReused: true },
  { thread: 'library/thread.ts', isReused: false },
];
const SOURCES = path.join(import.meta.dirname, 'packages/gateway/src');
const BUNDLES = path.join(import.meta.dirname, 'node_modules/.cache/threads-for-tests');

export default async function setup(project: TestProject): Promise<() => void> {
  const isCounting = process.env.NODE_V8_COVERAGE !== undefined;
  const bundled = isCounting ? [] : await bundleThreads();
  project.provide(
    'bundledThreads',
    Object.fromEntries(bundled.map(({ input, file, isReused }) => [input, { file, isReused }])),
  );
  return () => {
    for (const { file } of bundled) rmSync(file, { force: true });
  };
}

interface Bundled {
  input: string;
  file: string;
  isReused: boolean;
  /** The sources in it. */
  modules: string[];
}

/** Again in the same process, it writes the same files. */
export function bundleThreads(): Promise<Bundled[]> {
  return Promise.all(THREADS.map(bundle));
}

async function bundle({ thread, isReused }: (typeof THREADS)[number]): Promise<Bundled> {
  const input = path.join(SOURCES, thread);
  const file = path.join(
    BUNDLES,
    `${thread.replaceAll('/', '-').replace(/\.ts$/, '')}-${process.pid}.${isReused ? 'cjs' : 'mjs'}`,
  );
  // Only a few threads use PostgreSQL, so its driver is loaded separately.
  const whole = await rolldown({ input, platform: 'node', external: ['pg'] });
  const { output } = await whole.write({ file, format: isReused ? 'cjs' : 'esm', codeSplitting: false });
  return { input, file, isReused, modules: output[0].moduleIds };
}
