// What the first calls of a process cost: V8 compiles meanwhile, which the other sections wait for. A short command, a scaled-down node and
// each start after an upgrade pay this.
import { startBilling } from '../contenders/do-it-yourself.ts';
import { Reelgate } from '../contenders/reelgate.ts';
import type { Section } from '../results.ts';
import { figuresOf, type Reached, runSlice } from '../rounds.ts';
import { billingRow, CALLERS, liveRow, type Row } from '../rows.ts';
import type { Stage } from '../stage.ts';

const BASE = 'first-calls-billing';

export async function measureFirstCalls(
  stage: Stage,
  { rounds, calls }: { rounds: number; calls: number },
): Promise<Section> {
  const measured = new Map<string, { row: Row; slices: Reached[] }>();
  for (let round = 0; round < rounds; round++) {
    stage.say(`  round ${round + 1} of ${rounds}`);
    for (const start of round % 2 === 0 ? STARTS : STARTS.toReversed()) {
      const row = await start(stage, round);
      const slice = await runSlice(stage, row, { warmMs: 0, sliceMs: 1, callsMin: calls });
      measured.set(row.id, { row, slices: [...(measured.get(row.id)?.slices ?? []), slice] });
      await stage.clear();
    }
  }
  return {
    id: 'first-calls',
    title: `The first ${calls.toLocaleString('en')} calls of a process`,
    how: `${CALLERS} callers ask a process that has just started; each round starts both anew. The start itself is not counted.`,
    columns: 'threads',
    rows: [...measured.values()].map(({ row, slices }) => figuresOf(row, slices)),
    skipped: [],
  };
}

async function startBillingRow(stage: Stage, round: number): Promise<Row> {
  const file = `${stage.folder(`first-calls-billing-${round}`)}/billing.db`;
  const contender = await stage.keep(startBilling(stage.upstream.at.fast, file));
  return billingRow({ id: BASE, label: 'the same work', contender }, {});
}

async function startOwnRow(stage: Stage, round: number): Promise<Row> {
  const settings = { folder: stage.folder(`first-calls-${round}`), upstream: stage.upstream.at };
  const contender = await stage.keep(Reelgate.start(settings));
  return { ...liveRow({ id: 'first-calls', label: 'Reelgate', contender }), base: BASE };
}

const STARTS = [startBillingRow, startOwnRow];
