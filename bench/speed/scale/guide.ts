// The tables of docs/guides/scale.md: how far one ledger goes by the costs that docs/reference/performance.md has, and a simulated day of 100,000
// calls a second over cells, each a PostgreSQL with its nodes, of which one is lost in the busiest hour. Nothing is started or asked.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cellName, dealAccounts } from './account-cells.ts';
import { BYTES_PER_CALL, type CallCosts, readCosts } from './costs.ts';
import { type DayPlan, simulateDay } from './day.ts';
import { planCell, type Rates, reaches } from './machines.ts';
import { costLine, dayLine, dayRows, dayTable, reachTable } from './report.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const FIGURES = path.join(ROOT, 'docs/reference/performance.md');
export const GUIDE = path.join(ROOT, 'docs/guides/scale.md');
/** The busiest second of the day, as in day.ts; it is in the middle of the outage. */
const BUSIEST_SECOND = 64_800;
/** Large accounts are assigned at random, so the busiest cell gets more than its share. */
const DEALT_UNEVENLY = 1.25;
const CELLS_MAX = 36 * 36;

const PER_SECOND = 100_000;
/** The busiest second has 1.4 times the average. */
const SWING = 0.4;
const ACCOUNTS = 200_000;
const LOST_SECONDS = 3_600;
const SEED = 1;
/** What clouds ask, in USD. */
export const RATES: Rates = { coreHour: 0.04, gigabyteMonth: 0.1 };

function replaced(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the guide has no place for ${name}`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

function dayPlan(costs: CallCosts): { plan: DayPlan; largest: number } {
  const cell = planCell(costs);
  const cells = Math.ceil((PER_SECOND * (1 + SWING) * DEALT_UNEVENLY) / cell.perSecond);
  if (cells > CELLS_MAX) throw new Error(`${cells} cells are more than two characters can name`);
  const { shares, largest } = dealAccounts(ACCOUNTS, cells, SEED);
  const lost = {
    cell: cellName(Math.floor(cells / 2)),
    fromSecond: Math.round(BUSIEST_SECOND - LOST_SECONDS / 2),
    seconds: LOST_SECONDS,
  };
  return { plan: { perSecond: PER_SECOND, swing: SWING, shares, costs, cell, lost }, largest };
}

const costsNow = () => readCosts(readFileSync(FIGURES, 'utf8'));

export function reachPart(rates: Rates): string {
  const costs = costsNow();
  return `${costLine(costs)}\n\n${reachTable(reaches(costs, rates), 'USD')}`;
}

export function dayPart(): string {
  const { plan, largest } = dayPlan(costsNow());
  const gigabytesPerDay = (PER_SECOND * 86_400 * BYTES_PER_CALL.postgres) / 1e9;
  const fleet = { accounts: ACCOUNTS, largest, gigabytesPerDay };
  return `${dayLine(plan, fleet)}\n\n${dayTable(dayRows(simulateDay(plan), plan.lost.cell))}`;
}

export function writeScale(): void {
  const guide = readFileSync(GUIDE, 'utf8');
  writeFileSync(GUIDE, replaced(replaced(guide, 'reach', reachPart(RATES)), 'day', dayPart()));
}
