// The tables: the same columns in the terminal and in the document.
import { short, spreadText } from './figures.ts';
import { machineText } from './machine.ts';
import { busyReasonOf, type Part, type Results, type Section, type Table } from './results.ts';
import { type RowFigures, ratioTo, type SliceFigures } from './rounds.ts';
import { type Comparison, compareWithLess, judge, type Target } from './targets.ts';
import { THREAD_GROUPS, type ThreadGroup } from './threads.ts';

/** The stable variant hedges a few calls in a hundred; only a higher ratio is noted. */
const REACH_NOTED = 1.02;

/** Latency counts from the due time, so that a p99 is the sender's own when it was late with more than this. */
const LATE_NOTED = 0.01;

const GROUP_NAMES: Record<ThreadGroup, string> = {
  main: 'main µs',
  storage: 'storage µs',
  v8: 'V8 µs',
  other: 'other µs',
};

interface Column {
  head: string;
  cell(row: RowFigures, base: RowFigures | undefined): string;
}

const figure = (head: string, read: (row: RowFigures) => number | undefined): Column => ({
  head,
  cell: (row) => short(read(row) ?? Number.NaN),
});
const ratio = (head: string, of: keyof SliceFigures): Column => ({
  head,
  cell: (row, base) => {
    if (base === undefined) return '';
    const found = ratioTo(base, row, of);
    return found === null ? '–' : spreadText(found);
  },
});

const CPU = [figure('CPU µs/call', ({ cpuMicros }) => cpuMicros), ratio('ratio', 'cpuMicros')];
const TIMES = [figure('p50 ms', ({ p50Ms }) => p50Ms), figure('p99 ms', ({ p99Ms }) => p99Ms)];

const COLUMNS: Record<Section['columns'], Column[]> = {
  throughput: [
    ...CPU,
    figure('calls/s', ({ perSecond }) => perSecond),
    ratio('ratio', 'perSecond'),
    ...TIMES,
    figure('RSS MB', ({ rssMb }) => rssMb),
  ],
  threads: [
    ...CPU,
    ...THREAD_GROUPS.map((group) => figure(GROUP_NAMES[group], ({ threadMicros }) => threadMicros?.[group])),
    figure('switches', ({ switches }) => switches),
    ...TIMES,
    ratio('p99 ratio', 'p99Ms'),
  ],
};

function sectionTable({ rows, skipped, columns }: Section): Table {
  const shown = COLUMNS[columns];
  const baseOf = ({ base }: RowFigures) => rows.find(({ id }) => id === base);
  return {
    head: ['', ...shown.map(({ head }) => head), ''],
    rows: [
      ...rows.map((row) => [row.label, ...shown.map(({ cell }) => cell(row, baseOf(row))), noteOf(row)]),
      ...skipped.map(({ label, reason }) => [label, ...shown.map(() => '–'), `skipped: ${reason}`]),
    ],
  };
}

/** What a reader should know before trusting the row. */
function noteOf({ refusals, reach, besideMicros, late, missedRounds, slices }: RowFigures): string {
  const notes = Object.entries(refusals).map(([status, count]) => `${count} × ${status}`);
  if (besideMicros > 0) notes.push(`database + ${short(besideMicros)} µs`);
  if (reach > REACH_NOTED) notes.push(`${reach.toFixed(2)} upstream requests per call`);
  if (missedRounds > 0) notes.push(`rate not kept in ${missedRounds} of ${slices.length} rounds`);
  else if (late > LATE_NOTED) notes.push(`${(late * 100).toFixed(1)} % sent late`);
  return notes.join(', ');
}

export function targetTable(results: Results, targets = judge(results)): Table {
  const rows = targets.map((target) => [target.what, target.bound, foundText(target), verdict(target)]);
  return { head: ['target', 'bound', 'found', ''], rows };
}

export function comparisonTable(results: Results): Table {
  const rows = compareWithLess(results).map((figure) => [figure.what, foundText(figure), '']);
  return { head: ['for information', 'found', ''], rows };
}

function foundText({ found, unit }: Comparison): string {
  if (found === null) return '–';
  return `${unit === '×' ? spreadText(found) : short(found.median)} ${unit}`.trim();
}

function verdict({ isMet, isGoalReached }: Target): string {
  if (isMet === null) return 'not measured';
  if (!isMet) return 'MISSED';
  return isGoalReached === null ? 'met' : `met, goal ${isGoalReached ? 'reached' : 'not reached'}`;
}

/** Title, explanation and table of a part; null for one that has only single figures. */
export function partTable({ section, breakdown }: Part): { title: string; how: string; table: Table } | null {
  return section === undefined ? (breakdown ?? null) : { ...section, table: sectionTable(section) };
}

export function printReport(results: Results): string {
  const tables = results.parts.map(partTable).filter((table) => table !== null);
  const parts = tables.map(({ title, table }) => `${title}\n${aligned(table)}`);
  // In the terminal, without what this run did not measure.
  const measured = judge(results).filter(({ found }) => found !== null);
  const busy = results.parts.flatMap((part) => {
    const reason = busyReasonOf(part);
    return reason === null ? [] : [`BUSY MACHINE, figures of ${part.name} are not final: ${reason}`];
  });
  return [...parts, aligned(targetTable(results, measured)), machineText(results.machine), ...busy].join(
    '\n\n',
  );
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
