// Which modules are production code, and which tests can notice a change of one: both found by following the imports. It runs nothing. A
// test that starts the gateway as a separate process is not found, because it does not import it.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const GATEWAY = 'packages/gateway/src';
const SOURCES = ['packages/{gateway,client,console}/src/**/*.{ts,tsx}', 'packages/client-python/tests/*.ts'];
/** An import of values: type imports do not exist at run time. */
const IMPORT =
  /(?:^|\n)(?:import|export)\s+(?!type\b)[^;'"]*?from\s*'(\.[^']+)'|import\(\s*'(\.[^']+)'|(?:^|\n)import\s*'(\.[^']+)'/g;
/** A thread is started by the name of its file. */
const THREAD = /codeFile\('([^']+)'\)/g;
/** Whole nodes, crashes, outages and thousands of random cases: they take minutes each, and test no single module. */
const TOO_SLOW =
  /(?:crash|schedules|nodes|processes|workers|move-storage|floods|properties|sync-order|deploy|patterns|outage|failover|locked-accounts)[^/]*\.test\.ts$/;
/** Everything stored passes through these, behind many imports: the suites beside the bystander, and those without it. */
const CONTRACTS = /\/storage\/(sqlite|postgres)\/(?:contracts|storage)\.test\.ts$/;
/** Further tests on PostgreSQL start a server and prove nothing about modules that are not of it. */
const ON_POSTGRES = /\/postgres\//;
/** They load nearly everything and compare all that it tells: asked at last, however far away they are. */
const STORIES = /\/(?:stories\/[^/]+|transcripts|left-behind)\.test\.ts$/;

/** They start Python, and import nothing of it. */
const OF_PYTHON = 'packages/client-python/tests/';

const isTest = (name: string) => /\.test\.tsx?$/.test(name);

export class ImportGraph {
  readonly #importers = new Map<string, Set<string>>();
  readonly #imports = new Map<string, Set<string>>();
  readonly #ofPython: string[];

  /** The root of the tree; all names are relative to it. */
  constructor(root: string) {
    const sources = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }));
    this.#ofPython = sources.filter((file) => file.startsWith(OF_PYTHON));
    for (const file of sources) {
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

  /** Nearest first, then the stories; with `isWhole` also those that take minutes. */
  testsOf(file: string, { max, isWhole = false }: { max: number; isWhole?: boolean }): string[] {
    const entries = file.endsWith('.py') ? this.#ofPython : [file];
    const byDistance = [...stepsFrom(entries, this.#importers)]
      .filter(([name]) => isTest(name) && (isWhole || isQuickFor(file, name)))
      .map(([name, steps]) => placeOf(file, name, steps))
      // Of those equally far away, first what is named after the file: there are many that load every feature.
      .toSorted(
        (a, b) =>
          a.distance - b.distance || Number(b.isNamed) - Number(a.isNamed) || a.name.localeCompare(b.name),
      )
      .map(({ name }) => name);
    return byDistance.filter((name, at) => at < max || STORIES.test(name));
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

function isQuickFor(file: string, name: string): boolean {
  if (TOO_SLOW.test(name)) return false;
  return !ON_POSTGRES.test(name) || ON_POSTGRES.test(file);
}

/** Tests that ask a running gateway are this many imports further away than those of a single module. */
const NAMED_STEPS = 6;

/** Steps of import count less than a folder or a word that both names have: `storage/nouns/payments` is near `features/payments/…`. */
function placeOf(file: string, name: string, steps: number) {
  const [ofFile, ofTest] = [wordsOf(file), wordsOf(name)];
  const isNamed = [...ofFile.last].some((word) => ofTest.all.has(word));
  const backend = ON_POSTGRES.test(file) ? 'postgres' : 'sqlite';
  const isOwn = name === file.replace(/\.tsx?$/, '.test.ts');
  if (isOwn || (file.includes('/storage/') && CONTRACTS.exec(name)?.[1] === backend))
    return { name, isNamed, distance: 0 };
  const isBeside = path.dirname(file) === path.dirname(name);
  const isInArea = areaFolder(file) === areaFolder(name);
  const away = 1 + steps + (isBeside ? 0 : isInArea ? 1 : 3);
  return { name, isNamed, distance: Math.max(1, away - (isNamed ? NAMED_STEPS : 0)) };
}

const areaFolder = (file: string) => file.split('/').slice(0, 4).join('/');

/** Of the file's own name without its kind, as in `payment.admin.ts`, and of its whole path; "payments" and "payment" are one word. */
function wordsOf(file: string): { last: Set<string>; all: Set<string> } {
  const split = (text: string) => new Set(text.split(/[^a-z]+/i).map((word) => word.replace(/e?s$/, '')));
  const plain = file.replace(/(?:\.test)?\.tsx?$/, '').slice('packages/'.length);
  return { last: split(path.basename(plain).split('.')[0]!), all: split(plain) };
}
