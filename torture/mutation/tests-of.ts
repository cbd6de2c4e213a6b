// Which modules are production code, and which tests can notice a change of one: both found by following the imports. It runs nothing. A
// test that starts the gateway as a separate process is not found, because it does not import it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface TestsOf {
  /** Beside the file, or a few imports away; nearest first. */
  near: string[];
  /** Further away; used only when no near test noticed anything. */
  wide: string[];
}

const GATEWAY = 'packages/gateway/src';
const SOURCES = ['packages/{gateway,client,console}/src/**/*.{ts,tsx}', 'packages/client-python/tests/*.ts'];
/** An import of values: type imports do not exist at run time. */
const IMPORT =
  /(?:^|\n)(?:import|export)\s+(?!type\b)[^;'"]*?from\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'|(?:^|\n)import\s*'(\.[^']+)'/g;
/** A thread is started by the name of its file. */
const THREAD = /codeFile\('([^']+)'\)/g;
/** A test that imports the file itself. */
const NEAR_STEPS = 1;
/** Whole nodes, crashes, outages and thousands of random cases: they take minutes each, and test no single module. */
const TOO_SLOW =
  /(?:crash|schedules|nodes|processes|workers|move-storage|floods|properties|sync-order|deploy|patterns|outage|failover|locked-accounts)[^/]*\.test\.ts$/;
/** Everything stored passes through these, behind many imports. */
const CONTRACTS = {
  sqlite: 'storage/sqlite/contracts.test.ts',
  postgres: 'storage/postgres/contracts.test.ts',
};
/** Further tests on PostgreSQL start a server and prove nothing about modules that are not of it. */
const ON_POSTGRES = /\/postgres\//;

const isTest = (name: string) => /\.test\.tsx?$/.test(name);

export class ImportGraph {
  readonly #importers = new Map<string, Set<string>>();
  readonly #imports = new Map<string, Set<string>>();

  /** The root of the tree; all names are relative to it. */
  constructor(root: string) {
    for (const file of SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))) {
      const text = readFileSync(path.join(root, file), 'utf8');
      for (const [, from, lazy, bare] of text.matchAll(IMPORT))
        this.#add(path.join(path.dirname(file), (from ?? lazy ?? bare)!), file);
      for (const [, name] of text.matchAll(THREAD)) this.#add(`${GATEWAY}/${name}.ts`, file);
    }
  }

  #add(file: string, importer: string): void {
    note(this.#importers, file, importer);
    note(this.#imports, importer, file);
  }

  /** Everything that these modules load. */
  loadedBy(entries: readonly string[]): string[] {
    return [...stepsFrom(entries, this.#imports).keys()];
  }

  /** With `isWhole` also the tests that take minutes. */
  testsOf(file: string, { wideMax, isWhole = false }: { wideMax: number; isWhole?: boolean }): TestsOf {
    const able = [...stepsFrom([file], this.#importers)]
      .filter(([name]) => isTest(name) && (isWhole || isQuickFor(file, name)))
      .map(([name, steps]) => ({ name, steps, rank: rankOf(file, name, steps) }))
      .toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name));
    const isNear = ({ name, steps, rank }: (typeof able)[number]) =>
      steps <= NEAR_STEPS || isBeside(file, name) || rank === 0;
    return {
      near: able.filter(isNear).map(({ name }) => name),
      wide: able
        .filter((test) => !isNear(test))
        .slice(0, wideMax)
        .map(({ name }) => name),
    };
  }
}

function note(edges: Map<string, Set<string>>, from: string, to: string): void {
  const all = edges.get(from) ?? new Set();
  edges.set(from, all.add(to));
}

/** Every file that can be reached, with the number of imports between. */
function stepsFrom(entries: readonly string[], edges: Map<string, Set<string>>): Map<string, number> {
  const steps = new Map(entries.map((name) => [name, 0]));
  for (const [name, count] of steps)
    for (const next of edges.get(name) ?? []) if (!steps.has(next)) steps.set(next, count + 1);
  return steps;
}

const isBeside = (file: string, name: string) => path.dirname(name) === path.dirname(file);

function isQuickFor(file: string, name: string): boolean {
  if (TOO_SLOW.test(name)) return false;
  return !ON_POSTGRES.test(name) || ON_POSTGRES.test(file);
}

/** 0: made for this file. */
function rankOf(file: string, name: string, steps: number): number {
  if (name === file.replace(/\.tsx?$/, '.test.ts')) return 0;
  if (file.includes('/storage/')) {
    const contract = ON_POSTGRES.test(file) ? CONTRACTS.postgres : CONTRACTS.sqlite;
    if (name === `${GATEWAY}/${contract}`) return 0;
  }
  return steps + (isBeside(file, name) ? 0 : 1);
}
