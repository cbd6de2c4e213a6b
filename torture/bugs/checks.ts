// What `npm run check` says of a planted bug, apart from its formatting: what the types or the linter refuse needs no test.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { filesOf, type Verdict } from '../mutation/judge.ts';
import { typesSay } from '../mutation/sieve.ts';
import type { Edit } from '../teeth/planted-bug.ts';
import type { Workshop } from '../teeth/workshop.ts';

/** What `by` begins with. */
export const BY_TYPES = 'the types';
const BY_LINTER = 'npm run lint:promises';
/** One file of each project of the compiler. */
const PROJECTS = ['packages/gateway/src/main.ts', 'packages/console/src/console/main.tsx'];

const scriptsOf = (edits: readonly Edit[]) => filesOf(edits).filter((file) => /\.tsx?$/.test(file));

export class Checks {
  readonly #workshop: Workshop;
  /** What the compiler says of the unchanged copy. */
  #before: ReadonlySet<string> | null = null;

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
  }

  async byTypes(edits: readonly Edit[]): Promise<Verdict | null> {
    const files = scriptsOf(edits);
    if (files.length === 0) return null;
    const { folder } = this.#workshop;
    this.#before ??= new Set(typesSay(folder, PROJECTS));
    const said = await this.#workshop.broken(edits, async () => typesSay(folder, files));
    const error = said.find((line) => line.includes('error TS') && !this.#before!.has(line));
    return error === undefined
      ? null
      : { kind: 'noticed', by: `${BY_TYPES} > ${error}`, checker: 'tsconfig.json' };
  }

  /** Promises that nobody waits for. */
  async byLinter(edits: readonly Edit[]): Promise<Verdict | null> {
    const files = scriptsOf(edits);
    if (files.length === 0) return null;
    const isRefused = await this.#workshop.broken(edits, async () => !this.#lints(files));
    return isRefused && this.#lints(files)
      ? { kind: 'noticed', by: BY_LINTER, checker: '.oxlintrc.json' }
      : null;
  }

  #lints(files: readonly string[]): boolean {
    const cwd = this.#workshop.folder;
    const program = path.join(cwd, 'node_modules/.bin/oxlint');
    return spawnSync(program, ['--threads=1', ...files], { cwd, stdio: 'ignore' }).status === 0;
  }
}
