// Decides how a table fits a terminal: how wide each column is, and what happens to columns that find no room. Nothing disappears without a
// word: a cut text ends in "…", and the table names the columns that it leaves out.
import { textWidth } from './text-width.ts';

export interface Column {
  title: string;
  align?: 'right';
  /** A text that may be cut at its end. */
  canShrink?: boolean;
  /** A text that goes on below itself instead of being cut. Only for the last column. */
  wraps?: boolean;
  /** What people look for first, such as a title: it keeps at least half of the terminal. */
  isMain?: boolean;
  /** Left out before the other columns. */
  isExtra?: boolean;
  /** In a narrow terminal its cells stand below their rows, so that they stay whole. For addresses, which people copy. */
  goesBelow?: boolean;
}

export interface Layout {
  /** The columns of the table, by their numbers. */
  shown: { at: number; width: number }[];
  /** Columns whose cells stand below their rows. */
  below: number[];
  /** Columns without room. */
  hidden: number[];
}

export const GAP = '  ';
/** Narrower than this, a cut text is unreadable. */
const TEXT_WIDTH_MIN = 8;
/** `acc_4f…sYvXe`: enough of an id to recognise it. */
const ID_WIDTH_MIN = 13;
/** Words of a closed set, such as states, are at most this wide and are never cut. */
const WORD_WIDTH_MAX = 16;
/** The same for several words, such as `paused (daily cap)`. */
const WORDS_WIDTH_MAX = 24;

interface Measured extends Column {
  at: number;
  /** Without any cut. */
  natural: number;
  /** With every cut that leaves the column readable. */
  least: number;
}

function leastOf(column: Column, cells: readonly string[], isFirst: boolean, widthMax: number): number {
  const natural = widestOf(column, cells);
  if (column.isMain) return Math.min(natural, Math.floor(widthMax / 2));
  if (column.align === 'right' || isFirst) return natural;
  const title = textWidth(column.title);
  if (column.canShrink) return Math.min(natural, Math.max(title, TEXT_WIDTH_MIN));
  return Math.max(title, ...cells.map(leastOfCell));
}

function leastOfCell(cell: string): number {
  const width = textWidth(cell);
  const widthMax = cell.includes(' ') ? WORDS_WIDTH_MAX : WORD_WIDTH_MAX;
  return width <= widthMax ? width : ID_WIDTH_MIN;
}

function widestOf({ title }: Column, cells: readonly string[]): number {
  return cells.reduce((widest, cell) => Math.max(widest, textWidth(cell)), textWidth(title));
}

function sumOf(columns: readonly Measured[], width: 'natural' | 'least'): number {
  return columns.reduce((sum, column) => sum + column[width] + GAP.length, -GAP.length);
}

/** `cells` holds one list per column. */
export function layOut(
  columns: readonly Column[],
  cells: readonly (readonly string[])[],
  widthMax: number | null,
): Layout {
  const measured = columns.map((column, at): Measured => {
    const natural = widestOf(column, cells[at]!);
    const least = widthMax === null ? natural : leastOf(column, cells[at]!, at === 0, widthMax);
    return { ...column, at, natural, least };
  });
  if (widthMax === null || sumOf(measured, 'natural') <= widthMax)
    return { shown: measured.map(({ at, natural }) => ({ at, width: natural })), below: [], hidden: [] };
  const inRows = measured.filter(({ goesBelow }) => goesBelow !== true);
  const kept = withoutExcess(inRows, widthMax);
  return {
    shown: widened(kept, widthMax),
    below: measured.filter(({ goesBelow }) => goesBelow).map(({ at }) => at),
    hidden: inRows.filter((column) => !kept.includes(column)).map(({ at }) => at),
  };
}

/** Leaves out columns until the others fit: extra ones first, texts last, and each kind from the right. */
function withoutExcess(columns: readonly Measured[], widthMax: number): Measured[] {
  let kept = [...columns];
  const rankOf = ({ isExtra, canShrink }: Measured) => (isExtra ? 0 : canShrink ? 2 : 1);
  const removable = columns
    .filter((column, i) => i > 0 && !column.isMain)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.at - a.at);
  for (const column of removable) {
    if (sumOf(kept, 'least') <= widthMax) break;
    kept = kept.filter((one) => one !== column);
  }
  return kept;
}

/** Gives the room that is left to cut columns: to the main one first, then to those that lack the least. */
function widened(columns: readonly Measured[], widthMax: number): Layout['shown'] {
  const widths = new Map(columns.map(({ at, least }) => [at, least]));
  let room = widthMax - sumOf(columns, 'least');
  const lackOf = ({ natural, least }: Measured) => natural - least;
  const wishing = [...columns].sort(
    (a, b) => Number(b.isMain ?? false) - Number(a.isMain ?? false) || lackOf(a) - lackOf(b),
  );
  for (const column of wishing) {
    const given = Math.min(Math.max(room, 0), lackOf(column));
    widths.set(column.at, column.least + given);
    room -= given;
  }
  return narrowed(
    columns.map(({ at }) => ({ at, width: widths.get(at)! })),
    widthMax,
  );
}

/** The last resort, for terminals in which even the columns that always stay do not fit: the widest one gives way. */
function narrowed(shown: Layout['shown'], widthMax: number): Layout['shown'] {
  const widths = shown.map((column) => ({ ...column }));
  let excess = widths.reduce((sum, { width }) => sum + width + GAP.length, -GAP.length) - widthMax;
  while (excess > 0) {
    const widest = widths.reduce((a, b) => (b.width > a.width ? b : a));
    if (widest.width <= 1) break;
    widest.width -= 1;
    excess -= 1;
  }
  return widths;
}
