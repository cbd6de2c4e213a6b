// The verdict on one mutant: near tests first, then more distant ones, then the type checker. A failing test counts only if it passes on
// the unchanged program.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import type { Workshop } from '../teeth/workshop.ts';
import type { Mutant } from './mutants.ts';
import { TestRunner } from './test-runner.ts';
import type { TestsOf } from './tests-of.ts';

export interface Verdict {
  kind: 'killed' | 'hung' | 'refused by types' | 'SURVIVED';
  by: string;
}

/** No test may take longer than 30 s; the rest is for starting on a busy machine. */
const STUCK_MS = 45_000;
const NEAREST = 2;
const TSC = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

export class Judge {
  readonly #workshop: Workshop;
  readonly #testsOf: (file: string) => TestsOf;
  readonly #runner: TestRunner;
  readonly #sources: string;
  readonly #asksTypes: boolean;
  /** Tests that fail without any mutant, and tests that are known to pass. */
  readonly #red = new Set<string>();
  readonly #green = new Set<string>();

  constructor(
    workshop: Workshop,
    testsOf: (file: string) => TestsOf,
    { workers, asksTypes }: { workers: number; asksTypes: boolean },
  ) {
    this.#asksTypes = asksTypes;
    this.#workshop = workshop;
    this.#testsOf = testsOf;
    this.#runner = new TestRunner(workshop.folder, workers);
    this.#sources = path.join(workshop.folder, 'packages/gateway/src');
  }

  async judge(mutant: Mutant): Promise<Verdict> {
    const { near, wide } = this.#testsOf(mutant.file);
    // The nearest two notice most mutants; those after them start whole servers, and cost ten times as much.
    for (const tests of [near.slice(0, NEAREST), near.slice(NEAREST), wide]) {
      const noticed = await this.#firstToNotice(mutant, tests);
      if (noticed !== null) return noticed;
    }
    const refusal = await this.#broken(mutant, async () => this.#typeError(mutant.file));
    return refusal === null ? { kind: 'SURVIVED', by: '' } : { kind: 'refused by types', by: refusal };
  }

  async #firstToNotice(mutant: Mutant, tests: readonly string[]): Promise<Verdict | null> {
    for (;;) {
      const able = tests.filter((name) => !this.#red.has(name));
      if (able.length === 0) return null;
      const reply = await this.#broken(mutant, () => this.#run(mutant.file, able));
      if (reply.kind === 'hung') return { kind: 'hung', by: '' };
      if (reply.kind === 'passed') {
        for (const name of able) this.#green.add(name);
        return null;
      }
      const name = reply.file === '' ? '' : path.relative(this.#sources, reply.file);
      const by = `${name} > ${reply.test}: ${reply.message.slice(0, 100)}`;
      if (name === '' || (await this.#isGreen(mutant.file, name))) return { kind: 'killed', by };
    }
  }

  async #isGreen(changed: string, name: string): Promise<boolean> {
    if (this.#green.has(name)) return true;
    const { kind } = await this.#run(changed, [name]);
    if (kind !== 'passed') console.log(`left out, because it fails without a mutant: ${name}`);
    (kind === 'passed' ? this.#green : this.#red).add(name);
    return kind === 'passed';
  }

  #run(changed: string, tests: readonly string[]) {
    const absolute = (name: string) => path.join(this.#sources, name);
    return this.#runner.run({ changed: absolute(changed), tests: tests.map(absolute) }, STUCK_MS);
  }

  #broken<T>({ file, start, end, replacement }: Mutant, work: () => Promise<T>): Promise<T> {
    const source = this.#workshop.read(file);
    const changed = source.slice(0, start) + replacement + source.slice(end);
    return this.#workshop.broken([{ file, find: source, replace: changed }], work);
  }

  /** `npm test` begins with the types, so a mutant that they refuse counts as noticed. */
  #typeError(file: string): string | null {
    if (!this.#asksTypes) return null;
    const { stdout } = spawnSync(
      process.execPath,
      [TSC, '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json'],
      {
        cwd: this.#workshop.folder,
        encoding: 'utf8',
      },
    );
    const error = stdout.split('\n').find((line) => line.startsWith(`packages/gateway/src/${file}(`));
    return error?.slice(0, 160) ?? null;
  }

  close(): void {
    this.#runner.close();
  }
}
