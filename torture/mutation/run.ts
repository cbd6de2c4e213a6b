// The command `npm run mutation`: it makes mutants of production code, one at a time, in a copy of the program, and shows each to the tests
// that load it. It must never change the tree that it was started in, except for figures.json.
//
//   --sample 400 --seed S --part 1/8   plays a part of a sample of all production code, and adds it to figures.json
//   --area NAME                        only the mutants of this area, with --again too
//   --again [--whole]                  plays the missed mutants that have no answer yet once more, with --whole by all tests that load them
//   --again --only PATH --by TEST      only those of chosen modules, by chosen tests
//   --report                           prints figures.json
//   --only PATH --line N, --money, --durations   plays mutants of chosen modules, of those that move money, or of named durations; keeps nothing
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Workshop } from '../teeth/workshop.ts';
import { drawn, partOf } from './draw.ts';
import { Figures, noteEquivalent, openMutants, settle } from './figures.ts';
import { Judge } from './judge.ts';
import { durationMutantsOf, editOf, type Mutant, mutantsOf } from './mutants.ts';
import { pythonMutants } from './python.ts';
import { report } from './report.ts';
import { passing } from './sieve.ts';
import { Tally } from './tally.ts';
import { areaOf, moneyTests, targetsOf } from './targets.ts';
import { ImportGraph } from './tests-of.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Drawn for each that is played: the types refuse half. */
const SPARE = 2.5;
/** Each costs one run of the compiler over all modules. */
const PER_MODULE_MAX = 3;

function readPlan() {
  const { values } = parseArgs({
    options: {
      again: { type: 'boolean', default: false },
      whole: { type: 'boolean', default: false },
      report: { type: 'boolean', default: false },
      money: { type: 'boolean', default: false },
      durations: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      by: { type: 'string', multiple: true, default: [] },
      line: { type: 'string' },
      area: { type: 'string', multiple: true, default: [] },
      sample: { type: 'string', default: '400' },
      seed: { type: 'string', default: '1' },
      part: { type: 'string', default: '1/1' },
      minutes: { type: 'string', default: '600' },
      // Each costs a second or more, and only survivors meet all of them.
      tests: { type: 'string', default: '8' },
      workers: { type: 'string', default: '2' },
      'at-least': { type: 'string', default: '0' },
    },
  });
  const [part, parts] = values.part.split('/').map(Number) as [number, number];
  return {
    ...values,
    line: values.line === undefined ? null : Number(values.line),
    ...{ part, parts, sample: Number(values.sample), workers: Number(values.workers) },
    untilMs: performance.now() + 60_000 * Number(values.minutes),
    atLeast: Number(values['at-least']),
    testsMax: values.whole || values.by.length > 0 ? Infinity : Number(values.tests),
  };
}

type Plan = ReturnType<typeof readPlan>;

function testsFor(graph: ImportGraph, { money, by, testsMax, whole }: Plan): (file: string) => string[] {
  if (money) return (file) => moneyTests.get(file)!;
  const isAsked = (name: string) => by.length === 0 || by.some((part) => name.includes(part));
  return (file) => graph.testsOf(file, { max: testsMax, isWhole: whole || by.length > 0 }).filter(isAsked);
}

function allMutants(workshop: Workshop, graph: ImportGraph, plan: Plan): Mutant[] {
  const { files, unseen } = targetsOf(ROOT, graph);
  const make = plan.durations ? durationMutantsOf : mutantsOf;
  const wanted = (plan.money ? [...moneyTests.keys()] : files).filter(
    (file) => plan.only.length === 0 || plan.only.some((part) => file.includes(part)),
  );
  const isPython = (file: string) => file.endsWith('.py');
  const script = wanted.filter((file) => !isPython(file)).flatMap((file) => make(file, workshop.read(file)));
  const python = plan.durations ? [] : pythonMutants(workshop.folder, wanted.filter(isPython));
  console.log(
    `${script.length + python.length} mutants of ${wanted.length} modules; left out: ${unseen.length} modules that no unit test loads`,
  );
  return [...script, ...python].filter(({ line }) => plan.line === null || line === plan.line);
}

interface Bench {
  workshop: Workshop;
  judge: Judge;
  all: Mutant[];
}

function tell({ kind, by }: { kind: string; by: string }, mutant: Mutant): void {
  console.log(`${kind} ${mutant.file}:${mutant.line} ${mutant.what} | ${mutant.text}  ${by}`);
}

const shown = (judge: Judge, workshop: Workshop, mutant: Mutant) =>
  judge.judge([editOf(mutant, workshop.read(mutant.file))]);

const isInAreas = ({ file, what }: Mutant, { area }: Plan) =>
  area.length === 0 || area.includes(areaOf(file, what));

async function playPart({ workshop, judge, all }: Bench, plan: Plan): Promise<void> {
  const candidates = drawn(all, plan.seed, PER_MODULE_MAX).slice(0, plan.sample * SPARE);
  const sample = (await passing(workshop, candidates)).slice(0, plan.sample);
  const figures = new Figures(plan, sample);
  for (const mutant of partOf(sample, plan).filter((one) => isInAreas(one, plan))) {
    if (figures.isPlayed(mutant)) continue;
    if (performance.now() > plan.untilMs) return;
    const verdict = await shown(judge, workshop, mutant);
    tell(verdict, mutant);
    figures.add(mutant, verdict);
  }
}

async function playAgain({ workshop, judge, all }: Bench, plan: Plan): Promise<void> {
  noteEquivalent();
  for (const mutant of openMutants(all).filter((one) => isInAreas(one, plan))) {
    if (performance.now() > plan.untilMs) return;
    const verdict = await shown(judge, workshop, mutant);
    tell(verdict, mutant);
    if (verdict.kind === 'noticed') settle(mutant, verdict);
  }
}

/** The share of the chosen mutants that the tests noticed, in per cent. */
async function playChosen({ workshop, judge, all }: Bench, plan: Plan): Promise<number> {
  const tally = new Tally();
  for (const mutant of await passing(workshop, drawn(all, plan.seed).slice(0, plan.sample))) {
    if (performance.now() > plan.untilMs) break;
    tally.add(mutant, await shown(judge, workshop, mutant));
  }
  console.log(tally.summary());
  return tally.percent;
}

async function play(plan: Plan): Promise<number> {
  const graph = new ImportGraph(ROOT);
  const workshop = new Workshop();
  const judge = new Judge(workshop, testsFor(graph, plan), plan);
  try {
    const bench = { workshop, judge, all: allMutants(workshop, graph, plan) };
    if (plan.money || plan.durations || (plan.only.length > 0 && !plan.again))
      return await playChosen(bench, plan);
    await (plan.again ? playAgain(bench, plan) : playPart(bench, plan));
  } finally {
    judge.close();
    await workshop.close();
  }
  return report();
}

const plan = readPlan();
const percent = plan.report ? report() : await play(plan);
process.exitCode = percent >= plan.atLeast ? 0 : 1;
