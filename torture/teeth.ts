// The command `npm run teeth -- [--only N,N] [--seeds N]`: it plants every bug of the list, one at a time, in a copy of the program, and
// demands that the tests notice each. First, the same tests must pass on the unchanged copy. Exits with 1 when a bug survives or a test
// fails without one.
import { parseArgs } from 'node:util';
import { bugs, KINDS } from './teeth/bugs.ts';
import type { PlantedBug, Watch } from './teeth/planted-bug.ts';
import { Workshop } from './teeth/workshop.ts';

/** A bug that needs luck to be noticed gets at most this many tries. */
const SEEDS_MAX = 50;

interface Caught {
  watch: Watch;
  seeds: number;
  message: string;
}

function readPlan(): { chosen: PlantedBug[]; seeds: number } {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, seeds: { type: 'string', default: String(SEEDS_MAX) } },
  });
  const only = values.only?.split(',').map(Number);
  return {
    chosen: bugs.filter(({ number }) => only === undefined || only.includes(number)),
    seeds: Number(values.seeds),
  };
}

/** Every test file once, with all the tests that are used in it. */
function allWatches(chosen: PlantedBug[]): Watch[] {
  const byFile = Map.groupBy(
    chosen.flatMap(({ watches }) => watches),
    ({ file }) => file,
  );
  return [...byFile].map(([file, watches]) => {
    const patterns = [...new Set(watches.map(({ tests }) => tests))];
    return { file, tests: patterns.includes('') ? '' : patterns.join('|') };
  });
}

async function passesAsItIs(workshop: Workshop, chosen: PlantedBug[]): Promise<boolean> {
  let isGreen = true;
  for (const watch of allWatches(chosen)) {
    const outcome = await workshop.run(watch);
    const word = outcome.kind === 'failed' ? `FAILED ${outcome.test}: ${outcome.message}` : outcome.kind;
    console.log(`without a bug  ${watch.file}: ${word}`);
    isGreen &&= outcome.kind === 'passed' || outcome.kind === 'nothing ran';
  }
  return isGreen;
}

/** Returns a text when no test noticed. */
async function hunt(workshop: Workshop, bug: PlantedBug, seedsMax: number): Promise<Caught | string> {
  return workshop.broken(bug.edits, async () => {
    for (let seeds = 1; seeds <= seedsMax; seeds++) {
      let hasRun = false;
      for (const watch of bug.watches) {
        const outcome = await workshop.run(watch, { seed: seeds });
        if (outcome.kind === 'failed')
          return { watch, seeds, message: `${outcome.test}: ${outcome.message}` };
        if (outcome.kind === 'hung') return { watch, seeds, message: 'did not end' };
        hasRun ||= outcome.kind === 'passed';
      }
      if (!hasRun) return 'SURVIVED: no test of that name was run';
    }
    return 'SURVIVED';
  });
}

function missingKinds(): number[] {
  const numbers = new Set(bugs.map(({ number }) => number));
  return Array.from({ length: KINDS }, (_, i) => i + 1).filter((number) => !numbers.has(number));
}

async function huntAll(workshop: Workshop): Promise<number> {
  const { chosen, seeds } = readPlan();
  if (!(await passesAsItIs(workshop, chosen))) throw new Error('a test is red without any bug');
  const survivors: string[] = [];
  for (const bug of chosen) {
    const beganMs = performance.now();
    const caught = await hunt(workshop, bug, seeds);
    const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
    const name = `${String(bug.number).padStart(2)} ${bug.name}`;
    const isCaught = typeof caught !== 'string';
    if (!isCaught) survivors.push(name);
    const found = isCaught ? `${caught.watch.file}, seed ${caught.seeds}` : caught;
    console.log(`${name} [${bug.breaks}] → ${found}, ${seconds} s`);
    if (isCaught) console.log(`     ${caught.message.slice(0, 200)}`);
  }
  console.log(`${chosen.length - survivors.length} of ${chosen.length} planted bugs caught`);
  return survivors.length + missingKinds().length;
}

const workshop = new Workshop();
try {
  process.exitCode = (await huntAll(workshop)) === 0 ? 0 : 1;
} finally {
  await workshop.close();
}
