// Puts the code of each thread that tests start by the hundred into one file, once for the whole run: reading 150 modules again for each
// takes two thirds of the CPU time of its start. The code is what the sources say at that moment. Processes that tests start read the
// sources as they are, and so does every thread when branches are counted, because they are counted by source file.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** File of a thread, to the one file that holds all of its code. */
    bundledThreads: Record<string, string>;
  }
}

const THREADS = ['storage/sqlite/thread.ts', 'library/thread.ts'];
const SOURCES = path.join(import.meta.dirname, 'packages/gateway/src');
const BUNDLES = path.join(import.meta.dirname, 'node_modules/.cache/threads-for-tests');

export default async function setup(project: TestProject): Promise<() => void> {
  const isCounting = process.env.NODE_V8_COVERAGE !== undefined;
  const bundled = isCounting ? [] : await Promise.all(THREADS.map(bundle));
  project.provide('bundledThreads', Object.fromEntries(bundled));
  return () => {
    for (const [, file] of bundled) rmSync(file, { force: true });
  };
}

async function bundle(thread: string): Promise<[string, string]> {
  const input = path.join(SOURCES, thread);
  const file = path.join(BUNDLES, `${thread.replaceAll('/', '-').replace(/\.ts$/, '')}-${process.pid}.mjs`);
  // The driver of PostgreSQL is loaded by the few threads that use it.
  const whole = await rolldown({ input, platform: 'node', external: ['pg'] });
  await whole.write({ file, format: 'esm', codeSplitting: false });
  return [input, file];
}
