// Owns the guard against lost speed: a short run that compares CPU ratios with the recorded ones. It fails when one is half as
// large again, which no noise of a slice explains; a smaller loss is for a full run and a pair of eyes.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startFastify } from './contenders/do-it-yourself.ts';
import { Reelgate } from './contenders/reelgate.ts';
import { pace } from './pace.ts';
import { aligned } from './report.ts';
import { type RowFigures, runRounds } from './rounds.ts';
import { plainRow, reelgateRows } from './rows.ts';
import type { Stage } from './stage.ts';

const FILE = path.join(import.meta.dirname, 'recorded.json');
const WORSE_MAX = 1.5;
const PACE = pace(3, 1_000);
const BASE = 'fast-fastify';

async function measure(stage: Stage): Promise<RowFigures[]> {
  const { at } = stage.upstream;
  const fastify = await stage.keep(startFastify(at.fast));
  const gateway = await stage.keep(Reelgate.start({ folder: stage.folder('guard'), upstream: at }));
  const base = plainRow({ id: BASE, label: 'Fastify', contender: fastify });
  return runRounds(stage, [base, ...reelgateRows(gateway, 'SQLite', 'sqlite')], PACE, BASE);
}

export async function record(stage: Stage): Promise<number> {
  const rows = (await measure(stage)).filter(({ id }) => id !== BASE);
  const ratios = rows.map(({ id, ratio }) => [id, Number(ratio.toFixed(3))]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
  return 0;
}

export async function guard(stage: Stage): Promise<number> {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
  const rows = (await measure(stage)).filter(({ id }) => recorded[id] !== undefined);
  const compared = rows.map(({ label, id, ratio }) => ({ label, ratio, worse: ratio / recorded[id]! }));
  const table = compared.map(({ label, ratio, worse }) => [
    label,
    ratio.toFixed(2),
    worse.toFixed(2),
    worse > WORSE_MAX ? 'TOO MUCH' : '',
  ]);
  console.log(aligned({ head: ['CPU against Fastify', 'ratio', 'of recorded', ''], rows: table }));
  return compared.some(({ worse }) => worse > WORSE_MAX) ? 1 : 0;
}
