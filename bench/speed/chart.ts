// The chart: CPU per call of every contender as a bar, the gateway with the same work and ours first. Drawn as SVG by hand, so that it
// needs no library and is readable on light and dark pages.
import { type Results, sectionsOf } from './results.ts';
import { type RowFigures, ratioTo } from './rounds.ts';
import { liveFigures } from './targets.ts';

const WIDTH = 860;
const LABEL_WIDTH = 330;
const ROW_HEIGHT = 24;
const TOP = 64;
/** Pixels between the compared rows and all others. */
const GAP = 18;
/** The gateway that does the same work without and with an id, and our live search without and with one: the section puts them first. */
const LEADING_ROWS = 4;
const VALUE_WIDTH = 120; // For the figures after the longest bar.

const COLORS = { own: '#2f7ed8', other: '#8a8f98', base: '#d9822b' };

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function colorOf({ id }: RowFigures): string {
  if (id.startsWith('fast-billing')) return COLORS.base;
  return /^(sqlite|postgres)-/.test(id) ? COLORS.own : COLORS.other;
}

export function drawChart(results: Results): string {
  const { machine } = results;
  const section = sectionsOf(results).find(({ id }) => id === 'contenders');
  const rows = (section?.rows ?? []).filter(({ cpuMicros }) => Number.isFinite(cpuMicros));
  const most = Math.max(1, ...rows.map(({ cpuMicros }) => cpuMicros));
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / most;
  const height = topOf(rows.length) + 12;
  const bars = rows.map((row, i) => bar(row, i, { scale, base: rows.find(({ id }) => id === row.base) }));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}"
  font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="CPU microseconds per call">
<rect width="100%" height="100%" fill="#ffffff"/>
<text x="8" y="20" font-size="15" fill="#222">${titleOf(results)}</text>
<text x="8" y="38" fill="#222">CPU per call in microseconds, and against the gateway that does the same work (orange)</text>
<text x="8" y="54" font-size="11" fill="#666">${escaped(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}`)}</text>
${bars.join('\n')}
</svg>
`;
}

/** Short enough for the width of the chart. */
function titleOf(results: Results): string {
  const live = liveFigures(results);
  if (live === null) return 'What a call costs';
  return `Live search: ${live.cpu}, ${live.perSecond} of a gateway that does the same work`;
}

const topOf = (i: number) => TOP + i * ROW_HEIGHT + (i < LEADING_ROWS ? 0 : GAP);

function bar(
  row: RowFigures,
  i: number,
  { scale, base }: { scale: number; base: RowFigures | undefined },
): string {
  const y = topOf(i);
  const width = Math.max(1, row.cpuMicros * scale);
  const middle = y + ROW_HEIGHT / 2 + 4;
  const ratio = ratioTo(base, row, 'cpuMicros');
  const value = `${Math.round(row.cpuMicros)} µs${ratio === null ? '' : ` · ${ratio.median.toFixed(2)} ×`}`;
  return [
    `<text x="${LABEL_WIDTH - 8}" y="${middle}" text-anchor="end" fill="#222">${escaped(row.label)}</text>`,
    `<rect x="${LABEL_WIDTH}" y="${y + 4}" width="${width.toFixed(1)}" height="${ROW_HEIGHT - 8}" fill="${colorOf(row)}"/>`,
    `<text x="${(LABEL_WIDTH + width + 6).toFixed(1)}" y="${middle}" fill="#222">${value}</text>`,
  ].join('');
}
