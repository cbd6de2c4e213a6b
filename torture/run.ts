// The command `npm run torture -- --minutes N --seed S --storage sqlite|postgres`. It runs rounds with consecutive seeds until the time is
// over, shows their progress, and sums them up. `--ci` runs both storages side by side for about a minute. `--fail-over` gives PostgreSQL a
// synchronous standby that takes over from a killed primary in the middle of each round. `--migrate` lets a future release change its
// schema meanwhile. `--record` adds the sums of the run to the record of all runs; `--on-record` only shows that record.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inBackground } from '../packages/gateway/src/domain/in-background.ts';
import { missingPairs, refusedShare } from './coverage.ts';
import { endingOf, type Reached } from './exit-code.ts';
import { recordLines } from './record/page.ts';
import { addToRecord, playedCommit, type Recorded, readRecord } from './record/record.ts';
import { writeGuide } from './record/write-guide.ts';
import { Round, type RoundOptions, type RoundResult } from './round.ts';

const RESULTS = path.join(import.meta.dirname, 'results');
const PROGRESS_MS = 1_000;
/** Without a terminal, each progress report is a line of a log. */
const PROGRESS_LOG_MS = 10_000;
const ROUND_SECONDS = 60;
/** With starts, healing and checks little more than a minute. Both storages together leave half of two cores idle. */
const CI_ROUND_SECONDS = 35;
/** The schedules of these seeds have kills, a bad platform, quiet time, and a drain or a database restart within those seconds. */
const CI_SEEDS = { sqlite: 3, postgres: 26 };
/** A slow machine meets less in a round, so a vacuous run goes on with the next seeds: at most this many rounds, while time allows. */
const CI_ROUNDS_MAX = 3;
/** More than three times what it takes on two cores: after this time no further round begins. */
const CI_MORE_MS_MAX = 240_000;
/** Five times that, for the round that is running: a round that is cut off proves nothing, and a machine may get a fifth of its CPU. */
const CI_MS_MAX = 1_200_000;
const WORKERS = 16;

type Storage = RoundOptions['storage'];

interface Plan {
  seeds: Record<Storage, number>;
  untilMs: number;
  isCi: boolean;
  storages: Storage[];
  options: Omit<RoundOptions, 'seed' | 'storage' | 'nodes'>;
  nodes: number | null;
  /** The commit under which the run goes on record; null when it does not. */
  commit: string | null;
}

function readPlan(): Plan {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '2' },
      seed: { type: 'string' },
      storage: { type: 'string', default: 'sqlite' },
      'round-seconds': { type: 'string', default: String(ROUND_SECONDS) },
      workers: { type: 'string', default: String(WORKERS) },
      nodes: { type: 'string' },
      keep: { type: 'boolean', default: false },
      ci: { type: 'boolean', default: false },
      'fail-over': { type: 'boolean', default: false },
      migrate: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      'on-record': { type: 'boolean', default: false },
    },
  });
  if (values['on-record']) showRecord();
  if (values.storage !== 'sqlite' && values.storage !== 'postgres')
    throw new Error('--storage is sqlite or postgres');
  if ((values['fail-over'] || values.migrate) && values.storage !== 'postgres')
    throw new Error('--fail-over and --migrate need --storage postgres');
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error('--minutes is a number above 0');
  const seconds = values.ci ? CI_ROUND_SECONDS : Number(values['round-seconds']);
  const seed = values.seed === undefined ? freshSeed() : Number(values.seed);
  return {
    seeds: values.ci && values.seed === undefined ? CI_SEEDS : { sqlite: seed, postgres: seed },
    untilMs: minutes * 60_000,
    isCi: values.ci,
    storages: values.ci ? ['sqlite', 'postgres'] : [values.storage],
    options: {
      workers: Number(values.workers),
      chaosMs: Math.min(seconds * 1_000, values.ci ? Number.POSITIVE_INFINITY : minutes * 60_000),
      keepIn: RESULTS,
      keepAlways: values.keep,
      failsOver: values['fail-over'],
      migrates: values.migrate,
    },
    nodes: values.nodes === undefined ? null : Number(values.nodes),
    commit: values.record ? playedCommit() : null,
  };
}

function showRecord(): never {
  for (const line of recordLines(readRecord())) console.log(line);
  process.exit(0);
}

/** The only random choice without a seed: which seed to begin with. */
function freshSeed(): number {
  return Math.floor(Math.random() * 1_000_000) * 1_000;
}

async function playRound(plan: Plan, seed: number, storage: Storage): Promise<RoundResult> {
  if (plan.isCi && passedMs() >= CI_MS_MAX) throw new OutOfTime('the time of CI is over');
  const nodes = plan.nodes ?? (storage === 'sqlite' ? 1 : 3);
  console.log(`seed ${seed} on ${storage}, ${nodes} node${nodes === 1 ? '' : 's'}`);
  const round = new Round({ ...plan.options, seed, storage, nodes });
  const stop = showProgress(round, storage);
  playing.add(round);
  try {
    return await (plan.isCi ? cutWhenLate(round, CI_MS_MAX - passedMs()) : round.run());
  } finally {
    stop();
    playing.delete(round);
  }
}

/** Leaves no process running when interrupted. */
function abandonAll(): void {
  const abandoned = Promise.allSettled([...playing].map((round) => round.abandon()));
  inBackground(abandoned.finally(() => process.exit(1)));
}

/** The round is not judged, so it does not count. */
class OutOfTime extends Error {}

async function cutWhenLate(round: Round, ms: number): Promise<RoundResult> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutOfTime('the time of CI is over')), ms);
  try {
    return await Promise.race([round.run(), promise]);
  } finally {
    clearTimeout(timer);
    await round.abandon();
  }
}

function showProgress(round: Round, storage: Storage): () => void {
  const isTerminal = process.stdout.isTTY === true;
  const timer = setInterval(
    () => {
      const { phase, calls, faults } = round.progress();
      const line =
        `${storage}, ${phase}: ${calls.calls} calls, ${calls.ok} ok, ${calls.refused} refused, ${calls.unknown} unknown` +
        (faults === null ? '' : `, ${faults.kills} kills, ${faults.databaseRestarts} database restarts`);
      process.stdout.write(isTerminal ? `\r\x1b[K${line}` : `  ${line}\n`);
    },
    isTerminal ? PROGRESS_MS : PROGRESS_LOG_MS,
  );
  return () => {
    clearInterval(timer);
    if (isTerminal) process.stdout.write('\r\x1b[K');
  };
}

function showRound({ seed, storage, verdict, calls, faults, seconds, folder }: RoundResult): void {
  const count = Object.values(verdict.counts).reduce((sum, each) => sum + each, 0);
  console.log(
    `seed ${seed} on ${storage}: ${calls.calls} calls, ${calls.ok} ok, ${faults.kills} kills, ${count} violations, ${seconds} s`,
  );
  for (const { invariant, detail, ids } of verdict.violations)
    console.log(`  ${invariant}: ${detail} [${ids.join(' ')}]`);
  if (folder !== null) console.log(`  kept in ${folder}`);
}

/** A schedule depends on the length of its round, so the command to repeat it includes that. */
function showRepetition(
  { seed, storage }: RoundResult,
  { options: { chaosMs, failsOver, migrates } }: Plan,
): void {
  const more = `${failsOver ? ' --fail-over' : ''}${migrates ? ' --migrate' : ''}`;
  const round = `--seed ${seed} --storage ${storage} --round-seconds ${chaosMs / 1_000} --minutes 1${more}`;
  console.log(`  again: npm run torture -- ${round} --keep`);
}

function sumOf(into: Record<string, number>, from: Record<string, number>): void {
  for (const [name, count] of Object.entries(from)) into[name] = (into[name] ?? 0) + count;
}

/** The longer a run, the more of each pair it must have met; in CI the number for one round is enough. */
function summarise(results: readonly RoundResult[], { isCi, options: { chaosMs } }: Plan) {
  const total = { calls: {}, faults: {}, facts: {}, counts: {}, coverage: {} };
  for (const { verdict, calls, faults } of results) {
    sumOf(total.calls, calls as unknown as Record<string, number>);
    sumOf(total.faults, faults as unknown as Record<string, number>);
    sumOf(total.facts, verdict.facts);
    sumOf(total.counts, verdict.counts);
    sumOf(total.coverage, verdict.coverage);
  }
  const missing = missingPairs(total.coverage, isCi ? chaosMs : chaosMs * results.length);
  return { rounds: results.length, ...total, missing, share402: refusedShare(total.coverage) };
}

type Summary = ReturnType<typeof summarise>;

function showSummary({ rounds, calls, faults, facts, counts, coverage, share402 }: Summary): void {
  const row = (object: Record<string, number>) =>
    Object.entries(object)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  console.log(`\n${rounds} rounds\ncalls: ${row(calls)}\nfaults: ${row(faults)}`);
  console.log(`met: ${row(coverage)}\nrefused for money: ${(100 * share402).toFixed(1)} % of fresh calls`);
  console.log('\ninvariant     facts  violations');
  for (const [name, count] of Object.entries<number>(facts).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const broken = (counts as Record<string, number>)[name] ?? 0;
    console.log(`${name.padEnd(8)} ${String(count).padStart(10)}  ${String(broken).padStart(10)}`);
  }
}

/** A setup that failed proves nothing. */
async function playOrReport(plan: Plan, seed: number, storage: Storage): Promise<void> {
  try {
    const result = await playRound(plan, seed, storage);
    results.push(result);
    showRound(result);
    if (result.verdict.violations.length > 0) showRepetition(result, plan);
  } catch (error) {
    if (!(error instanceof OutOfTime)) unplayed.push(storage);
    console.log(`seed ${seed} on ${storage} could not be played: ${(error as Error).message}`);
  }
}

const plan = readPlan();
const began = performance.now();
const passedMs = () => performance.now() - began;
const results: RoundResult[] = [];
const playing = new Set<Round>();
const unplayed: Storage[] = [];

/** No round has run yet; or in CI a vacuous run has time for another round; or time is left. */
function goesOn(rounds: number): boolean {
  if (rounds === 0) return true;
  if (!plan.isCi) return passedMs() < plan.untilMs;
  const hasTime = passedMs() + passedMs() / rounds <= CI_MORE_MS_MAX;
  return rounds < CI_ROUNDS_MAX && hasTime && summarise(results, plan).missing.length > 0;
}

function reachedOn(storage: Storage): Reached {
  const own = results.filter((result) => result.storage === storage);
  const sum = (read: (result: RoundResult) => number) => own.reduce((total, each) => total + read(each), 0);
  return { storage, answered: sum(({ calls }) => calls.ok), kills: sum(({ faults }) => faults.kills) };
}

/** The nodes run the files of the work tree, so these must have stayed as they were when the run began. */
function putOnRecord(): void {
  if (plan.commit === null) return;
  if (playedCommit() !== plan.commit)
    throw new Error('not recorded: another commit was checked out meanwhile');
  addToRecord(plan.storages.map((storage) => recordedOn(storage, plan.commit!)));
  writeGuide();
}

function recordedOn(storage: Storage, commit: string): Recorded {
  const own = results.filter((result) => result.storage === storage);
  const missed = unplayed.filter((each) => each === storage).length;
  const { rounds, calls, faults, facts, counts } = summarise(own, plan);
  const first = plan.seeds[storage];
  const about = `seeds ${first} to ${first + rounds + missed - 1}`;
  const date = new Date().toISOString().slice(0, 10);
  return {
    ...{ kind: 'rounds', commit, date, storage, about, rounds, unplayed: missed },
    ...{ calls, faults, facts, violations: counts },
  };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandonAll);
for (let round = 0; goesOn(round); round++) {
  await Promise.all(plan.storages.map((storage) => playOrReport(plan, plan.seeds[storage] + round, storage)));
}
const summary = summarise(results, plan);
showSummary(summary);
const violations = Object.values<number>(summary.counts).reduce((sum, each) => sum + each, 0);
const reached = plan.storages.map(reachedOn);
const ending = endingOf({
  isCi: plan.isCi,
  violations,
  unplayed: unplayed.length,
  missing: summary.missing,
  reached,
});
const seconds = Math.round(passedMs() / 1_000);
console.log(`\n${ending.why}, ${seconds} s`);
const report = {
  storages: plan.storages,
  firstSeeds: plan.seeds,
  seconds,
  unplayed: unplayed.length,
  ...summary,
};
mkdirSync(RESULTS, { recursive: true });
writeFileSync(path.join(RESULTS, 'latest.json'), `${JSON.stringify(report, null, 2)}\n`);
putOnRecord();
process.exit(ending.code);
