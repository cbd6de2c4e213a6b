// The tables of docs/guides/scale.md: the capacity of one ledger, and the simulated day. Only figures; the text is in the guide. Pure.
import { BYTES_PER_CALL, type CallCosts } from './costs.ts';
import type { CellDay, DayPlan } from './day.ts';
import type { Reach } from './machines.ts';

const count = (value: number): string => Math.round(value).toLocaleString('en-US');
const percent = (share: number): string => `${(100 * share).toFixed(share < 0.01 ? 3 : 1)} %`;
const rowsOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export function reachTable(reaches: readonly Reach[], currency: string): string {
  const head = ['', 'calls/s', 'calls a day', 'disk a day', `${currency} per million calls`];
  const rows = reaches.map(({ name, perSecond, gigabytesPerDay, costPerMillion }) => [
    name,
    count(perSecond),
    `${count((perSecond * 86_400) / 1e6)} M`,
    `${count(gigabytesPerDay)} GB`,
    costPerMillion.toFixed(3),
  ]);
  return rowsOf([head, ['---', '--:', '--:', '--:', '--:'], ...rows]);
}

export function costLine({ nodeMicros, databaseMicros, refusalMicros, sqliteMicros }: CallCosts): string {
  return (
    `A live call takes ${count(nodeMicros)} µs of a node and ${count(databaseMicros)} µs of PostgreSQL, ` +
    `or ${count(sqliteMicros)} µs with SQLite; a refusal takes ${count(refusalMicros)} µs. It adds ${count(BYTES_PER_CALL.postgres)} bytes to ` +
    `PostgreSQL and ${count(BYTES_PER_CALL.postgresLog)} to its log, which is what a standby receives, or ${count(BYTES_PER_CALL.sqlite)} to SQLite.`
  );
}

function sum(days: readonly CellDay[], name: string): CellDay {
  const add = (read: (day: CellDay) => number) => days.reduce((total, day) => total + read(day), 0);
  const most = (read: (day: CellDay) => number) => Math.max(...days.map(read));
  return {
    cell: name,
    calls: add((day) => day.calls),
    served: add((day) => day.served),
    refusals: add((day) => day.refusals),
    gaveUp: add((day) => day.gaveUp),
    nodesBusy: most((day) => day.nodesBusy),
    databaseBusy: most((day) => day.databaseBusy),
    caughtUpSeconds: most((day) => day.caughtUpSeconds),
  };
}

/** All cells, the busiest cell, the failed one, and all others together. */
export function dayRows(days: readonly CellDay[], lostCell: string): CellDay[] {
  const busiest = days.reduce((most, day) => (day.calls > most.calls ? day : most));
  const lost = days.find(({ cell }) => cell === lostCell)!;
  const others = days.filter(({ cell }) => cell !== lostCell);
  return [
    sum(days, `all ${days.length} cells`),
    { ...busiest, cell: 'the busiest cell' },
    { ...lost, cell: 'the lost cell' },
    sum(others, `the other ${others.length}`),
  ];
}

export function dayTable(rows: readonly CellDay[]): string {
  const head = [
    '',
    'calls',
    'answered',
    'refusals',
    'gave up',
    'CPU of nodes at most',
    'of the database',
    'caught up',
  ];
  const cells = rows.map((day) => [
    day.cell,
    `${count(day.calls / 1e6)} M`,
    percent(day.served / day.calls),
    `${count(day.refusals / 1e6)} M`,
    percent(day.gaveUp / day.calls),
    percent(day.nodesBusy),
    percent(day.databaseBusy),
    day.caughtUpSeconds === 0 ? '–' : `after ${count(day.caughtUpSeconds)} s`,
  ]);
  return rowsOf([head, ['---', '--:', '--:', '--:', '--:', '--:', '--:', '--:'], ...cells]);
}

export interface Fleet {
  accounts: number;
  largest: number;
  gigabytesPerDay: number;
}

export function dayLine({ perSecond, swing, shares, cell, lost }: DayPlan, fleet: Fleet): string {
  const { accounts, largest, gigabytesPerDay } = fleet;
  const machines = shares.size * (cell.nodes + 2);
  return (
    `${count(perSecond)} calls a second on average, ${count(perSecond * (1 + swing))} in the busiest, by ${count(accounts)} accounts, ` +
    `of which the largest makes ${count(largest * perSecond)}. ${shares.size} cells of ${cell.nodes} nodes and two database servers: ` +
    `${machines} machines, ${count(shares.size * cell.cores)} cores, ${(gigabytesPerDay / 1_000).toFixed(1)} TB of ledger a day, stored twice. ` +
    `One cell is away for ${count(lost.seconds / 60)} minutes in the busiest hour.`
  );
}
