// The verdict on one planted bug: the tests that it names, or else those near to what it changes, then more distant ones. A failing test counts
// only if it passes on the unchanged program.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Bug, type Edit, filesOf } from './bug.ts';
import { pythonNotices } from './drawn/python.ts';
import type { Reply } from './test-process.ts';
import { TestRunner } from './test-runner.ts';
import type { Workshop } from './workshop.ts';

export interface Verdict {
  /** `unsure`: the tests do not end in time on the unchanged program either. */
  kind: 'noticed' | 'slipped' | 'unsure';
  /** The test file, the test and what it said. */
  by: string;
}

/** No test may take longer than 30 s; the rest is for starting on a busy machine. */
const STUCK_MS = 120_000;
/** Further tests are not asked after this time. */
const BUG_MS_MAX = 240_000;
const NEAREST = 2;
/** Every test of a file. */
const ANY = '';
const AT_ONCE = 6;
/** A bug that names tests which draw their cases may need luck to be noticed; others are noticed with the first seed. */
const SEEDS_MAX = 50;
/** What the schema is made from, and the triggers in it. */
const SCHEMA = /\/migrations\//;
/** A busy machine makes tests late; such a failure is looked at again without the bug. */
const LATE = /timed? ?out/i;

/** The programs of `npm run openapi:check`, with which `npm test` begins: a changed schema makes a generated file stale. */
const { scripts } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { scripts: Record<'openapi:check', string> };
const CHECKERS = scripts['openapi:check'].split(' && ').map((command) => command.split(' ').slice(1));
/** Files with hundreds of tests, on each database or of all connectors. */
const CONTRACT = /\/(?:contracts|storage|connector\.contract)\.test\.ts$/;

/** Words of the files' names, without a plural: `nouns/payments.ts` is tested by tests with "payment" in their names. */
function namesFor(files: readonly string[]): string {
  const words = files.flatMap((file) => path.basename(file, path.extname(file)).split('-'));
  const long = words.filter((word) => word.length > 3);
  return long.map((word) => word.replace(/e?s$/, '')).join('|') || ANY;
}

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

/** Test files that are asked at once. */
interface Asked {
  tests: readonly string[];
  names: string;
  seed: number;
}

export class Judge {
  readonly #workshop: Workshop;
  readonly #testsOf: (file: string) => string[];
  readonly #runner: TestRunner;
  readonly #limitMs: number;
  /** Tests that fail without any bug, and tests that are known to pass. */
  readonly #red = new Set<string>();
  readonly #green = new Set<string>();

  constructor(
    workshop: Workshop,
    testsOf: (file: string) => string[],
    { workers, limitMs = BUG_MS_MAX }: { workers: number; limitMs?: number },
  ) {
    this.#workshop = workshop;
    this.#testsOf = testsOf;
    this.#limitMs = limitMs;
    this.#runner = new TestRunner(workshop.folder, workers);
  }

  async judge({ edits, by }: Pick<Bug, 'edits' | 'by'>): Promise<Verdict> {
    if (by !== undefined) return this.#byNamed(edits, by);
    const verdict = await this.#byNearest(edits);
    if (verdict.kind !== 'slipped') return verdict;
    const isStale = await this.#workshop.broken(edits, async () => !this.#isFresh());
    return isStale && this.#isFresh() ? { kind: 'noticed', by: 'npm run openapi:check' } : verdict;
  }

  #isFresh(): boolean {
    const options = { cwd: this.#workshop.folder, stdio: 'ignore' } as const;
    return CHECKERS.every((checker) => spawnSync(process.execPath, checker, options).status === 0);
  }

  async #byNamed(edits: readonly Edit[], by: NonNullable<Bug['by']>): Promise<Verdict> {
    for (let seed = 1; seed <= SEEDS_MAX; seed++)
      for (const { file, tests } of by) {
        const verdict = await this.#firstToNotice(edits, { tests: [file], names: tests, seed });
        if (verdict !== null) return verdict;
        if (by.every((one) => this.#red.has(one.file)))
          return { kind: 'unsure', by: `its tests fail without it: ${file}` };
      }
    return { kind: 'slipped', by: '' };
  }

  async #byNearest(edits: readonly Edit[]): Promise<Verdict> {
    const files = filesOf(edits);
    const python = files.some((file) => file.endsWith('.py')) ? await this.#byPython(edits) : null;
    if (python !== null) return python;
    const tests = inTurns(files.map((file) => this.#testsOf(file)));
    const untilMs = performance.now() + this.#limitMs;
    // Of the contracts those tests first whose names have a word of the file.
    const contract = tests.filter((name) => CONTRACT.test(name));
    const early = await this.#firstToNotice(edits, { tests: contract, names: namesFor(files), seed: 1 });
    if (early !== null) return early;
    // The nearest two notice most bugs; those after them start whole servers, and cost ten times as much.
    for (let from = 0, count = NEAREST; from < tests.length; from += count, count = AT_ONCE) {
      const some = { tests: tests.slice(from, from + count), names: ANY, seed: 1 };
      const verdict = await this.#firstToNotice(edits, some);
      if (verdict !== null) return verdict;
      if (performance.now() > untilMs) return { kind: 'slipped', by: 'the tests that ran in time' };
    }
    return { kind: 'slipped', by: '' };
  }

  /** Null: its tests pass, or fail without the bug too. */
  async #byPython(edits: readonly Edit[]): Promise<Verdict | null> {
    const ask = () => pythonNotices(this.#workshop.folder, STUCK_MS);
    const by = await this.#workshop.broken(edits, ask);
    return by === null || (await ask()) !== null ? null : { kind: 'noticed', by };
  }

  async #firstToNotice(edits: readonly Edit[], asked: Asked): Promise<Verdict | null> {
    for (;;) {
      const able = { ...asked, tests: asked.tests.filter((name) => !this.#red.has(name)) };
      if (able.tests.length === 0) return null;
      const reply = await this.#broken(edits, able);
      if (reply.kind === 'passed') {
        if (asked.names === ANY) for (const name of able.tests) this.#green.add(name);
        return null;
      }
      const verdict =
        reply.kind === 'hung' ? await this.#onHung(edits, able) : await this.#onFailed(edits, reply, asked);
      if (verdict !== null) return verdict;
    }
  }

  async #onHung(edits: readonly Edit[], asked: Asked): Promise<Verdict> {
    const { kind } = await this.#run(edits, asked);
    return kind === 'hung'
      ? { kind: 'unsure', by: asked.tests.join(' ') }
      : { kind: 'noticed', by: `${asked.tests.join(' ')} > (did not end)` };
  }

  /** Null: the failure does not come from the bug, and the test is left out from now on. */
  async #onFailed(
    edits: readonly Edit[],
    reply: Reply & { kind: 'failed' },
    asked: Asked,
  ): Promise<Verdict | null> {
    const name = reply.file === '' ? '' : path.relative(this.#workshop.folder, reply.file);
    const by = `${name} > ${reply.test}: ${reply.message.slice(0, 100)}`;
    if (LATE.test(reply.message)) this.#green.delete(name);
    if (name === '') return { kind: 'noticed', by };
    const one = { ...asked, tests: [name] };
    const isSure =
      (await this.#isGreen(edits, one, reply.test)) &&
      (asked.tests.length <= NEAREST || (await this.#failsAgain(edits, one)));
    return isSure ? { kind: 'noticed', by } : null;
  }

  /** A distant test may have failed because the machine is busy. It has to fail once more. */
  async #failsAgain(edits: readonly Edit[], one: Asked): Promise<boolean> {
    const { kind } = await this.#broken(edits, { ...one, names: ANY });
    if (kind === 'passed') this.#leaveOut(one, 'it fails only now and then');
    return kind !== 'passed';
  }

  /** First by the test that failed: its whole file takes many times as long, and is run only if the test fails alone. */
  async #isGreen(edits: readonly Edit[], one: Asked, test: string): Promise<boolean> {
    if (this.#green.has(one.tests[0]!)) return true;
    for (const names of new Set([patternOf(test), ANY]))
      if ((await this.#run(edits, { ...one, names })).kind === 'passed') return true;
    this.#leaveOut(one, 'it fails without any bug');
    return false;
  }

  #leaveOut({ tests: [name] }: Asked, why: string): void {
    console.log(`left out, because ${why}: ${name}`);
    this.#red.add(name!);
  }

  /** On the unchanged program; what the edits change may have been changed a moment ago. */
  async #run(edits: readonly Edit[], { tests, names, seed }: Asked) {
    const absolute = (name: string) => path.join(this.#workshop.folder, name);
    const question = {
      changed: filesOf(edits).map(absolute),
      tests: tests.map(absolute),
      ...{ names, seed },
    };
    // A runner clones one schema for all tests, made by the first that asks.
    const isSchema = filesOf(edits).some((file) => SCHEMA.test(file));
    if (isSchema) this.#runner.close();
    const reply = await this.#runner.run(question, STUCK_MS);
    if (isSchema) this.#runner.close();
    return reply;
  }

  #broken(edits: readonly Edit[], asked: Asked) {
    return this.#workshop.broken(edits, () => this.#run(edits, asked));
  }

  close(): void {
    this.#runner.close();
  }
}
