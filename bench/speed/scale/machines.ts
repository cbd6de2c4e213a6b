// The machines of a cell and its capacity: nodes and one PostgreSQL, each kept below a share of its CPU, as a reserve for a lost node, a
// vacuum or a busy hour. Pure. It assumes that cores add up, which was measured only on two: that is why a database here has only four.
import { BYTES_PER_CALL, type CallCosts } from './costs.ts';

/** Share of the CPU at the busiest time. */
export const BUSY_MAX = 0.6;
export const DATABASE_CORES = 4;
export const NODE_CORES = 4;
const DAY_SECONDS = 86_400;

/** Prices of machines; options of the bench set them. */
export interface Rates {
  coreHour: number;
  gigabyteMonth: number;
}

export interface CellPlan {
  /** Calls per second at the busiest time that keep every machine below its share. */
  perSecond: number;
  nodes: number;
  cores: number;
}

/** As many nodes as its database can serve, and one that may fail. The standby is as large as the primary. */
export function planCell(costs: CallCosts): CellPlan {
  const perSecond = Math.floor((DATABASE_CORES * BUSY_MAX * 1e6) / costs.databaseMicros);
  const nodes = Math.ceil((perSecond * costs.nodeMicros) / (NODE_CORES * BUSY_MAX * 1e6)) + 1;
  return { perSecond, nodes, cores: nodes * NODE_CORES + 2 * DATABASE_CORES };
}

/** Most calls per second that the nodes and the database of a cell can serve; refused calls cost their own share. */
export function servedOf(offered: number, costs: CallCosts, { nodes }: CellPlan): number {
  const nodeMicros = nodes * NODE_CORES * 1e6;
  const refusals = offered * costs.refusalMicros;
  const byNodes = Math.max(0, (nodeMicros - refusals) / (costs.nodeMicros - costs.refusalMicros));
  const byDatabase = (DATABASE_CORES * 1e6) / costs.databaseMicros;
  return Math.min(offered, byNodes, byDatabase);
}

export interface Reach {
  name: string;
  perSecond: number;
  gigabytesPerDay: number;
  /** CPU and a month of disk, for calls that come evenly at the highest rate named here. */
  costPerMillion: number;
}

function reachOf(name: string, perSecond: number, cores: number, bytes: number, rates: Rates): Reach {
  const gigabytesPerDay = (perSecond * DAY_SECONDS * bytes) / 1e9;
  const hours = 1e6 / (perSecond * 3_600);
  const costPerMillion = cores * hours * rates.coreHour + (1e6 * bytes * rates.gigabyteMonth) / 1e9;
  return { name, perSecond, gigabytesPerDay, costPerMillion };
}

/** From the smallest to the largest setup of one ledger. */
export function reaches(costs: CallCosts, rates: Rates): Reach[] {
  const core = (BUSY_MAX * 1e6) / costs.sqliteMicros;
  const cell = planCell(costs);
  return [
    reachOf('one core, SQLite', core, 1, BYTES_PER_CALL.sqlite, rates),
    reachOf(
      `one node of ${NODE_CORES} cores, its share of PostgreSQL`,
      (NODE_CORES * BUSY_MAX * 1e6) / costs.nodeMicros,
      NODE_CORES * (1 + costs.databaseMicros / costs.nodeMicros),
      BYTES_PER_CALL.postgres,
      rates,
    ),
    reachOf(
      `one cell: PostgreSQL of ${DATABASE_CORES} cores, its standby, ${cell.nodes} nodes`,
      cell.perSecond,
      cell.cores,
      2 * BYTES_PER_CALL.postgres,
      rates,
    ),
  ];
}
