// What callers experience: the time that the gateway adds at half of its maximum load, and what happens at three times its maximum.
// Requests are sent at fixed times, and a wait for an idle connection counts.
import { type Contender, isMissing } from '../contender.ts';
import { startFastify, startFastifyInsert } from '../contenders/do-it-yourself.ts';
import { startPostgresGateway } from '../contenders/postgres.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import { median } from '../figures.ts';
import type { Section, Singles } from '../results.ts';
import { type Pace, type Reached, type RowFigures, runRounds, runSlice } from '../rounds.ts';
import { CALLERS, liveRow, plainRow, type Row } from '../rows.ts';
import type { Stage } from '../stage.ts';
import { labels } from './contenders.ts';

const CONNECTIONS_HALF = 512; // Three times what a rate of 8,000 per second needs at 20 ms.
const CONNECTIONS_OVERLOAD = 1_000;
const OVERLOAD = 3;

/** The maximum calls per second of the live rows. */
export interface Peaks {
  sqlite: number;
  postgres: number;
}

/** The gateways that users build run at the same rate for comparison: what they add is what Node's HTTP adds. */
export async function measureHalfLoad(
  stage: Stage,
  pace: Pace,
  peaks: Peaks,
): Promise<{ section: Section; singles: Singles }> {
  const halfOf = (peak: number) => Math.max(10, Math.round(peak / 2));
  const [rate, postgresRate] = [halfOf(peaks.sqlite), halfOf(peaks.postgres)];
  const { at } = stage.upstream;
  const file = `${stage.folder('half-insert')}/calls.db`;
  const plain = (id: 'direct' | 'fastify' | 'insert', contender: Contender) =>
    paced(plainRow({ id: `half-${id}`, label: labels[id], contender }), rate);
  const live = (id: string, label: string, contender: Reelgate) =>
    liveRow({ id, label, contender }, { platform: 'slow' });
  const sqlite = await stage.keep(Reelgate.start({ folder: stage.folder('half-sqlite'), upstream: at }));
  const postgres = await stage.keepIfThere(startPostgresGateway(stage.folder('half-postgres'), at));
  const rows = [
    plain('direct', stage.upstream.direct(at.slow)),
    plain('fastify', await stage.keep(startFastify(at.slow))),
    plain('insert', await stage.keep(startFastifyInsert(at.slow, file))),
    paced(live('half-sqlite', 'Reelgate SQLite: live', sqlite), rate),
  ];
  if (!isMissing(postgres)) {
    const row = live('half-postgres', 'Reelgate PostgreSQL: live', postgres.gateway);
    rows.push(paced(row, postgresRate));
  }
  const figures = await runRounds(stage, rows, pace);
  const section: Section = {
    id: 'half',
    title: 'Latency at half load',
    how: `Requests come at half of the most that the live row of the same database does (SQLite's also for the others: ${rate} a second), on an upstream of 20 ms. Added is p99 minus the direct p99.`,
    base: null,
    rows: figures,
    skipped: [],
  };
  return { section, singles: { halfRate: rate, ...addedIn(figures) } };
}

const paced = (row: Row, rate: number): Row => ({ ...row, rate, callers: CONNECTIONS_HALF });

function addedIn(figures: RowFigures[]): Singles {
  const p99Of = (id: string) => figures.find((row) => row.id === id)?.p99Ms;
  const [direct, sqlite, postgres] = [p99Of('half-direct')!, p99Of('half-sqlite')!, p99Of('half-postgres')];
  return {
    addedP99MsSqlite: sqlite - direct,
    ...(postgres !== undefined && { addedP99MsPostgres: postgres - direct }),
  };
}

/** Measures the maximum, and then offers three times as much, several times: a single slice could be decided by one pause of the machine. */
export async function measureOverload(stage: Stage, pace: Pace): Promise<Singles> {
  const contender = await stage.keep(
    Reelgate.start({ folder: stage.folder('overload'), upstream: stage.upstream.at }),
  );
  const row = liveRow({ id: 'overload', label: 'overload', contender });
  await runSlice(stage, row, pace);
  const rounds: OverloadRound[] = [];
  for (let round = 0; round < pace.rounds; round++) rounds.push(await overload(stage, row, pace));
  const over = (read: (round: OverloadRound) => number, of = rounds) => median(of.map(read));
  // A round without refusals has no time of refusals, which must not pass as a short one. Without any there is no figure.
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
