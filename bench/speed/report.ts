// The tables: the same columns in the terminal and in the document.
import { short } from './figures.ts';
import { machineText } from './machine.ts';
import type { Results, Section } from './results.ts';
import type { RowFigures } from './rounds.ts';
import { type Comparison, compareWithLess, judge, type Target } from './targets.ts';

/** The stable variant hedges a few calls in a hundred; only a higher ratio is noted. */
const REACH_NOTED = 1.02;

export type Table = { head: string[]; rows: string[][] };

export function sectionTable({ rows, skipped, base }: Section): Table {
  const head = ['', 'CPU µs/call', base === null ? '' : 'ratio', 'calls/s', 'p50 ms', 'p99 ms', 'RSS MB', ''];
  const blank = ['–', '', '–', '–', '–', '–'];
  return {
    head,
    rows: [
      ...rows.map((row) => [row.label, ...rowCells(row, base !== null), noteOf(row)]),
      ...skipped.map(({ label, reason }) => [label, ...blank, `skipped: ${reason}`]),
    ],
  };
}

function rowCells(row: RowFigures, hasBase: boolean): string[] {
  const { cpuMicros, ratio, perSecond, p50Ms, p99Ms, rssMb } = row;
  const cells = [cpuMicros, ratio, perSecond, p50Ms, p99Ms, rssMb].map(short);
  cells[1] = hasBase ? (ratio?.toFixed(2) ?? '–') : '';
  return cells;
}

/** What a reader should know before trusting the row. */
function noteOf({ refusals, reach, besideMicros }: RowFigures): string {
  const notes = Object.entries(refusals).map(([status, count]) => `${count} × ${status}`);
  if (besideMicros > 0) notes.push(`database + ${short(besideMicros)} µs`);
  if (reach > REACH_NOTED) notes.push(`${reach.toFixed(2)} upstream requests per call`);
  return notes.join(', ');
}

export function targetTable(results: Results): Table {
  const rows = judge(results).map((target) => [
    target.what,
    target.bound,
    foundText(target),
    verdict(target),
  ]);
  return { head: ['target', 'bound', 'found', ''], rows };
}

export function comparisonTable(results: Results): Table {
  const rows = compareWithLess(results).map((figure) => [figure.what, foundText(figure), '']);
  return { head: ['for information', 'found', ''], rows };
}

function foundText({ found, unit }: Comparison): string {
  return found === null ? '–' : `${unit === '×' ? found.toFixed(2) : short(found)} ${unit}`.trim();
}

function verdict({ isMet, isGoalReached }: Target): string {
  if (isMet === null) return 'not measured';
  if (!isMet) return 'MISSED';
  return isGoalReached === null ? 'met' : `met, goal ${isGoalReached ? 'reached' : 'not reached'}`;
}

export function printReport(results: Results): string {
  const { sections, machine, mode, seconds } = results;
  const parts = sections.map((section) => `${section.title}\n${aligned(sectionTable(section))}`);
  const foot = `${machineText(machine)}\n${mode} run, ${Math.round(seconds)} s`;
  return [...parts, aligned(targetTable(results)), aligned(comparisonTable(results)), foot].join('\n\n');
}

/** The first and the last column are text, all between are figures. */
export function aligned({ head, rows }: Table): string {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (row: string[]) =>
    row
      .map((cell, i) =>
        i === 0 || i === row.length - 1 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!),
      )
      .join('  ')
      .trimEnd();
  return [head, ...rows].map(line).join('\n');
}

export function markdown({ head, rows }: Table): string {
  const line = (row: string[]) => `| ${row.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 || i === head.length - 1 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
