// A simulated day over cells, second by second: the load by the hour, what each cell can do, what it refuses, and which callers retry. One
// cell fails in the busiest hour and recovers later. Pure.
import type { CallCosts } from './costs.ts';
import { type CellPlan, DATABASE_CORES, NODE_CORES, servedOf } from './machines.ts';

const DAY_SECONDS = 86_400;
/** Share of refused callers that retry, after half a minute on average; the others give up. */
const ASK_AGAIN_SHARE = 0.9;
const ASK_AGAIN_SECONDS = 30;

export interface DayPlan {
  /** Average over the day. */
  perSecond: number;
  /** How far the busiest second is above the average, and the calmest below it. */
  swing: number;
  shares: ReadonlyMap<string, number>;
  costs: CallCosts;
  cell: CellPlan;
  lost: { cell: string; fromSecond: number; seconds: number };
}

export interface CellDay {
  cell: string;
  calls: number;
  served: number;
  refusals: number;
  gaveUp: number;
  /** Share of its CPU in the busiest second. */
  nodesBusy: number;
  databaseBusy: number;
  /** Seconds from the recovery of a cell until no caller waits any more. */
  caughtUpSeconds: number;
}

/** The busiest second is at three quarters of the day, when both sides of an ocean are awake. */
export function offeredAt(
  second: number,
  { perSecond, swing }: Pick<DayPlan, 'perSecond' | 'swing'>,
): number {
  return perSecond * (1 - swing * Math.sin((2 * Math.PI * second) / DAY_SECONDS));
}

export function simulateDay(plan: DayPlan): CellDay[] {
  return [...plan.shares].map(([cell, share]) => simulateCell(plan, cell, share));
}

function simulateCell(plan: DayPlan, cell: string, share: number): CellDay {
  const { costs, cell: shape, lost } = plan;
  const day: CellDay = {
    ...{ cell, calls: 0, served: 0, refusals: 0, gaveUp: 0 },
    ...{ nodesBusy: 0, databaseBusy: 0, caughtUpSeconds: 0 },
  };
  const backAt = lost.cell === cell ? lost.fromSecond + lost.seconds : Number.NaN;
  /** Callers that were refused and will retry. */
  let waiting = 0;
  for (let second = 0; second < DAY_SECONDS || waiting >= 1; second++) {
    const fresh = second < DAY_SECONDS ? share * offeredAt(second, plan) : 0;
    const again = waiting / ASK_AGAIN_SECONDS;
    const isLost = second >= lost.fromSecond && second < backAt;
    const offered = fresh + again;
    const served = isLost ? 0 : servedOf(offered, costs, shape);
    const refused = offered - served;
    waiting += ASK_AGAIN_SHARE * refused - again;
    day.calls += fresh;
    day.served += served;
    day.refusals += refused;
    day.gaveUp += (1 - ASK_AGAIN_SHARE) * refused;
    if (isLost) continue;
    const nodeMicros = served * costs.nodeMicros + refused * costs.refusalMicros;
    day.nodesBusy = Math.max(day.nodesBusy, nodeMicros / (shape.nodes * NODE_CORES * 1e6));
    day.databaseBusy = Math.max(day.databaseBusy, (served * costs.databaseMicros) / (DATABASE_CORES * 1e6));
    if (second >= backAt && waiting >= 1) day.caughtUpSeconds = second - backAt + 1;
  }
  return day;
}
