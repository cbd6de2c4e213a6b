// The command `npm run plant -- MODE`: it plants bugs, one at a time, in a copy of the program, and says which test notices each. It must never
// change the tree that it was started in, except for figures.jsonl, and planted/ with `fold`.
//
//   known                       every bug of planted/known.json, by the tests that it names; ends with 1 when one slips through
//   rounds [--suites unit,processes,console]   the bugs that people planted, by the nearest tests; or the missed ones together, by whole suites
//   drawn --sample 400 --seed S mutants of all production code, by the nearest tests
//   drawn --only PATH [--line N], drawn --money, drawn --durations   chosen mutants; keeps nothing
//   report                      prints the figures
//   fold                        counts what tests have answered, and removes it from all sets but the newest
//
// --only ID names bugs of planted/. With --again, rounds and drawn play what was missed once more; --whole asks all tests that load a bug.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bug, fingerprintOf, groupsOf, isDrawn, isGone, KNOWN, readPlanted, writeSet } from './bug.ts';
import { linterOf, typesOf } from './checks.ts';
import { bugsAgain, drawnBugs, isChosen, setOf } from './drawn/bugs.ts';
import { Figures, type Left, type Played, stateOf } from './figures.ts';
import { hunt, type Suite } from './hunt.ts';
import { Judge, type Verdict } from './judge.ts';
import { linesOf, percentOf, setsOf } from './report.ts';
import { SUITES, type SuiteName, suiteOf } from './suites.ts';
import { ImportGraph } from './tests-of.ts';
import { Workshop } from './workshop.ts';

const ROOT = path.join(import.meta.dirname, '../..');
/** Of the nearest test files; each costs a second or more. People's bugs are few, and each is a larger change. */
const TESTS = { drawn: 8, rounds: 12, known: 0 };
/** For one bug, when all tests that load it are asked. */
const WHOLE_MS_MAX = 30 * 60_000;

function readPlan() {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ again: flag, whole: flag, money: flag, durations: flag },
      only: { type: 'string', multiple: true, default: [] },
      line: { type: 'string' },
      suites: { type: 'string', default: '' },
      sample: { type: 'string', default: '400' },
      seed: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '600' },
      tests: { type: 'string' },
      workers: { type: 'string', default: '2' },
      'at-least': { type: 'string', default: '0' },
    },
  });
  return {
    ...values,
    mode: positionals[0] ?? '',
    line: values.line === undefined ? null : Number(values.line),
    suites: values.suites.split(',').filter(Boolean).map(parseSuite),
    sample: Number(values.sample),
    workers: Number(values.workers),
    untilMs: performance.now() + 60_000 * Number(values.minutes),
  };
}

type Plan = ReturnType<typeof readPlan>;

function parseSuite(name: string): SuiteName {
  const suite = SUITES.find((one) => one === name);
  if (suite === undefined) throw new Error(`--suites knows ${SUITES.join(', ')}`);
  return suite;
}

interface Bench {
  plan: Plan;
  figures: Figures;
  workshop: Workshop;
  graph: ImportGraph;
}

const readHere = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isGoneHere = (bug: Bug) => isGone(bug, readHere);
const isRound = ({ set }: { set: string }) => set !== KNOWN && !isDrawn(set);
const isNamed = ({ id }: Bug, { only }: Plan) => only.length === 0 || only.includes(id);

/** What became of each bug now, the first line of figures about it left aside. */
function playedNow(bug: Bug, { kind, by }: Verdict): Played {
  const { set, id, kind: ofBug } = bug;
  const noticedBy = kind === 'noticed' ? by : null;
  return { set, id, kind: ofBug, fingerprint: fingerprintOf(bug), commit: '', noticedBy, answeredBy: null };
}

function note(figures: Figures, bug: Bug, { kind, by }: Verdict): void {
  if (kind === 'noticed') figures.noticed(bug, by);
  if (kind === 'slipped') figures.missed(bug);
}

async function judged(judge: Judge, bug: Bug): Promise<Verdict> {
  try {
    return await judge.judge(bug);
  } catch (error) {
    // The mistake of one bug, as one that does not parse, must not end the others.
    return { kind: 'unsure', by: String(error) };
  }
}

/** Shows each bug to its tests. With `isKept`, the figures remember it. */
async function playEach(bench: Bench, bugs: readonly Bug[], isKept: boolean): Promise<Played[]> {
  const { plan, workshop, graph, figures } = bench;
  const max = plan.whole ? Infinity : Number(plan.tests ?? TESTS[plan.mode as keyof typeof TESTS]);
  const testsOf = (file: string) => graph.testsOf(file, { max, isWhole: plan.whole });
  const judge = new Judge(workshop, testsOf, { ...plan, ...(plan.whole && { limitMs: WHOLE_MS_MAX }) });
  const played: Played[] = [];
  try {
    for (const bug of bugs) {
      if (performance.now() > plan.untilMs) break;
      const verdict = await judged(judge, bug);
      console.log(`${verdict.kind} ${bug.id} (${bug.kind}: ${bug.what})  ${verdict.by}`);
      if (verdict.kind !== 'unsure') played.push(playedNow(bug, verdict));
      if (isKept) note(figures, bug, verdict);
    }
  } finally {
    judge.close();
  }
  return played;
}

async function playTogether({ figures }: Bench, suite: Suite<Bug>, bugs: readonly Bug[]): Promise<void> {
  for (const group of groupsOf(bugs, readHere))
    await hunt(suite, group, (bug, by) => {
      console.log(`noticed ${bug.id} (${bug.kind}: ${bug.what})  ${by}`);
      figures.noticed(bug, by);
    });
}

/** Fails when one is not noticed, or cannot be planted or judged. */
async function playKnown(bench: Bench): Promise<number> {
  const bugs = readPlanted().filter((bug) => bug.set === KNOWN && isNamed(bug, bench.plan));
  const played = await playEach(bench, bugs, false);
  const noticed = played.filter(({ noticedBy }) => noticedBy !== null).length;
  console.log(`${noticed} of ${bugs.length} known bugs noticed`);
  return noticed === bugs.length ? 0 : 1;
}

async function playRounds(bench: Bench): Promise<number> {
  const { plan, figures, workshop } = bench;
  const inState = (state: 'missed' | null) =>
    readPlanted().filter(
      (bug) => isRound(bug) && isNamed(bug, plan) && figures.stateOf(bug) === state && !isGoneHere(bug),
    );
  const isFirst = !plan.again && plan.suites.length === 0;
  if (isFirst) await playTogether(bench, typesOf(workshop), inState(null));
  if (plan.suites.length === 0) {
    await playEach(bench, inState(isFirst ? null : 'missed'), true);
    await playTogether(bench, linterOf(workshop), inState('missed'));
  }
  for (const name of plan.suites) await playTogether(bench, suiteOf(name, workshop), inState('missed'));
  return report(bench);
}

async function playDrawn(bench: Bench): Promise<number> {
  const { plan, figures, workshop, graph } = bench;
  if (plan.again) {
    const missed = figures.played().filter((one) => isDrawn(one.set) && stateOf(one) === 'missed');
    for (const [set, ofSet] of Map.groupBy(missed, (one) => one.set)) {
      const seed = set.replace('drawn ', '');
      const ids = ofSet.map(({ id }) => id);
      await playEach(bench, bugsAgain(workshop, graph, { ...plan, seed }, ids), true);
    }
    return report(bench);
  }
  const bugs = await drawnBugs(workshop, graph, plan);
  if (isChosen(plan)) return tell(plan, await playEach(bench, bugs, false));
  demandOneSample(figures, bugs, plan);
  await playEach(
    bench,
    bugs.filter((bug) => figures.stateOf(bug) === null),
    true,
  );
  return report(bench, setOf(plan));
}

/** A sample belongs to the code that it was drawn from. */
function demandOneSample(figures: Figures, bugs: readonly Bug[], plan: Plan): void {
  const ids = new Set(bugs.map(({ id }) => id));
  const earlier = figures.played().filter(({ set }) => set === setOf(plan));
  const isOver = figures.left().some(({ set }) => set === setOf(plan));
  if (isOver || earlier.some(({ id }) => !ids.has(id)))
    throw new Error(
      `the code gives another sample than ${setOf(plan)}: check out its commit, or choose a new seed`,
    );
}

function tell(plan: Plan, played: readonly Played[], left?: Left): number {
  for (const line of linesOf(played, left)) console.log(line);
  return percentOf(played, left) >= Number(plan['at-least']) ? 0 : 1;
}

/** Ends with 1 when fewer of a set were noticed than `--at-least` demands: of the newest round, unless another is named. */
function report({ plan, figures }: Pick<Bench, 'plan' | 'figures'>, demanded?: string): number {
  const [played, left] = [figures.played(), figures.left()];
  const sets = setsOf(played, left);
  const codes = sets.map((set) => {
    console.log(`${set}:`);
    const isOf = (one: { set: string }) => one.set === set;
    return tell(plan, played.filter(isOf), left.find(isOf));
  });
  return codes[sets.indexOf(demanded ?? sets.at(-1)!)] ?? 0;
}

const newestOf = (sets: readonly string[]) => sets.toSorted().at(-1);

/** Bugs that tests have answered leave the repository; the newest round and the newest drawn set stay as they are. */
function fold(figures: Figures): number {
  const rounds = Map.groupBy(readPlanted().filter(isRound), ({ set }) => set);
  const drawnSets = figures.played().filter(({ set }) => isDrawn(set));
  const newest = [newestOf([...rounds.keys()]), newestOf(drawnSets.map(({ set }) => set))];
  const open = (bug: Bug) => !isGoneHere(bug) && [null, 'missed'].includes(figures.stateOf(bug));
  const staying = new Set<string>();
  for (const [set, bugs] of rounds) {
    if (newest.includes(set)) continue;
    const kept = bugs.filter(open);
    for (const { id } of kept) staying.add(`${set} ${id}`);
    writeSet(set, kept);
  }
  const isOver = (one: Played) =>
    isRound(one) ? !staying.has(`${one.set} ${one.id}`) : stateOf(one) !== 'missed';
  figures.fold((one) => !newest.includes(one.set) && isOver(one));
  return 0;
}

const PLAYS: Record<string, (bench: Bench) => Promise<number>> = {
  known: playKnown,
  rounds: playRounds,
  drawn: playDrawn,
};

async function run(plan: Plan): Promise<number> {
  const figures = new Figures();
  if (plan.mode === 'report') return report({ plan, figures });
  if (plan.mode === 'fold') return fold(figures);
  const play = PLAYS[plan.mode];
  if (play === undefined)
    throw new Error(`npm run plant -- ${Object.keys(PLAYS).join(', ')}, report or fold`);
  for (const { set, id } of readPlanted().filter(isGoneHere)) console.log(`gone ${set} ${id}`);
  const workshop = new Workshop();
  try {
    return await play({ plan, figures, workshop, graph: new ImportGraph(ROOT) });
  } finally {
    workshop.close();
  }
}

process.exitCode = await run(readPlan());
