// Owns what callers feel: the time that the gateway adds at half of its load, and what happens at three times as much as it can
// do. Requests are sent when they are due, and a wait for a free connection counts.
import { isMissing } from '../contender.ts';
import { startPostgresGateway } from '../contenders/postgres.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import { median } from '../figures.ts';
import type { Section, Singles } from '../results.ts';
import { type Pace, type Reached, type RowFigures, runRounds, runSlice } from '../rounds.ts';
import { CALLERS, liveRow, plainRow, type Row } from '../rows.ts';
import type { Stage } from '../stage.ts';

const CONNECTIONS_HALF = 512; // Thrice what a rate of 8,000 a second needs at 20 ms.
const CONNECTIONS_OVERLOAD = 1_000;
const OVERLOAD = 3;

export async function measureHalfLoad(
  stage: Stage,
  pace: Pace,
  peak: number,
): Promise<{ section: Section; singles: Singles }> {
  const rate = Math.max(10, Math.round(peak / 2));
  const { at } = stage.upstream;
  const sqlite = await stage.keep(Reelgate.start({ folder: stage.folder('half-sqlite'), upstream: at }));
  const postgres = await stage.keepIfThere(startPostgresGateway(stage.folder('half-postgres'), at));
  const paced = { rate, callers: CONNECTIONS_HALF };
  const direct = {
    id: 'half-direct',
    label: 'upstream, called directly',
    contender: stage.upstream.direct(at.slow),
  };
  const live = (id: string, label: string, contender: Reelgate) => ({
    ...liveRow({ id, label, contender }, { platform: 'slow' }),
    ...paced,
  });
  const rows = [{ ...plainRow(direct), ...paced }, live('half-sqlite', 'Reelgate SQLite: live', sqlite)];
  if (!isMissing(postgres)) rows.push(live('half-postgres', 'Reelgate PostgreSQL: live', postgres.gateway));
  const figures = await runRounds(stage, rows, pace);
  const section: Section = {
    id: 'half',
    title: 'Latency at half load',
    how: `${rate} requests a second, half of the most of the live row on SQLite, on an upstream of 20 ms. Added is p99 minus the direct p99.`,
    base: null,
    rows: figures,
    skipped: [],
  };
  return { section, singles: { halfRate: rate, ...addedBy(figures) } };
}

function addedBy([direct, sqlite, postgres]: RowFigures[]): Singles {
  const added = (row: RowFigures) => row.p99Ms - direct!.p99Ms;
  return {
    addedP99MsSqlite: added(sqlite!),
    ...(postgres !== undefined && { addedP99MsPostgres: added(postgres) }),
  };
}

/** The most that it does, and then three times as much offered, several times: one pause of the machine decides a single slice. */
export async function measureOverload(stage: Stage, pace: Pace): Promise<Singles> {
  const contender = await stage.keep(
    Reelgate.start({ folder: stage.folder('overload'), upstream: stage.upstream.at }),
  );
  const row = liveRow({ id: 'overload', label: 'overload', contender });
  await runSlice(stage, row, pace);
  const rounds: OverloadRound[] = [];
  for (let round = 0; round < pace.rounds; round++) rounds.push(await overload(stage, row, pace));
  const over = (read: (round: OverloadRound) => number, of = rounds) => median(of.map(read));
  // A round that refused nobody has no time of refusals, which must not pass for a short one. Without any there is no figure.
  const refusing = rounds.filter(({ slice }) => slice.refused.count > 0);
  return {
    overloadOffered: over(({ rate }) => rate),
    overloadPeak: over(({ peak }) => peak.perSecond),
    overloadGoodput: over(({ slice }) => slice.perSecond),
    overloadRefusalP99Ms: over(({ slice }) => slice.refused.p99Ms, refusing),
  };
}

interface OverloadRound {
  rate: number;
  peak: Reached;
  slice: Reached;
}

async function overload(stage: Stage, row: Row, pace: Pace): Promise<OverloadRound> {
  const peak = await runSlice(stage, { ...row, callers: CALLERS }, pace);
  const rate = Math.round(peak.perSecond * OVERLOAD);
  const slice = await runSlice(stage, { ...row, rate, callers: CONNECTIONS_OVERLOAD }, pace);
  return { rate, peak, slice };
}
