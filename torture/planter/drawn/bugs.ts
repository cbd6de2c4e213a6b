// Planted bugs that a program draws: mutants of production code, as many of each part of the program as its size deserves.
import path from 'node:path';
import type { Bug } from '../bug.ts';
import type { ImportGraph } from '../tests-of.ts';
import type { Workshop } from '../workshop.ts';
import { drawn } from './draw.ts';
import { changedBy, durationMutantsOf, type Mutant, mutantsOf } from './mutants.ts';
import { pythonMutants } from './python.ts';
import { passing } from './sieve.ts';
import { areaOf, moneyTests, targetsOf } from './targets.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
/** Drawn for each that is played: the types refuse half. */
const SPARE = 2.5;
/** Each costs one run of the compiler over all modules. */
const PER_MODULE_MAX = 3;

export interface Wish {
  seed: string;
  sample: number;
  /** Parts of paths. Without any: all production code. */
  only: readonly string[];
  line: number | null;
  /** Only the modules that move money, by the tests chosen for each. */
  money: boolean;
  /** Named durations, twice and half as long, instead of mistakes. */
  durations: boolean;
}

/** Whoever chooses what to draw from gets everything there, in the sequence of the draw. */
export const isChosen = ({ only, line, money, durations }: Wish) =>
  money || durations || only.length > 0 || line !== null;

export const setOf = ({ seed }: Pick<Wish, 'seed'>) => `drawn ${seed}`;

/** Without the line, so that it is found again when other lines have moved. */
const idOf = ({ file, what, text }: Mutant) => `${file} | ${what} | ${text}`;

export async function drawnBugs(workshop: Workshop, graph: ImportGraph, wish: Wish): Promise<Bug[]> {
  const sequence = drawn(
    allMutants(workshop, graph, wish),
    wish.seed,
    isChosen(wish) ? Infinity : PER_MODULE_MAX,
  );
  const distinct = [...Map.groupBy(sequence, idOf).values()].map(([first]) => first!);
  const candidates = isChosen(wish) ? sequence : distinct;
  const bugs = candidates.slice(0, wish.sample * SPARE).map((mutant) => bugOf(workshop, mutant, wish));
  return (await passing(workshop, bugs)).slice(0, wish.sample);
}

/** Those of an earlier draw that are still in the program. */
export function bugsAgain(workshop: Workshop, graph: ImportGraph, wish: Wish, ids: readonly string[]): Bug[] {
  const all = Map.groupBy(allMutants(workshop, graph, wish), idOf);
  return ids.flatMap((id) => all.get(id)?.slice(0, 1) ?? []).map((mutant) => bugOf(workshop, mutant, wish));
}

function bugOf(workshop: Workshop, mutant: Mutant, wish: Wish): Bug {
  const { file, line, what, text } = mutant;
  const source = workshop.read(file);
  return {
    ...{
      set: setOf(wish),
      id: idOf(mutant),
      kind: areaOf(file, what),
      what: `line ${line}: ${what} | ${text}`,
    },
    edits: [{ file, find: source, put: changedBy(mutant, source) }],
    ...(wish.money && { by: moneyTests.get(file)!.map((name) => ({ file: name, tests: '' })) }),
  };
}

function allMutants(
  workshop: Workshop,
  graph: ImportGraph,
  { only, line, money, durations }: Wish,
): Mutant[] {
  const { files, unseen } = targetsOf(ROOT, graph);
  const wanted = (money ? [...moneyTests.keys()] : files).filter(
    (file) => only.length === 0 || only.some((part) => file.includes(part)),
  );
  const isPython = (file: string) => file.endsWith('.py');
  const make = durations ? durationMutantsOf : mutantsOf;
  const mutants = [
    ...wanted.filter((file) => !isPython(file)).flatMap((file) => make(file, workshop.read(file))),
    ...(durations ? [] : pythonMutants(workshop.folder, wanted.filter(isPython))),
  ];
  console.log(
    `${mutants.length} mutants of ${wanted.length} modules; left out: ${unseen.length} modules that no unit test loads`,
  );
  return mutants.filter((mutant) => line === null || mutant.line === line);
}
