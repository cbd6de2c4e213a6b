// The verdict on one change of the program, a mutant or a bug that somebody planted: near tests first, then more distant ones. A failing test counts only if it passes on the unchanged program.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Edit } from '../teeth/planted-bug.ts';
import type { Workshop } from '../teeth/workshop.ts';
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
const CHANGE_MS_MAX = 240_000;
const NEAREST = 2;
/** Every test of a file. */
const ANY = '';
const AT_ONCE = 6;
/** A busy machine makes tests late; such a failure is looked at again without the change. */
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
const checkersOf = (files: readonly string[]) =>
  CHECKERS.filter(([folder]) => files.some((file) => file.startsWith(folder))).flatMap(
    ([, programs]) => programs,
  );
/** Files with hundreds of tests, on each database or of all connectors. */
const CONTRACT = /\/(?:contracts|storage|connector\.contract)\.test\.ts$/;

const isPython = (file: string) => file.endsWith('.py');

/** Words of the files' names, without a plural: `nouns/payments.ts` is tested by tests with "payment" in their names. */
function namesFor(files: readonly string[]): string {
  const words = files.flatMap((file) => path.basename(file, path.extname(file)).split('-'));
  const long = words.filter((word) => word.length > 3);
  return long.map((word) => word.replace(/e?s$/, '')).join('|') || ANY;
}

export const filesOf = (edits: readonly Edit[]) => [...new Set(edits.map(({ file }) => file))];

/** The nearest of each list, then the second of each list, and so on. */
export function inTurns(lists: readonly string[][]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return [
    ...new Set(Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat()),
  ];
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
  readonly #limitMs: number;
  /** Tests that fail without any change, and tests that are known to pass. */
  readonly #red = new Set<string>();
  readonly #green = new Set<string>();

  constructor(
    workshop: Workshop,
    testsOf: (file: string) => string[],
    { workers, limitMs = CHANGE_MS_MAX }: { workers: number; limitMs?: number },
  ) {
    this.#workshop = workshop;
    this.#testsOf = testsOf;
    this.#limitMs = limitMs;
    this.#runner = new TestRunner(workshop.folder, workers);
  }

  async judge(edits: readonly Edit[]): Promise<Verdict> {
    const verdict = await this.#byTests(edits);
    if (verdict.kind !== 'survived') return verdict;
    for (const checker of checkersOf(filesOf(edits)))
      if (await this.#workshop.broken(edits, async () => !this.#passes(checker)))
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

  async #byTests(edits: readonly Edit[]): Promise<Verdict> {
    const files = filesOf(edits);
    const python = files.some(isPython) ? await this.#byPython(edits) : null;
    if (python !== null) return python;
    const tests = inTurns(files.map((file) => this.#testsOf(file)));
    const untilMs = performance.now() + this.#limitMs;
    // Of the contracts those tests first whose names have a word of the file.
    const [contract, named] = [tests.filter((name) => CONTRACT.test(name)), namesFor(files)];
    const early = await this.#firstToNotice(edits, contract, named);
    if (early !== null) return early;
    // The nearest two notice most changes; those after them start whole servers, and cost ten times as much.
    for (let from = 0, count = NEAREST; from < tests.length; from += count, count = AT_ONCE) {
      const verdict = await this.#firstToNotice(edits, tests.slice(from, from + count), ANY);
      if (verdict !== null) return verdict;
      if (performance.now() > untilMs) return { kind: 'survived', by: 'the tests that ran in time' };
    }
    return { kind: 'survived', by: '' };
  }

  /** Null: its tests pass, or fail without the change too. */
  async #byPython(edits: readonly Edit[]): Promise<Verdict | null> {
    const ask = () => pythonNotices(this.#workshop.folder, STUCK_MS);
    const verdict = await this.#workshop.broken(edits, ask);
    if (verdict.kind === 'survived') return null;
    return (await ask()).kind === 'survived' ? verdict : null;
  }

  async #firstToNotice(
    edits: readonly Edit[],
    tests: readonly string[],
    names: string,
  ): Promise<Verdict | null> {
    for (;;) {
      const able = tests.filter((name) => !this.#red.has(name));
      if (able.length === 0) return null;
      const reply = await this.#broken(edits, able, names);
      if (reply.kind === 'passed') {
        if (names === ANY) for (const name of able) this.#green.add(name);
        return null;
      }
      const verdict =
        reply.kind === 'hung'
          ? await this.#onHung(edits, able, names)
          : await this.#onFailed(edits, reply, tests);
      if (verdict !== null) return verdict;
    }
  }

  async #onHung(edits: readonly Edit[], tests: readonly string[], names: string): Promise<Verdict> {
    const { kind } = await this.#run(edits, tests, names);
    return { kind: kind === 'hung' ? 'too slow' : 'hung', by: '' };
  }

  /** Null: the failure does not come from the change, and the test is left out from now on. */
  async #onFailed(
    edits: readonly Edit[],
    reply: Reply & { kind: 'failed' },
    asked: readonly string[],
  ): Promise<Verdict | null> {
    const name = reply.file === '' ? '' : path.relative(this.#workshop.folder, reply.file);
    const by = `${name} > ${reply.test}: ${reply.message.slice(0, 100)}`;
    if (LATE.test(reply.message)) this.#green.delete(name);
    if (name === '') return { kind: 'noticed', by };
    const isSure =
      (await this.#isGreen(edits, name, reply.test)) && (await this.#failsAgain(edits, name, asked));
    return isSure ? { kind: 'noticed', by } : null;
  }

  /** A distant test may have failed because the machine is busy. It has to fail once more. */
  async #failsAgain(edits: readonly Edit[], name: string, asked: readonly string[]): Promise<boolean> {
    if (asked.length <= NEAREST) return true;
    const { kind } = await this.#broken(edits, [name], ANY);
    if (kind === 'passed') console.log(`left out, because it fails only now and then: ${name}`);
    if (kind === 'passed') this.#red.add(name);
    return kind !== 'passed';
  }

  /** First by the test that failed: its whole file takes many times as long, and is run only if the test fails alone. */
  async #isGreen(edits: readonly Edit[], name: string, test: string): Promise<boolean> {
    if (this.#green.has(name)) return true;
    for (const names of new Set([patternOf(test), ANY]))
      if ((await this.#run(edits, [name], names)).kind === 'passed') return true;
    console.log(`left out, because it fails without any change: ${name}`);
    this.#red.add(name);
    return false;
  }

  /** On the unchanged program; what the edits change may have been changed a moment ago. */
  #run(edits: readonly Edit[], tests: readonly string[], names: string) {
    const absolute = (name: string) => path.join(this.#workshop.folder, name);
    const question = { changed: filesOf(edits).map(absolute), tests: tests.map(absolute), names };
    return this.#runner.run(question, STUCK_MS);
  }

  #broken(edits: readonly Edit[], tests: readonly string[], names: string) {
    return this.#workshop.broken(edits, () => this.#run(edits, tests, names));
  }

  close(): void {
    this.#runner.close();
  }
}
