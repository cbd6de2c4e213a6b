// Simulates a day of 100,000 calls a second over cells, each a PostgreSQL with its nodes, with the costs that were measured, and one cell
// lost in the busiest hour. Prints its tables; with --write they replace those of docs/guides/scale.md. Nothing is started or asked.
// Run: npm run bench:scale -- [--rate 100000] [--swing 0.4] [--accounts 200000] [--lost-minutes 60] [--core-hour 0.04]
//      [--gigabyte-month 0.1] [--seed 1] [--write]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cellName, dealAccounts } from './scale/account-cells.ts';
import { BYTES_PER_CALL, readCosts } from './scale/costs.ts';
import { type DayPlan, simulateDay } from './scale/day.ts';
import { planCell, reaches } from './scale/machines.ts';
import { costLine, dayLine, dayRows, dayTable, reachTable } from './scale/report.ts';

const ROOT = path.join(import.meta.dirname, '..');
const FIGURES = path.join(ROOT, 'docs/reference/performance.md');
const GUIDE = path.join(ROOT, 'docs/guides/scale.md');
/** The busiest second of the day, as in day.ts; it is in the middle of the outage. */
const BUSIEST_SECOND = 64_800;
/** Large accounts are assigned at random, so the busiest cell gets more than its share. */
const DEALT_UNEVENLY = 1.25;
const CELLS_MAX = 36 * 36;

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100000' },
    swing: { type: 'string', default: '0.4' },
    accounts: { type: 'string', default: '200000' },
    'lost-minutes': { type: 'string', default: '60' },
    'core-hour': { type: 'string', default: '0.04' },
    'gigabyte-month': { type: 'string', default: '0.1' },
    seed: { type: 'string', default: '1' },
    write: { type: 'boolean', default: false },
  },
});

function positive(name: keyof typeof values): number {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} is a number above 0`);
  return value;
}

function replaced(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the guide has no place for ${name}`);
  return `${text.slice(0, from + begin.length)}\n${content}\n${text.slice(to)}`;
}

const costs = readCosts(readFileSync(FIGURES, 'utf8'));
const rates = { coreHour: positive('core-hour'), gigabyteMonth: positive('gigabyte-month') };
const [perSecond, swing, accounts] = [positive('rate'), positive('swing'), positive('accounts')];
const cell = planCell(costs);
const cells = Math.ceil((perSecond * (1 + swing) * DEALT_UNEVENLY) / cell.perSecond);
if (cells > CELLS_MAX) throw new Error(`${cells} cells are more than two characters can name`);
const { shares, largest } = dealAccounts(accounts, cells, Number(values.seed));
const lostSeconds = positive('lost-minutes') * 60;
const lost = {
  cell: cellName(Math.floor(cells / 2)),
  fromSecond: Math.round(BUSIEST_SECOND - lostSeconds / 2),
  seconds: lostSeconds,
};
const plan: DayPlan = { perSecond, swing, shares, costs, cell, lost };
const gigabytesPerDay = (perSecond * 86_400 * BYTES_PER_CALL.postgres) / 1e9;

const parts = {
  reach: `${costLine(costs)}\n\n${reachTable(reaches(costs, rates), 'USD')}`,
  day: `${dayLine(plan, { accounts, largest, gigabytesPerDay })}\n\n${dayTable(dayRows(simulateDay(plan), lost.cell))}`,
};
for (const part of Object.values(parts)) console.log(`${part}\n`);
if (values.write) {
  const written = Object.entries(parts).reduce(
    (text, [name, content]) => replaced(text, name, content),
    readFileSync(GUIDE, 'utf8'),
  );
  writeFileSync(GUIDE, written);
}
