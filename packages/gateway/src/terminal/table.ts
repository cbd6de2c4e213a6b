// Tables and field lists for people: aligned columns, numbers to the right, long texts cut to the terminal width. Scripts use --json
// instead, so this format may change at any time.
import { fitText, plainText, textWidth } from './text-width.ts';

export type Cell = string | number | boolean | null;

export interface Column {
  title: string;
  align?: 'right';
  /** May be cut when the table is too wide. Ids and amounts never are: half of one is useless. */
  canShrink?: boolean;
}

/** A field of the row, or a function of the row. */
type CellOf<T> =
  | { [K in keyof T & string]: T[K] extends Cell ? K : never }[keyof T & string]
  | ((row: T) => Cell);
type Style = Omit<Column, 'title'>;

/** What is shown of a thing, by title: as columns of a table, or as lines of one thing. */
export type Columns<T> = Readonly<Record<string, CellOf<T> | ({ cell: CellOf<T> } & Style)>>;

/** A column of numbers, aligned right. */
export function right<const C>(cell: C): { cell: C; align: 'right' } {
  return { cell, align: 'right' };
}

/** A column of long texts that may be cut. */
export function long<const C>(cell: C): { cell: C; canShrink: true } {
  return { cell, canShrink: true };
}

const GAP = '  ';
/**
 * The columns, then one for each further field of the view that is not in `hidden`. A new field of the view is then printed without a change
 * of the columns.
 */
export function andOtherFields<T extends object>(
  columns: Columns<T>,
  view: { properties: object },
  hidden: readonly (keyof T)[],
): Columns<T> {
  const cells = Object.values(columns).map((one) => (typeof one === 'object' ? one.cell : one));
  const others = Object.keys(view.properties).filter(
    (name) => !(cells as unknown[]).includes(name) && !(hidden as readonly string[]).includes(name),
  );
  return {
    ...columns,
    ...Object.fromEntries(others.map((name) => [name.replaceAll('_', ' '), name])),
  } as Columns<T>;
}

/** Narrower than this, a cut text is unreadable. */
const SHRUNK_WIDTH_MIN = 8;

function cellText(cell: Cell): string {
  return cell === null || cell === '' ? '–' : plainText(String(cell));
}

/** Shrinks the widest shrinkable column until the table fits, or no column can shrink further. */
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

/** One thing, one line per field. */
export function renderFields(fields: readonly (readonly [string, Cell])[]): string {
  const width = Math.max(...fields.map(([name]) => textWidth(name)));
  return fields.map(([name, cell]) => `${name.padEnd(width)}${GAP}${cellText(cell)}\n`).join('');
}

function styled<T>(columns: Columns<T>): ({ cell: CellOf<T> } & Column)[] {
  return Object.entries(columns).map(([title, of]) =>
    typeof of === 'object' ? { title, ...of } : { title, cell: of },
  );
}

function cellOf<T>(cell: CellOf<T>, row: T): Cell {
  return typeof cell === 'function' ? cell(row) : (row[cell] as Cell);
}

/** `renderTable`, with the cells taken from the rows. */
export function tableOf<T>(columns: Columns<T>, rows: readonly T[], widthMax: number | null): string {
  const all = styled(columns);
  return renderTable(
    all,
    rows.map((row) => all.map(({ cell }) => cellOf(cell, row))),
    widthMax,
  );
}

export function fieldsOf<T>(columns: Columns<T>, thing: T): string {
  return renderFields(styled(columns).map(({ title, cell }) => [title, cellOf(cell, thing)]));
}

/** The cells of one row, for output line by line. */
export function cellsOf<T>(columns: Columns<T>, row: T): Cell[] {
  return styled(columns).map(({ cell }) => cellOf(cell, row));
}
