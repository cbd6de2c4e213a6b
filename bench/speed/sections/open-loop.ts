// What a call costs and how long it takes at the loads that users have: requests are sent at a fixed rate, far below what either gateway can
// do, so that calls are hardly batched. Each slice of Reelgate is next to one of the gateway that does the same work.
import { existsSync } from 'node:fs';
import { startBilling } from '../contenders/do-it-yourself.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import type { Section } from '../results.ts';
import { measureRounds, type Pace, type RowFigures, warmUp } from '../rounds.ts';
import { billingRow, liveRow, OWN_ID, type Row } from '../rows.ts';
import { checkBillingLedger, checkSameAnswers } from '../same-work.ts';
import type { Stage } from '../stage.ts';

export const RATES: readonly number[] = [50, 200, 400];
/** With 20 ms of the upstream, 400 calls a second are 8 at one time. A pause of 300 ms is still within the limit. */
export const OUTSTANDING_MAX = 128;

export const KINDS = ['live', 'live-id'] as const;
export type Kind = (typeof KINDS)[number];

export const openLoopId = (rate: number, kind: Kind, isBilling = false) =>
  `open-${rate}-${kind}${isBilling ? '-billing' : ''}`;

/** Each call of the same work waits for two syncs, one after another. Where they take more of a second than this, the rate cannot be kept. */
const SYNCS_A_CALL = 2;
const SYNC_SHARE_MAX = 0.5;
/** A file system in memory, on Linux. */
const MEMORY_FOLDER = '/dev/shm';

export const needsMemory = (rate: number, syncMs: number) =>
  (rate * SYNCS_A_CALL * syncMs) / 1_000 > SYNC_SHARE_MAX;

export async function measureOpenLoop(stage: Stage, pace: Pace, rates = RATES): Promise<Section> {
  const inMemory = existsSync(MEMORY_FOLDER) ? rates.filter((rate) => needsMemory(rate, stage.syncMs)) : [];
  const onDisk = rates.filter((rate) => !inMemory.includes(rate));
  const rows: RowFigures[] = [];
  if (onDisk.length > 0) rows.push(...(await measureRates(stage, pace, onDisk, null)));
  if (inMemory.length > 0) rows.push(...(await measureRates(stage, pace, inMemory, MEMORY_FOLDER)));
  return {
    id: 'open-loop',
    title: 'At a fixed rate',
    how: `Requests are sent at fixed times, whether or not earlier ones were answered, at most ${OUTSTANDING_MAX} at one time; the upstream answers after 20 ms. Each slice of Reelgate on SQLite is next to one of the gateway that does the same work. Latency counts from the time at which a request was due. A round in which less than 98 % of the rate was reached, or more than 2 % was sent late, has no figures. Where the same work waits for its disk for half of each second or longer, both ledgers lie in memory, and the row says so. Switches are context switches of all threads per call.`,
    columns: 'threads',
    rows,
    skipped: [],
  };
}

/** `place` is where both ledgers lie instead of the run's own folder. */
async function measureRates(
  stage: Stage,
  pace: Pace,
  rates: readonly number[],
  place: string | null,
): Promise<RowFigures[]> {
  const name = place === null ? '' : '-memory';
  const file = `${stage.folder(`open-loop-billing${name}`, place)}/billing.db`;
  const billing = await stage.keep(startBilling(stage.upstream.at.slow, file));
  const settings = { folder: stage.folder(`open-loop${name}`, place), upstream: stage.upstream.at };
  const contender = await stage.keep(Reelgate.start(settings));
  await checkSameAnswers(stage, contender, billing, 'slow');
  const pair = (rate: number, kind: Kind): [Row, Row] => {
    const search = { platform: 'slow' as const, ...(kind === 'live-id' && OWN_ID) };
    const words = `${rate}/s${kind === 'live-id' ? ", caller's id" : ''}${place === null ? '' : ', in memory'}`;
    const base = openLoopId(rate, kind, true);
    return [
      billingRow({ id: base, label: `${words}: the same work`, contender: billing }, search),
      { ...liveRow({ id: openLoopId(rate, kind), label: `${words}: Reelgate`, contender }, search), base },
    ];
  };
  await warmUp(
    stage,
    KINDS.flatMap((kind) => pair(rates[0]!, kind)),
    pace,
  );
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
  await stage.clear();
  return rows;
}
