// The tests that can notice a change of a file: those that load it, found by following the imports backwards. It runs nothing. A test that
// starts the gateway as a separate process is not found, because it does not import it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface TestsOf {
  /** Beside the file, or a few imports away; nearest first. */
  near: string[];
  /** Further away; used only when no near test noticed anything. */
  wide: string[];
}

/** An import of values: type imports do not exist at run time. */
const IMPORT =
  /(?:^|\n)(?:import|export)\s+(?!type\b)[^;'"]*?from\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'|(?:^|\n)import\s*'(\.[^']+)'/g;
/** A test that imports the file itself. */
const NEAR_STEPS = 1;
/** Whole nodes, crashes, databases and thousands of random cases: they take minutes each, and test money, not these modules. */
const TOO_SLOW =
  /(?:crash|schedules|nodes|workers|move-storage|floods|properties|sync-order|deploy|patterns)[^/]*\.test\.ts$|storage\/postgres\/|bench|library\//;

export class ImportGraph {
  readonly #importers = new Map<string, Set<string>>();

  /** The folder of the sources; all names are relative to it. */
  constructor(sources: string) {
    for (const file of globSync('**/*.ts', { cwd: sources })) {
      const text = readFileSync(path.join(sources, file), 'utf8');
      for (const [, from, lazy, bare] of text.matchAll(IMPORT))
        this.#add(path.join(path.dirname(file), (from ?? lazy ?? bare)!), file);
    }
  }

  #add(file: string, importer: string): void {
    const importers = this.#importers.get(file) ?? new Set();
    this.#importers.set(file, importers.add(importer));
  }

  testsOf(file: string, wideMax: number): TestsOf {
    const found = [...this.#stepsFrom(file)].filter(([name]) => /\.test\.ts$/.test(name));
    const able = found.filter(([name]) => !TOO_SLOW.test(name)).map(([name, steps]) => ({ name, steps }));
    const isBeside = (name: string) => path.dirname(name) === path.dirname(file);
    const isNear = ({ name, steps }: { name: string; steps: number }) =>
      steps <= NEAR_STEPS || isBeside(name);
    const own = file.replace(/\.ts$/, '.test.ts');
    const rank = ({ name, steps }: { name: string; steps: number }) =>
      name === own ? 0 : steps + (isBeside(name) ? 0 : 1);
    const ordered = able.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
    return {
      near: ordered.filter(isNear).map(({ name }) => name),
      wide: ordered
        .filter((test) => !isNear(test))
        .slice(0, wideMax)
        .map(({ name }) => name),
    };
  }

  /** Every file that loads this one, with the number of imports between them. */
  #stepsFrom(file: string): Map<string, number> {
    const steps = new Map([[file, 0]]);
    for (const [name, count] of steps) {
      for (const importer of this.#importers.get(name) ?? [])
        if (!steps.has(importer)) steps.set(importer, count + 1);
    }
    return steps;
  }
}
