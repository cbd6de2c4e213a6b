// The guard against lost speed in CI: a short run that compares CPU ratios with the recorded ones. Both sides of a ratio are measured in
// the same round, so the speed of the machine cancels out. A row fails only if it is too slow in two measurements.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startFastify } from './contenders/do-it-yourself.ts';
import { Reelgate } from './contenders/reelgate.ts';
import { pace } from './pace.ts';
import { aligned } from './report.ts';
import { ratioTo, runRounds } from './rounds.ts';
import { plainRow, type Row, reelgateRows } from './rows.ts';
import { betterOf, type Compared, compare, type Measured } from './slowdown.ts';
import type { Stage } from './stage.ts';

/**
 * Ratios of a live call differ by machine: 2.4 on two ARM cores, 2.9 to 4.0 on the two threads of one x86 core, where the gateway's own
 * threads slow each other down. The recorded ratio is in the middle, so that the guard fails on neither without a cause.
 */
const FILE = path.join(import.meta.dirname, 'recorded.json');
/** A minute in all for seven rows. The median of five slices is not moved by one or two disturbed ones. */
const PACE = pace(5, 600);
const BASE = 'fast-fastify';
/** The same call with the caller's own id costs the same, so it is left to the full run. */
const ROWS = ['live', 'cached', 'replay', '401', '402', '429'].map((id) => `sqlite-${id}`);

/** Everything stays started for a second measurement. */
async function prepare(stage: Stage): Promise<() => Promise<Measured[]>> {
  const { at } = stage.upstream;
  const fastify = await stage.keep(startFastify(at.fast));
  const gateway = await stage.keep(Reelgate.start({ folder: stage.folder('guard'), upstream: at }));
  const base: Row = plainRow({ id: BASE, label: 'Fastify', contender: fastify });
  const guarded = reelgateRows(gateway, 'SQLite', 'sqlite').filter(({ id }) => ROWS.includes(id));
  return async () => {
    const [against, ...rows] = await runRounds(stage, [base, ...guarded], PACE, BASE);
    return rows.map((row) => ({
      id: row.id,
      label: row.label,
      ratio: ratioTo(against, row, 'cpuMicros')?.median ?? Number.NaN,
    }));
  };
}

export async function record(stage: Stage): Promise<number> {
  const measure = await prepare(stage);
  const ratios = (await measure()).map(({ id, ratio }) => [id, Number(ratio.toFixed(3))]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
  return 0;
}

export async function guard(stage: Stage): Promise<number> {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
  const measure = await prepare(stage);
  let compared = compare(recorded, await measure());
  show(compared);
  if (compared.some(({ isTooMuch }) => isTooMuch)) {
    stage.say('once more');
    compared = betterOf(compared, compare(recorded, await measure()));
    show(compared);
  }
  return compared.some(({ isTooMuch }) => isTooMuch) ? 1 : 0;
}

function show(compared: readonly Compared[]): void {
  const rows = compared.map(({ label, ratio, worse, isTooMuch }) => [
    label,
    ratio.toFixed(2),
    worse.toFixed(2),
    isTooMuch ? 'TOO MUCH' : '',
  ]);
  console.log(aligned({ head: ['CPU against Fastify', 'ratio', 'of recorded', ''], rows }));
}
