// What a call costs and how long it takes at the loads that users have: requests are sent at a fixed rate, far below what either gateway can
// do, so that calls are hardly batched. Each slice of Reelgate is next to one of the gateway that does the same work.
import { startBilling } from '../contenders/do-it-yourself.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import type { Section } from '../results.ts';
import { measureRounds, type Pace, type RowFigures, warmUp } from '../rounds.ts';
import { billingRow, CALLERS, liveRow, OWN_ID, type Row } from '../rows.ts';
import { checkBillingLedger, checkSameAnswers } from '../same-work.ts';
import type { Stage } from '../stage.ts';

export const RATES: readonly number[] = [50, 200, 400];
/** With 20 ms of the upstream, 400 calls a second are 8 at one time. A pause of 300 ms is still within the limit. */
export const OUTSTANDING_MAX = 128;

export const KINDS = ['live', 'live-id'] as const;
export type Kind = (typeof KINDS)[number];

export const openLoopId = (rate: number, kind: Kind, isBilling = false) =>
  `open-${rate}-${kind}${isBilling ? '-billing' : ''}`;

export async function measureOpenLoop(stage: Stage, pace: Pace, rates = RATES): Promise<Section> {
  const file = `${stage.folder('open-loop-billing')}/billing.db`;
  const billing = await stage.keep(startBilling(stage.upstream.at.slow, file));
  const settings = { folder: stage.folder('open-loop'), upstream: stage.upstream.at };
  const contender = await stage.keep(Reelgate.start(settings));
  await checkSameAnswers(stage, contender, billing, 'slow');
  const pair = (rate: number, kind: Kind): [Row, Row] => {
    const search = { platform: 'slow' as const, ...(kind === 'live-id' && OWN_ID) };
    const words = `${rate}/s${kind === 'live-id' ? ", caller's id" : ''}`;
    const base = openLoopId(rate, kind, true);
    return [
      billingRow({ id: base, label: `${words}: the same work`, contender: billing }, search),
      { ...liveRow({ id: openLoopId(rate, kind), label: `${words}: Reelgate`, contender }, search), base },
    ];
  };
  const warm = KINDS.flatMap((kind) => pair(rates[0]!, kind)).map((row) => ({ ...row, callers: CALLERS }));
  await warmUp(stage, warm, pace);
  const rows: RowFigures[] = [];
  for (const rate of rates) {
    for (const kind of KINDS) {
      stage.say(`  ${rate} calls a second, ${kind}`);
      const paced = pair(rate, kind).map((row) => ({ ...row, rate, callers: OUTSTANDING_MAX }));
      rows.push(...(await measureRounds(stage, paced, pace)));
    }
  }
  const answered = rows.filter(({ base }) => base === null).reduce((sum, { calls }) => sum + calls, 0);
  checkBillingLedger(file, answered);
  return {
    id: 'open-loop',
    title: 'At a fixed rate',
    how: `Requests are sent at fixed times, whether or not earlier ones were answered, at most ${OUTSTANDING_MAX} at one time; the upstream answers after 20 ms. Each slice of Reelgate on SQLite is next to one of the gateway that does the same work. Latency counts from the time at which a request was due. Switches are context switches of all threads per call.`,
    columns: 'threads',
    rows,
    skipped: [],
  };
}
