// What happens at three times the maximum load. Requests are sent at fixed times, and a wait for an idle connection counts.
import { Reelgate } from '../contenders/reelgate.ts';
import { median } from '../figures.ts';
import type { Singles } from '../results.ts';
import { type Pace, type Reached, runSlice } from '../rounds.ts';
import { CALLERS, liveRow, type Row } from '../rows.ts';
import type { Stage } from '../stage.ts';

const CONNECTIONS_OVERLOAD = 1_000;
const OVERLOAD = 3;

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
