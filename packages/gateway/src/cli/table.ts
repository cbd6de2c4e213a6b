// Owns tables for people: columns of equal width, numbers to the right, long texts cut to the terminal. Pure. Scripts
// read --json instead, so the form here may change at any time.
import { fitText, plainText, textWidth } from './text-width.ts';

export type Cell = string | number | boolean | null;

export interface Column {
  title: string;
  align?: 'right';
  /** May be cut when the table is too wide. Ids and amounts never are: half of one is useless. */
  canShrink?: boolean;
}

const GAP = '  ';
/** Below this a cut text says nothing. */
const SHRUNK_WIDTH_MIN = 8;

function cellText(cell: Cell): string {
  return cell === null || cell === '' ? '–' : plainText(String(cell));
}

/** Takes from the widest column that may shrink until the table fits, or nothing is left to take. */
function fitWidths(widths: number[], columns: readonly Column[], widthMax: number): number[] {
  const fitted = [...widths];
  let excess = fitted.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - widthMax;
  while (excess > 0) {
    const shrinkable = columns.flatMap((column, i) => (column.canShrink === true ? [i] : []));
    const widest = shrinkable.sort((a, b) => fitted[b]! - fitted[a]!)[0];
    if (widest === undefined || fitted[widest]! <= SHRUNK_WIDTH_MIN) break;
    fitted[widest]! -= 1;
    excess -= 1;
  }
  return fitted;
}

function padded(text: string, width: number, column: Column): string {
  const fitted = fitText(text, width);
  const space = ' '.repeat(width - textWidth(fitted));
  return column.align === 'right' ? space + fitted : fitted + space;
}

export function renderTable(
  columns: readonly Column[],
  rows: readonly Cell[][],
  widthMax: number | null,
): string {
  const lines = [columns.map((column) => column.title), ...rows.map((row) => row.map(cellText))];
  const natural = columns.map((_, i) => Math.max(...lines.map((line) => textWidth(line[i]!))));
  const widths = widthMax === null ? natural : fitWidths(natural, columns, widthMax);
  const written = lines.map((line) =>
    columns
      .map((column, i) => padded(line[i]!, widths[i]!, column))
      .join(GAP)
      .trimEnd(),
  );
  return `${written.join('\n')}\n`;
}

/** One thing, a line per field. */
export function renderFields(fields: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => textWidth(name)));
  return fields.map(([name, cell]) => `${name.padEnd(width)}${GAP}${cellText(cell)}\n`).join('');
}
