// Owns a test runner that stays alive between mutants: started once in a copy of the program, it is told which file changed
// and which tests to run, and answers with the first that failed. It ends with the process that started it. Must never
// change a file.
import { createVitest, type TestModule } from 'vitest/node';

export interface Question {
  /** Absolute, as all paths here. */
  changed: string;
  /** Nearest first. */
  tests: string[];
}

export type Reply = { kind: 'passed' } | { kind: 'failed'; file: string; test: string; message: string };

/** Vitest would begin with the longest file; the nearest is the likeliest to notice. */
class InGivenOrder {
  sort<T>(files: T[]): T[] {
    return files;
  }
  shard<T>(files: T[]): T[] {
    return files;
  }
}

function readFailure(modules: readonly TestModule[]): Reply | null {
  for (const module of modules) {
    const file = module.moduleId;
    const [failed] = module.children.allTests('failed');
    if (failed !== undefined) {
      const message = failed.result().errors?.[0]?.message.split('\n')[0] ?? '';
      return { kind: 'failed', file, test: failed.fullName, message };
    }
    const [error] = module.errors();
    if (error !== undefined)
      return { kind: 'failed', file, test: '(the file)', message: error.message.split('\n')[0]! };
  }
  return null;
}

const vitest = await createVitest({
  root: process.cwd(),
  watch: false,
  bail: 1,
  // Slow is not stuck: whoever waits hears of every test that ends.
  reporters: [{ onTestCaseResult: () => void process.send!('alive') }],
  // A thread starts in half the time of a process.
  pool: 'threads',
  maxWorkers: Number(process.argv[2] ?? 2),
  sequence: { sequencer: InGivenOrder as never },
});
process.on('disconnect', () => process.exit(0));
process.on('message', async ({ changed, tests }: Question) => {
  vitest.invalidateFile(changed);
  const project = vitest.getRootProject();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    tests.map((file) => project.createSpecification(file)),
  );
  const failure = readFailure(testModules);
  const [stray] = unhandledErrors as { message: string }[];
  const strayReply: Reply | null =
    stray === undefined ? null : { kind: 'failed', file: '', test: '(unhandled)', message: stray.message };
  process.send!(failure ?? strayReply ?? { kind: 'passed' });
});
process.send!('ready');
