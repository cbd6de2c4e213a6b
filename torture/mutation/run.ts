// The command `npm run mutation -- [--only PATH] [--line N] [--sample N] [--seed S] [--minutes M] [--at-least PERCENT]`: it makes mutants
// of the modules between the sockets and the ledger (with --money: of those that move money), one at a time, in a copy of the program. Each
// is shown to the tests that load it, and unnoticed ones are listed. The sample is drawn from the seed, equally many from each folder. With
// --durations it makes every named duration of all modules twice and half as long instead. Exits with 1 below the share. It must never
// change the tree that it was started in.
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { modules } from '../money/modules.ts';
import { diceOf } from '../seed.ts';
import { Workshop } from '../teeth/workshop.ts';
import { Judge } from './judge.ts';
import { durationMutantsOf, type Mutant, mutantsOf } from './mutants.ts';
import { Tally } from './tally.ts';
import { ImportGraph, type TestsOf } from './tests-of.ts';

const SOURCES = path.join(import.meta.dirname, '../../packages/gateway/src');
const FOLDERS = ['call', 'cache', 'operations', 'jobs', 'features', 'http'];

function readPlan() {
  const { values } = parseArgs({
    options: {
      money: { type: 'boolean', default: false },
      durations: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [''] },
      line: { type: 'string' },
      sample: { type: 'string', default: '400' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '600' },
      // Each of these costs a second or more, and only survivors meet them.
      wide: { type: 'string', default: '6' },
      workers: { type: 'string', default: '2' },
      // The type checker checks survivors; it takes ten seconds of one core at first and two later.
      'no-types': { type: 'boolean', default: false },
      'at-least': { type: 'string', default: '0' },
    },
  });
  return {
    isMoney: values.money,
    isDurations: values.durations,
    only: values.only,
    line: values.line === undefined ? null : Number(values.line),
    sample: Number(values.sample),
    seed: values.seed,
    untilMs: performance.now() + 60_000 * Number(values.minutes),
    wide: Number(values.wide),
    workers: Number(values.workers),
    asksTypes: !values['no-types'],
    atLeast: Number(values['at-least']),
  };
}

type Plan = ReturnType<typeof readPlan>;

/** Production code; what only tests and the build use is left out. */
function filesOf({ isMoney, isDurations, only }: Plan): string[] {
  const all = isMoney
    ? modules.map(({ file }) => file)
    : (isDurations ? ['**/*.ts'] : FOLDERS.map((folder) => `${folder}/**/*.ts`)).flatMap((pattern) =>
        globSync(pattern, { cwd: SOURCES }),
      );
  return all
    .filter(
      (file) =>
        only.some((part) => file.includes(part)) &&
        !/\.test\.ts$|\.contract\.ts$|\.model\.ts$|\/testing-|^testing\/|\/write-/.test(file),
    )
    .toSorted();
}

/** Takes one mutant of each folder in turn, so that a large folder does not crowd out a small one. */
function draw(mutants: Mutant[], { sample, seed }: Plan): Mutant[] {
  const ofFolders = Map.groupBy(diceOf('mutants', seed).shuffle(mutants), ({ file }) => path.dirname(file));
  const drawn: Mutant[] = [];
  for (let i = 0; drawn.length < Math.min(sample, mutants.length); i++)
    for (const list of ofFolders.values()) if (list[i] !== undefined) drawn.push(list[i]!);
  return drawn.slice(0, sample);
}

function testsFor({ isMoney, wide }: Plan): (file: string) => TestsOf {
  const graph = new ImportGraph(SOURCES);
  if (!isMoney) return (file) => graph.testsOf(file, wide);
  const chosen = new Map(modules.map(({ file, tests }) => [file, tests]));
  return (file) => ({
    near: chosen.get(file)!.filter((name) => existsSync(path.join(SOURCES, name))),
    wide: [],
  });
}

const plan = readPlan();
const workshop = new Workshop();
const judge = new Judge(workshop, testsFor(plan), plan);
const tally = new Tally();
try {
  const files = filesOf(plan);
  const make = plan.isDurations ? durationMutantsOf : mutantsOf;
  const all = files.flatMap((file) => make(file, workshop.read(file)));
  const wanted = all.filter(({ line }) => plan.line === null || line === plan.line);
  console.log(`${wanted.length} mutants of ${files.length} modules; seed ${plan.seed}`);
  for (const mutant of draw(wanted, plan)) {
    if (performance.now() > plan.untilMs) break;
    tally.add(mutant, await judge.judge(mutant));
  }
} finally {
  judge.close();
  await workshop.close();
}
console.log(tally.summary());
process.exitCode = tally.percent >= plan.atLeast ? 0 : 1;
