// Compares this tree with another commit: both gateways run at the same time, and each slice of one is next to a slice of the other. Recorded
// figures cannot tell a difference of a tenth, because they differ more between machines and days.
import { git, installRelease } from '../../torture/upgrade/release.ts';
import { busyReason, watched } from './busy.ts';
import { Reelgate } from './contenders/reelgate.ts';
import { type Spread, short, spreadText } from './figures.ts';
import { pace } from './pace.ts';
import { aligned } from './report.ts';
import type { Table } from './results.ts';
import { type RowFigures, ratioTo, runRounds, type SliceFigures } from './rounds.ts';
import { reelgateRows } from './rows.ts';
import type { Stage } from './stage.ts';

/** Seven pairs of slices in each row: three disturbed ones do not move the median. */
const PACE = pace(7, 1_000);
const KINDS = ['live', 'live-id', 'cached', 'replay', '401'];
/** From this ratio on, and from its reciprocal down, a difference is told. */
const TOLD = 1.1;

export async function against(stage: Stage, name: string): Promise<number> {
  const commit = git('rev-parse', '--verify', '--short', `${name}^{commit}`).toString().trim();
  stage.say(`installing ${commit}`);
  const root = installRelease(commit, stage.folder('commits')).root;
  const upstream = stage.upstream.at;
  const then = await stage.keep(Reelgate.start({ folder: stage.folder('then'), upstream, root }));
  const now = await stage.keep(Reelgate.start({ folder: stage.folder('now'), upstream }));
  const rowsOf = (gateway: Reelgate, prefix: string) =>
    KINDS.map((kind) => reelgateRows(gateway, '', prefix).find(({ id }) => id === `${prefix}-${kind}`)!);
  const ours = rowsOf(now, 'now').map((row) => ({ ...row, base: row.id.replace('now', 'then') }));
  const rows = [...rowsOf(then, 'then'), ...ours];
  const [figures, disturbance] = await watched(() => runRounds(stage, rows, PACE));
  console.log(`\n${aligned(table(figures, commit))}`);
  const reason = disturbance === null ? null : busyReason(disturbance);
  if (reason !== null) console.log(`\nBUSY MACHINE: ${reason}`);
  return 0;
}

function table(figures: RowFigures[], commit: string): Table {
  const found = (wanted: string) => figures.find(({ id }) => id === wanted)!;
  const row = (what: string, kind: string, figure: keyof SliceFigures) => {
    const [then, now] = [found(`then-${kind}`), found(`now-${kind}`)];
    const ratio = ratioTo(then, now, figure);
    if (ratio === null) return [what, '–', '–', '–', 'not measured'];
    return [what, short(then[figure]), short(now[figure]), spreadText(ratio), verdict(ratio)];
  };
  return {
    head: ['', commit, 'this tree', 'ratio', ''],
    rows: [
      ...KINDS.map((kind) => row(`${kind}: CPU µs/call`, kind, 'cpuMicros')),
      ...['live', 'live-id'].map((kind) => row(`${kind}: calls/s`, kind, 'perSecond')),
      ...['live', 'live-id'].map((kind) => row(`${kind}: RSS MB`, kind, 'rssMb')),
    ],
  };
}

/** A difference counts when no pair of slices contradicts it. */
export function verdict({ median, least, most }: Spread): string {
  if (median < TOLD && median > 1 / TOLD) return '';
  const isSure = median > 1 ? least > 1 : most < 1;
  return `${median > 1 ? 'MORE' : 'LESS'}${isSure ? '' : ', unsure'}`;
}
