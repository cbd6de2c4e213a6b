// A test runner that stays alive between bugs. It is started once in a copy of the program, gets the changed files and the tests to run,
// and answers with the first that failed. It ends with the process that started it. It must never change a file.
import path from 'node:path';
import { createVitest, type TestCase, type TestModule } from 'vitest/node';
import { inBackground } from '../../packages/gateway/src/domain/in-background.ts';

export interface Question {
  /** Absolute, like all paths here. */
  changed: string[];
  /** Nearest first. */
  tests: string[];
  /** A pattern: only tests of such names run. */
  names: string;
  /** Of what tests draw. */
  seed: number;
}

/** Without the name of a test, the whole file failed. */
export type Reply = { kind: 'passed' } | { kind: 'failed'; file: string; test: string; message: string };

/** Vitest would begin with the longest file; the nearest is the likeliest to notice the bug. */
class InGivenOrder {
  sort<T>(files: T[]): T[] {
    return files;
  }
  shard<T>(files: T[]): T[] {
    return files;
  }
}

/** Failures of the current run. Vitest's own results also contain files of earlier runs. */
let failures: Reply[] = [];
let ended = 0;

function noteTest(test: TestCase): void {
  // Sent for every test that ends, so that the parent can tell a slow run from a stuck one.
  process.send!('alive');
  const { state, errors } = test.result();
  if (state === 'failed') note(test.module.moduleId, test.fullName, errors?.[0]?.message);
}

function noteModule(module: TestModule): void {
  ended++;
  const [error] = module.errors();
  if (error !== undefined) note(module.moduleId, '', error.message);
}

function note(file: string, test: string, message = ''): void {
  failures.push({ kind: 'failed', file, test, message: message.split('\n')[0]! });
  // Not `bail`: that counts the failures of earlier runs too, and would end every later run at its first test.
  inBackground(vitest.cancelCurrentRun('test-failure'));
}

const vitest = await createVitest({
  root: process.cwd(),
  watch: false,
  reporters: [{ onTestCaseResult: noteTest, onTestModuleEnd: noteModule }],
  // A thread starts in half the time of a process.
  pool: 'threads',
  maxWorkers: Number(process.argv[2] ?? 2),
  sequence: { sequencer: InGivenOrder as never },
  // A bug often makes a test wait for what never comes. A test that is late is tried again without the bug.
  testTimeout: 45_000,
});
process.on('disconnect', () => process.exit(0));

/** Of the copy. */
const { bundleThreads } = (await import(
  path.resolve('vitest.threads.ts')
)) as typeof import('../../vitest.threads.ts');
let bundled: Set<string> | null = null;
let lastChanged: readonly string[] = [];

/** Threads run bundles of the sources: changed sources, and those that were changed for the last question, have to be bundled again. */
async function refreshThreads(changed: readonly string[]): Promise<void> {
  const isStale = bundled === null || [...changed, ...lastChanged].some((file) => bundled!.has(file));
  lastChanged = changed;
  if (isStale) bundled = new Set((await bundleThreads()).flatMap(({ modules }) => modules));
}

async function answer({ changed, tests, names, seed }: Question): Promise<void> {
  failures = [];
  ended = 0;
  process.env.REELGATE_SEED = String(seed);
  for (const file of changed) vitest.invalidateFile(file);
  await refreshThreads(changed);
  vitest.setGlobalTestNamePattern(new RegExp(names, 'i'));
  const project = vitest.getRootProject();
  const chosen = tests.map((file) => project.createSpecification(file));
  const { unhandledErrors } = await vitest.runTestSpecifications(chosen);
  const [stray] = unhandledErrors as { message: string }[];
  if (stray !== undefined) note('', '(unhandled)', stray.message);
  if (failures.length === 0 && ended !== tests.length)
    throw new Error(`${ended} of ${tests.length} files ran`);
  process.send!(failures[0] ?? { kind: 'passed' });
}

process.on('message', (question: Question) => inBackground(answer(question)));
process.send!('ready');
