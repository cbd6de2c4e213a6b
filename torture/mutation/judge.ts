// The verdict on one mutant: near tests first, then more distant ones. A failing test counts only if it passes on the unchanged program.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Workshop } from '../teeth/workshop.ts';
import { changedBy, type Mutant } from './mutants.ts';
import { pythonNotices } from './python.ts';
import type { Reply } from './test-process.ts';
import { TestRunner } from './test-runner.ts';

export interface Verdict {
  /** `too slow`: the tests do not end in time on the unchanged program either. */
  kind: 'noticed' | 'hung' | 'survived' | 'too slow';
  /** The test file, the test and what it said. */
  by: string;
}

/** No test may take longer than 30 s; the rest is for starting on a busy machine. */
const STUCK_MS = 120_000;
/** Further tests are not asked after this time. */
const MUTANT_MS_MAX = 240_000;
const NEAREST = 2;
/** Every test of a file. */
const ANY = '';
const AT_ONCE = 6;
/** A busy machine makes tests late; such a failure is looked at again without the mutant. */
const LATE = /timed? ?out/i;

/** The programs of `npm run openapi:check`, by the package whose files they compare. */
const CHECKERS: [folder: string, programs: string[]][] = [
  ['packages/gateway/', ['packages/gateway/src/http/write-openapi.ts']],
  ['packages/client/', ['packages/client/generate/write-types.ts']],
  [
    'packages/console/',
    ['packages/console/generate/write-types.ts', 'packages/console/generate/write-operations.ts'],
  ],
  ['packages/client-python/', ['packages/client-python/generate/write-python.ts']],
];
const checkersOf = (file: string) => CHECKERS.find(([folder]) => file.startsWith(folder))![1];
/** Files with hundreds of tests, on each database or of all connectors. */
const CONTRACT = /\/(?:contracts|storage|connector\.contract)\.test\.ts$/;

/** Words of the file's name, without a plural: `nouns/payments.ts` is tested by tests with "payment" in their names. */
function namesFor(file: string): string {
  const words = path
    .basename(file, '.ts')
    .split('-')
    .filter((word) => word.length > 3);
  return words.map((word) => word.replace(/e?s$/, '')).join('|') || ANY;
}

/** Vitest joins the names of a test in another way when it compares them than when it reports them. */
const patternOf = (test: string) =>
  test
    .split(' > ')
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');

export class Judge {
  readonly #workshop: Workshop;
  readonly #testsOf: (file: string) => string[];
  readonly #runner: TestRunner;
  /** Tests that fail without any mutant, and tests that are known to pass. */
  readonly #red = new Set<string>();
  readonly #green = new Set<string>();

  constructor(workshop: Workshop, testsOf: (file: string) => string[], workers: number) {
    this.#workshop = workshop;
    this.#testsOf = testsOf;
    this.#runner = new TestRunner(workshop.folder, workers);
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const verdict = await this.#byTests(mutant);
    if (verdict.kind !== 'survived') return verdict;
    for (const checker of checkersOf(mutant.file))
      if (await this.#broken(mutant, async () => !this.#passes(checker)))
        return { kind: 'noticed', by: 'npm run openapi:check' };
    return verdict;
  }

  /** `npm test` begins with it: a change of a schema, or of a file that is written by a program, makes a generated file stale. */
  #passes(checker: string): boolean {
    const { status } = spawnSync(process.execPath, [checker, '--check'], {
      cwd: this.#workshop.folder,
      stdio: 'ignore',
    });
    return status === 0;
  }

  async #byTests(mutant: Mutant): Promise<Verdict> {
    if (mutant.file.endsWith('.py'))
      return this.#broken(mutant, () => pythonNotices(this.#workshop.folder, STUCK_MS));
    const tests = this.#testsOf(mutant.file);
    const untilMs = performance.now() + MUTANT_MS_MAX;
    // Of the contracts those tests first whose names have a word of the file.
    const [contract, named] = [tests.filter((name) => CONTRACT.test(name)), namesFor(mutant.file)];
    const early = await this.#firstToNotice(mutant, contract, named);
    if (early !== null) return early;
    // The nearest two notice most mutants; those after them start whole servers, and cost ten times as much.
    for (let from = 0, count = NEAREST; from < tests.length; from += count, count = AT_ONCE) {
      const verdict = await this.#firstToNotice(mutant, tests.slice(from, from + count), ANY);
      if (verdict !== null) return verdict;
      if (performance.now() > untilMs) return { kind: 'survived', by: 'the tests that ran in time' };
    }
    return { kind: 'survived', by: '' };
  }

  async #firstToNotice(mutant: Mutant, tests: readonly string[], names: string): Promise<Verdict | null> {
    for (;;) {
      const able = tests.filter((name) => !this.#red.has(name));
      if (able.length === 0) return null;
      const reply = await this.#broken(mutant, () => this.#run(mutant.file, able, names));
      if (reply.kind === 'passed') {
        if (names === ANY) for (const name of able) this.#green.add(name);
        return null;
      }
      const verdict =
        reply.kind === 'hung'
          ? await this.#onHung(mutant, able, names)
          : await this.#onFailed(mutant, reply, tests);
      if (verdict !== null) return verdict;
    }
  }

  async #onHung({ file }: Mutant, tests: readonly string[], names: string): Promise<Verdict> {
    const { kind } = await this.#run(file, tests, names);
    return { kind: kind === 'hung' ? 'too slow' : 'hung', by: '' };
  }

  /** Null: the failure does not come from the mutant, and the test is left out from now on. */
  async #onFailed(
    mutant: Mutant,
    reply: Reply & { kind: 'failed' },
    asked: readonly string[],
  ): Promise<Verdict | null> {
    const name = reply.file === '' ? '' : path.relative(this.#workshop.folder, reply.file);
    const by = `${name} > ${reply.test}: ${reply.message.slice(0, 100)}`;
    if (LATE.test(reply.message)) this.#green.delete(name);
    if (name === '') return { kind: 'noticed', by };
    const isSure =
      (await this.#isGreen(mutant.file, name, reply.test)) && (await this.#failsAgain(mutant, name, asked));
    return isSure ? { kind: 'noticed', by } : null;
  }

  /** A distant test may have failed because the machine is busy. It has to fail once more. */
  async #failsAgain(mutant: Mutant, name: string, asked: readonly string[]): Promise<boolean> {
    if (asked.length <= NEAREST) return true;
    const { kind } = await this.#broken(mutant, () => this.#run(mutant.file, [name], ANY));
    if (kind === 'passed') console.log(`left out, because it fails only now and then: ${name}`);
    if (kind === 'passed') this.#red.add(name);
    return kind !== 'passed';
  }

  /** First by the test that failed: its whole file takes many times as long, and is run only if the test fails alone. */
  async #isGreen(changed: string, name: string, test: string): Promise<boolean> {
    if (this.#green.has(name)) return true;
    for (const names of new Set([patternOf(test), ANY]))
      if ((await this.#run(changed, [name], names)).kind === 'passed') return true;
    console.log(`left out, because it fails without a mutant: ${name}`);
    this.#red.add(name);
    return false;
  }

  #run(changed: string, tests: readonly string[], names: string) {
    const absolute = (name: string) => path.join(this.#workshop.folder, name);
    return this.#runner.run({ changed: absolute(changed), tests: tests.map(absolute), names }, STUCK_MS);
  }

  #broken<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const source = this.#workshop.read(mutant.file);
    const edit = { file: mutant.file, find: source, replace: changedBy(mutant, source) };
    return this.#workshop.broken([edit], work);
  }

  close(): void {
    this.#runner.close();
  }
}
