// Owns the command `npm run mutation:money -- [--max N] [--minutes N] [--seed S] [--only TEXT] [--at-least PERCENT]`: it makes mutants of
// the modules that move money, one at a time, in a copy of the program, shows each to the tests of its module, and lists
// those that nobody noticed. With --max or --minutes it takes a sample, drawn
// from the seed. Ends with 1 below the share.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { diceOf } from '../seed.ts';
import { Workshop } from '../teeth/workshop.ts';
import { modules } from './modules.ts';
import { type Mutant, mutantsOf } from './mutants.ts';

const SOURCES = path.join(import.meta.dirname, '../../packages/gateway/src');
/** A mutant that makes a test file run for this long has been noticed. */
const RUN_MS_MAX = 120_000;

type Verdict = 'killed' | 'hung' | 'SURVIVED';

function readPlan() {
  const { values } = parseArgs({
    options: {
      max: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '600' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
      line: { type: 'string' },
      'at-least': { type: 'string', default: '0' },
    },
  });
  const line = values.line === undefined ? null : Number(values.line);
  return {
    max: Number(values.max),
    untilMs: performance.now() + 60_000 * Number(values.minutes),
    seed: values.seed,
    only: values.only,
    line,
    atLeast: Number(values['at-least']),
  };
}

function sample(workshop: Workshop, { max, seed, only, line }: ReturnType<typeof readPlan>): Mutant[] {
  const chosen = modules.filter(({ file }) => file.includes(only));
  const all = chosen.flatMap(({ file }) => mutantsOf(file, workshop.read(file)));
  const wanted = all.filter((mutant) => line === null || mutant.line === line);
  console.log(`${wanted.length} mutants of ${chosen.length} modules; seed ${seed}`);
  return diceOf('mutants', seed).shuffle(wanted).slice(0, max);
}

async function judge(workshop: Workshop, mutant: Mutant): Promise<{ verdict: Verdict; by: string }> {
  const { tests } = modules.find(({ file }) => file === mutant.file)!;
  const source = workshop.read(mutant.file);
  const changed = source.slice(0, mutant.start) + mutant.replacement + source.slice(mutant.end);
  return workshop.broken([{ file: mutant.file, find: source, replace: changed }], async () => {
    for (const file of tests.filter((name) => existsSync(path.join(SOURCES, name)))) {
      const { kind } = await workshop.run({ file, tests: '' }, { limitMs: RUN_MS_MAX });
      if (kind === 'failed') return { verdict: 'killed', by: file };
      if (kind === 'hung') return { verdict: 'hung', by: file };
    }
    return { verdict: 'SURVIVED', by: '' };
  });
}

const plan = readPlan();
const workshop = new Workshop();
let noticed = 0;
let judged = 0;
try {
  for (const mutant of sample(workshop, plan)) {
    if (performance.now() > plan.untilMs) break;
    const { verdict, by } = await judge(workshop, mutant);
    judged++;
    if (verdict !== 'SURVIVED') noticed++;
    console.log(`${verdict} ${mutant.file}:${mutant.line} ${mutant.what}  ${by}`);
  }
} finally {
  await workshop.close();
}
const percent = judged === 0 ? 0 : (100 * noticed) / judged;
console.log(`${noticed} of ${judged} mutants noticed: ${percent.toFixed(1)} %`);
process.exitCode = percent >= plan.atLeast ? 0 : 1;
