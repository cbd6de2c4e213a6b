// The sums of the record as text: lines for the terminal, and the generated part of the guide. Pure.
import type { NoticedRow } from '../planter/report.ts';
import type { Recorded } from './record.ts';
import { byPart, judged, otherViolations, type Sums, sumsOf, TARGETS, type Target } from './sums.ts';

const WORDS: Record<Target, string> = {
  calls: 'calls',
  kills: 'kill -9 of a node',
  databaseRestarts: 'immediate restarts of the database',
  failOvers: 'fail-overs of the database',
};
const NAMES = Object.keys(TARGETS) as Target[];
/** What stands between these two lines of the guide is generated. */
const partOf = (name: string) => ({
  begin: `<!-- ${name}: \`npm run reference\` writes this part -->`,
  end: `<!-- end of ${name} -->`,
});

const number = (value: number): string => value.toLocaleString('en-US');
const listed = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${number(count)}`)
    .join(', ');

function reachedLine(sums: Sums, name: Target): string {
  const left = TARGETS[name] - sums.reached[name];
  return `${WORDS[name]}: ${number(sums.reached[name])} of ${number(TARGETS[name])}${left > 0 ? `, ${number(left)} to go` : ''}`;
}

/** For `npm run torture -- --on-record`. */
export function recordLines(runs: readonly Recorded[]): string[] {
  const sums = sumsOf(runs);
  const others = listed(otherViolations(sums));
  const parts = [...byPart(runs)].map(([part, own]) => {
    const { reached } = sumsOf(own);
    return `with ${part}: ${NAMES.map((name) => `${WORDS[name]} ${number(reached[name])}`).join(', ')}`;
  });
  return [
    `${sums.runs} runs, ${number(sums.rounds)} rounds; ${sums.unplayed} more could not be played`,
    ...NAMES.map((name) => reachedLine(sums, name)),
    ...parts,
    ...judged(sums).map(
      (row) => `${row.promise}: ${row.violations} violations in ${number(row.facts)} facts`,
    ),
    `other violations: ${others === '' ? 'none' : others}`,
  ];
}

type Column = (sums: Sums) => string;
const COLUMNS: Record<string, Column> = {
  'rounds, unplayed': (sums) => `${number(sums.rounds)}, ${sums.unplayed}`,
  'good answers': (sums) => number(sums.answered),
  ...Object.fromEntries(NAMES.map((name) => [WORDS[name], (sums: Sums) => number(sums.reached[name])])),
  violations: (sums) => listed(sums.violations) || '0',
};

const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** One row per commit and database, the newest first, and their sums. */
function table(runs: readonly Recorded[]): string[] {
  const groups = Map.groupBy(runs, (run) => [run.date, commitOf(run), run.kind, run.storage].join(' · '));
  const rows = [...groups].reverse().map(([name, own]) => tableRow([name, ...cellsOf(own)]));
  const heads = ['day, commit, what, database', ...Object.keys(COLUMNS)];
  return [
    tableRow(heads),
    tableRow(heads.map((_, i) => (i === 0 ? '---' : '--:'))),
    ...rows,
    tableRow(['**all**', ...cellsOf(runs)]),
    tableRow(['goal', '', '', ...NAMES.map((name) => number(TARGETS[name])), '0']),
  ];
}

const commitOf = ({ commit, isNoted }: Recorded): string =>
  `${isNoted === true ? 'before ' : ''}\`${commit}\``;

function cellsOf(runs: readonly Recorded[]): string[] {
  const sums = sumsOf(runs);
  return Object.values(COLUMNS).map((column) => column(sums));
}

function promises(runs: readonly Recorded[]): string[] {
  const rows = judged(sumsOf(runs));
  return [
    tableRow(['promise', 'facts that were checked', 'violations']),
    tableRow(['---', '--:', '--:']),
    ...rows.map((row) => tableRow([row.promise, number(row.facts), number(row.violations)])),
  ];
}

function parts(runs: readonly Recorded[]): string[] {
  return [
    tableRow(['runs with', ...NAMES.map((name) => WORDS[name])]),
    tableRow(['---', ...NAMES.map(() => '--:')]),
    ...[...byPart(runs)].map(([part, own]) => {
      const { reached } = sumsOf(own);
      return tableRow([part, ...NAMES.map((name) => number(reached[name]))]);
    }),
  ];
}

function noticedTable(rows: readonly NoticedRow[]): string[] {
  return [
    tableRow(['bugs', 'noticed when planted', 'noticed with the tests added since']),
    tableRow(['---', '---', '---']),
    ...rows.map(({ what, planted, today }) => tableRow([what, planted, today])),
  ];
}

function withPart(guide: string, name: string, lines: readonly string[]): string {
  const { begin, end } = partOf(name);
  const [before, rest = ''] = guide.split(begin);
  const after = rest.split(end)[1];
  if (after === undefined) throw new Error(`the guide has no part between ${begin} and ${end}`);
  return before + [begin, '', ...lines, '', end].join('\n') + after;
}

/** The guide with its generated parts as the record and the figures have them. */
export function guideWith(guide: string, runs: readonly Recorded[], noticed: readonly NoticedRow[]): string {
  const record = [...table(runs), '', ...parts(runs), '', ...promises(runs)];
  return withPart(withPart(guide, 'the torture record', record), 'planted bugs', noticedTable(noticed));
}
