// Bundles the code of each thread that tests start often into one file, once per run: loading 150 modules takes two thirds of the CPU time
// of a thread's start. Processes that tests start load the sources, and so do all threads in coverage runs, because coverage is counted by
// source file.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Source file of each thread, and the file that holds its bundle. */
    bundledThreads: Record<string, string>;
  }
}

const THREADS = ['storage/sqlite/thread.ts', 'library/thread.ts'];
const SOURCES = path.join(import.meta.dirname, 'packages/gateway/src');
const BUNDLES = path.join(import.meta.dirname, 'node_modules/.cache/threads-for-tests');

export default async function setup(project: TestProject): Promise<() => void> {
  const isCounting = process.env.NODE_V8_COVERAGE !== undefined;
  const bundled = isCounting ? [] : await bundleThreads();
  project.provide('bundledThreads', Object.fromEntries(bundled.map(({ input, file }) => [input, file])));
  return () => {
    for (const { file } of bundled) rmSync(file, { force: true });
  };
}

interface Bundled {
  input: string;
  file: string;
  /** The sources in it. */
  modules: string[];
}

/** Again in the same process, it writes the same files. */
export function bundleThreads(): Promise<Bundled[]> {
  return Promise.all(THREADS.map(bundle));
}

async function bundle(thread: string): Promise<Bundled> {
  const input = path.join(SOURCES, thread);
  const file = path.join(BUNDLES, `${thread.replaceAll('/', '-').replace(/\.ts$/, '')}-${process.pid}.mjs`);
  // Only a few threads use PostgreSQL, so its driver is loaded separately.
  const whole = await rolldown({ input, platform: 'node', external: ['pg'] });
  const { output } = await whole.write({ file, format: 'esm', codeSplitting: false });
  return { input, file, modules: output[0].moduleIds };
}
