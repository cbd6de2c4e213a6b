// How cost grows with callers, items on a page, keys, stored calls and workers. The rows of one section differ in one thing.

import type { FillSize } from '../../fill/plan.ts';
import { fill } from '../../fill.ts';
import { command, Reelgate, writeConfig } from '../contenders/reelgate.ts';
import type { Section } from '../results.ts';
import { type Pace, runRounds } from '../rounds.ts';
import { liveRow, type Row, searchHead } from '../rows.ts';
import type { Stage } from '../stage.ts';

const CALLERS_STEPS = [1, 8, 64, 512];
const ITEMS_STEPS = [1, 10, 20, 50];
const WORKERS_STEPS = [1, 2];

async function startFresh(stage: Stage, name: string, serveArgs: string[] = []): Promise<Reelgate> {
  return stage.keep(Reelgate.start({ folder: stage.folder(name), upstream: stage.upstream.at, serveArgs }));
}

export async function measureCallers(stage: Stage, pace: Pace): Promise<Section> {
  const contender = await startFresh(stage, 'callers');
  const rows = CALLERS_STEPS.map((callers) => ({
    ...liveRow({ id: `callers-${callers}`, label: `${callers} callers`, contender }),
    callers,
  }));
  return {
    id: 'callers',
    title: 'Callers at one time',
    how: 'Live searches on SQLite, from one caller to 512.',
    columns: 'throughput',
    rows: await runRounds(stage, rows, pace, 'callers-64'),
    skipped: [],
  };
}

export async function measureItems(stage: Stage, pace: Pace): Promise<Section> {
  const contender = await startFresh(stage, 'items');
  const rows = ITEMS_STEPS.map((count) =>
    liveRow({ id: `items-${count}`, label: `${count} items`, contender }, { count }),
  );
  return {
    id: 'items',
    title: 'Items on a page',
    how: 'Live searches on SQLite; 20 items are about 8 kB from the upstream.',
    columns: 'throughput',
    rows: await runRounds(stage, rows, pace, 'items-20'),
    skipped: [],
  };
}

/** Every key of the fill calls; a key is drawn for each request. */
async function filledRow(stage: Stage, size: FillSize, label: string): Promise<Row> {
  const id = `growth-${size.keys}-${size.calls}`;
  const settings = { folder: stage.folder(id), upstream: stage.upstream.at, isFilled: true };
  stage.say(`  filling: ${label}`);
  await fill(writeConfig(settings), size, () => {});
  const contender = await stage.keep(Reelgate.start(settings));
  const row = liveRow({ id, label, contender });
  return { ...row, head: searchHead({ key: '{key}' }), keys: { count: size.keys } };
}

export interface GrowthSize {
  keys: number[];
  calls: number;
}

const millions = (n: number) =>
  n >= 1_000_000 ? `${n / 1_000_000} M` : n >= 1_000 ? `${n / 1_000} k` : `${n}`;

export async function measureGrowth(stage: Stage, pace: Pace, { keys, calls }: GrowthSize): Promise<Section> {
  const rows: Row[] = [];
  for (const count of keys) {
    rows.push(await filledRow(stage, { keys: count, calls: 0 }, `${millions(count)} keys, no stored call`));
  }
  const size = { keys: keys[1] ?? 1, calls };
  rows.push(await filledRow(stage, size, `${millions(size.keys)} keys, ${millions(calls)} stored calls`));
  const base = rows[0]!.id;
  return {
    id: 'growth',
    title: 'Keys and stored calls',
    how: 'Live searches on SQLite ledgers that were filled directly (bench/fill.ts); each request draws one of all keys.',
    columns: 'throughput',
    rows: await runRounds(stage, rows, pace, base),
    skipped: [],
  };
}

export async function measureWorkers(stage: Stage, pace: Pace): Promise<Section> {
  const rows: Row[] = [];
  const skipped: Section['skipped'] = [];
  if ((await command(['serve', '--help'])).includes('--workers')) {
    for (const workers of WORKERS_STEPS) {
      const contender = await startFresh(stage, `workers-${workers}`, ['--workers', String(workers)]);
      rows.push(liveRow({ id: `workers-${workers}`, label: `${workers} workers`, contender }));
    }
  } else skipped.push({ label: 'workers', reason: 'serve has no --workers yet' });
  return {
    id: 'workers',
    title: 'Workers',
    how: 'Live searches on SQLite. CPU is that of all processes together; requests per second show what a second core gives.',
    columns: 'throughput',
    rows: await runRounds(stage, rows, pace, 'workers-1'),
    skipped,
  };
}
