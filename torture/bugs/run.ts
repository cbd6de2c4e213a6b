// The command `npm run bugs`: it plays the bugs of planted/, which people planted by hand, one at a time in a copy of the program, and
// keeps in figures.json which test noticed each. It must never change the tree that it was started in, except for figures.json.
//
//   (nothing)                  plays the bugs that were not played yet, by the nearest tests of what they change
//   --again [--whole]          plays the missed ones once more, with --whole by all tests that load what they change
//   --suites unit,processes,console   plants all missed ones together and runs whole suites; what fails is hunted for by halves
//   --only ID                  only this bug
//   --report                   prints figures.json as Markdown
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Judge, type Verdict } from '../mutation/judge.ts';
import { ImportGraph } from '../mutation/tests-of.ts';
import { Workshop } from '../teeth/workshop.ts';
import { linterOf, typesOf } from './checks.ts';
import { Figures } from './figures.ts';
import { hunt, type Suite } from './hunt.ts';
import { type Bug, groupsOf, isGone, readPlanted } from './planted.ts';
import { markdownOf, percentOf, rowOf } from './report.ts';
import { SUITES, type SuiteName, suiteOf } from './suites.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** For one bug, when all tests that load it are asked. */
const WHOLE_MS_MAX = 30 * 60_000;

function readPlan() {
  const { values } = parseArgs({
    options: {
      again: { type: 'boolean', default: false },
      whole: { type: 'boolean', default: false },
      suites: { type: 'string', default: '' },
      report: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      minutes: { type: 'string', default: '600' },
      // More than for mutants: there are few bugs, and each is a larger change.
      tests: { type: 'string', default: '12' },
      workers: { type: 'string', default: '2' },
      'at-least': { type: 'string', default: '0' },
    },
  });
  return {
    ...values,
    suites: values.suites
      .split(',')
      .filter((name) => name !== '')
      .map(parseSuite),
    workers: Number(values.workers),
    untilMs: performance.now() + 60_000 * Number(values.minutes),
    testsMax: values.whole ? Infinity : Number(values.tests),
    ...(values.whole && { limitMs: WHOLE_MS_MAX }),
  };
}

type Plan = ReturnType<typeof readPlan>;

function parseSuite(name: string): SuiteName {
  const suite = SUITES.find((one) => one === name);
  if (suite === undefined) throw new Error(`--suites knows ${SUITES.join(', ')}`);
  return suite;
}

const readHere = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isGoneHere = (bug: Bug) => isGone(bug, readHere);

/** What is to be played, of the bugs that are still in the program. */
function chosenOf(figures: Figures, plan: Plan): Bug[] {
  const wanted = plan.again || plan.suites.length > 0 ? 'missed' : 'not played';
  return readPlanted()
    .filter(({ id }) => plan.only.length === 0 || plan.only.includes(id))
    .filter((bug) => figures.stateOf(bug) === wanted && !isGoneHere(bug));
}

function note(bug: Bug, { kind, ...verdict }: Verdict, figures: Figures): void {
  console.log(`${kind} ${bug.id} (${bug.kind}: ${bug.what})  ${verdict.by}`);
  if (kind === 'survived') figures.missed(bug);
  if (kind === 'noticed') figures.noticed(bug, { kind, ...verdict });
  if (kind === 'hung') figures.noticed(bug, { kind, ...verdict, by: verdict.by || 'tests that did not end' });
}

async function playOne(bug: Bug, judge: Judge, figures: Figures): Promise<void> {
  try {
    note(bug, await judge.judge(bug.edits), figures);
  } catch (error) {
    // The mistake of one bug, as one that does not parse, must not end the others.
    console.log(`NOT PLAYED ${bug.id}: ${error}`);
  }
}

async function playTogether(suite: Suite<Bug>, figures: Figures, plan: Plan): Promise<void> {
  for (const group of groupsOf(chosenOf(figures, plan), readHere))
    await hunt(suite, group, (bug, by) => note(bug, { kind: 'noticed', by }, figures));
}

async function playEach(workshop: Workshop, figures: Figures, plan: Plan): Promise<void> {
  const graph = new ImportGraph(ROOT);
  const testsOf = (file: string) => graph.testsOf(file, { max: plan.testsMax, isWhole: plan.whole });
  const judge = new Judge(workshop, testsOf, plan);
  try {
    if (!plan.again) await playTogether(typesOf(workshop), figures, plan);
    for (const bug of chosenOf(figures, plan))
      if (performance.now() < plan.untilMs) await playOne(bug, judge, figures);
    await playTogether(linterOf(workshop), figures, { ...plan, again: true });
  } finally {
    judge.close();
  }
}

async function playSuites(workshop: Workshop, figures: Figures, plan: Plan): Promise<void> {
  for (const name of plan.suites) {
    console.log(`suite: ${name}`);
    await playTogether(suiteOf(name, workshop), figures, plan);
  }
}

async function play(figures: Figures, plan: Plan): Promise<void> {
  for (const { id } of readPlanted().filter(isGoneHere)) console.log(`gone ${id}`);
  const workshop = new Workshop();
  try {
    await (plan.suites.length > 0 ? playSuites : playEach)(workshop, figures, plan);
  } finally {
    await workshop.close();
  }
}

const plan = readPlan();
const figures = new Figures();
if (!plan.report) await play(figures, plan);
const rows = readPlanted().map((bug) => rowOf(bug, figures, isGoneHere(bug)));
console.log(markdownOf(rows));
process.exitCode = percentOf(rows) >= Number(plan['at-least']) ? 0 : 1;
