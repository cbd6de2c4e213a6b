// The guard against lost speed in CI: a short run that compares CPU ratios with the recorded ones. Each slice is next to one of the gateway
// that does the same work, so the speed of the machine cancels out. Rows that are too slow are measured again, and all slices count together.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BUSY, busyReason, watched } from './busy.ts';
import { startBilling } from './contenders/do-it-yourself.ts';
import { Reelgate } from './contenders/reelgate.ts';
import { spreadOf, spreadText } from './figures.ts';
import { pace } from './pace.ts';
import { aligned } from './report.ts';
import { measureRounds, ratiosTo, warmUp } from './rounds.ts';
import { billingRow, type Row, reelgateRows } from './rows.ts';
import { added, type Compared, compare, type Measured } from './slowdown.ts';
import type { Stage } from './stage.ts';

const FILE = path.join(import.meta.dirname, 'recorded.json');
/** A minute and a half for six pairs of rows. */
const PACE = pace(5, 500, 20_000);
/** The time of a machine that is lent to others for minutes. */
const MEASUREMENTS_MAX = 4;
/** A call with the caller's own id is left to the full run. */
const ROWS = ['live', 'cached', 'replay', '401', '402', '429'].map((id) => `sqlite-${id}`);

/** Each row has a base of its own, so that both are measured right after each other. */
async function prepare(stage: Stage): Promise<() => Promise<Measured[]>> {
  const { at } = stage.upstream;
  const contender = await stage.keep(startBilling(at.fast, `${stage.folder('guard-billing')}/billing.db`));
  const gateway = await stage.keep(Reelgate.start({ folder: stage.folder('guard'), upstream: at }));
  const guarded = reelgateRows(gateway, 'SQLite', 'sqlite').filter(({ id }) => ROWS.includes(id));
  const baseOf = (id: string) => billingRow({ id: `${id}-base`, label: '', contender }, {});
  await warmUp(stage, [baseOf(''), ...guarded], PACE);
  const rows: Row[] = guarded.flatMap((row) => [baseOf(row.id), { ...row, base: baseOf(row.id).id }]);
  return async () => {
    const figures = await measureRounds(stage, rows, PACE);
    const found = (wanted: string) => figures.find(({ id }) => id === wanted)!;
    return guarded.map(({ id, label }) => ({
      id,
      label,
      ratios: ratiosTo(found(baseOf(id).id), found(id), 'cpuMicros'),
    }));
  };
}

export async function record(stage: Stage): Promise<number> {
  const measure = await prepare(stage);
  const [measured, disturbance] = await watched(measure);
  const reason = disturbance === null ? null : busyReason(disturbance);
  show(compare(Object.fromEntries(measured.map(({ id }) => [id, 1])), measured));
  if (reason !== null) {
    console.log(`not recorded: ${reason}`);
    return BUSY;
  }
  const ratios = measured.map((row) => [row.id, Number(spreadOf(row.ratios).median.toFixed(3))]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(ratios), null, 2)}\n`);
  return 0;
}

export async function guard(stage: Stage): Promise<number> {
  const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
  const measure = await prepare(stage);
  let measured: Measured[] = [];
  for (let i = 0; i < MEASUREMENTS_MAX; i++) {
    measured = added(measured, await measure());
    const compared = compare(recorded, measured);
    show(compared);
    if (!compared.some(({ isTooMuch }) => isTooMuch)) return 0;
  }
  return 1;
}

function show(compared: readonly Compared[]): void {
  const rows = compared.map(({ label, ratios, worse, isTooMuch }) => [
    label,
    spreadText(spreadOf(ratios)),
    worse.toFixed(2),
    isTooMuch ? 'TOO MUCH' : '',
  ]);
  console.log(aligned({ head: ['CPU against the same work', 'ratio', 'of recorded', ''], rows }));
}
