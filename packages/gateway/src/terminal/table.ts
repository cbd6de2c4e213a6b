// Tables and field lists for people: aligned columns, numbers to the right. In a terminal a table fits its width; elsewhere, and with --wide,
// every cell is whole. Scripts use --json instead, so this format may change at any time.
import { type Column, GAP, type Layout, layOut } from './table-layout.ts';
import { fitMiddle, fitText, plainText, textWidth, wrapText } from './text-width.ts';

export type { Column } from './table-layout.ts';
export type Cell = string | number | boolean | null;

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

/** The column that people look for first, such as the title of a video. */
export function mainText<const C>(cell: C): { cell: C; canShrink: true; isMain: true } {
  return { cell, canShrink: true, isMain: true };
}

/** Sentences in the last column: they go on below themselves instead of being cut. */
export function wrapped<const C>(cell: C): { cell: C; canShrink: true; isMain: true; wraps: true } {
  return { cell, canShrink: true, isMain: true, wraps: true };
}

/** Cells that people copy: a narrow terminal shows them below their rows, whole. */
export function below<const C>(cell: C): { cell: C; goesBelow: true } {
  return { cell, goesBelow: true };
}

/** A column that a narrow terminal leaves out first. */
export function extra<const C>(cell: C): { cell: C; isExtra: true } {
  return { cell, isExtra: true };
}

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

function cellText(cell: Cell): string {
  return cell === null || cell === '' ? '–' : plainText(String(cell));
}

const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z$/;

/** `2026-11-15 12:00Z` */
function shortTime(text: string): string {
  return text.replace(TIME, '$1 $2Z');
}

/** Ids, paths and addresses are recognised by both of their ends, sentences by their beginning. */
const isSentence = (text: string) => text.includes(' ') || textWidth(text) !== text.length;

function padded(text: string, width: number, column: Column): string {
  const isText = column.canShrink === true && (column.isMain === true || isSentence(text));
  const fitted = isText ? fitText(text, width) : fitMiddle(text, width);
  const space = ' '.repeat(Math.max(0, width - textWidth(fitted)));
  return column.align === 'right' ? space + fitted : fitted + space;
}

function linesOf(columns: readonly Column[], line: readonly string[], { shown }: Layout): string[] {
  const last = shown.at(-1)!;
  const isWrapped = columns[last.at]!.wraps === true;
  const start = (isWrapped ? shown.slice(0, -1) : shown)
    .map(({ at, width }) => padded(line[at]!, width, columns[at]!))
    .join(GAP);
  if (!isWrapped) return [start.trimEnd()];
  const indent = ' '.repeat(textWidth(start));
  return wrapText(line[last.at]!, last.width).map((text, i) => (i === 0 ? start : indent) + GAP + text);
}

const isEmpty = (cell: string) => cell === cellText(null);

/** What stands below a row, under its second column: cells that must stay whole, then columns that found no room. */
function linesBelow(
  columns: readonly Column[],
  line: readonly string[],
  { shown, below, hidden }: Layout,
  widthMax: number,
): string[] {
  if (below.length === 0) return [];
  const indent = Math.min(shown[0]?.width ?? 0, Math.floor(widthMax / 4)) + GAP.length;
  const named = hidden.map((at) => ({ at, title: `${columns[at]!.title} ` }));
  const parts = [...below.map((at) => ({ at, title: '' })), ...named]
    .filter(({ at }) => !isEmpty(line[at]!))
    .map(({ at, title }) => fitMiddle(title + line[at]!, widthMax - indent));
  return joined(parts, widthMax - indent).map((text) => ' '.repeat(indent) + text);
}

/** As few lines as possible. */
function joined(parts: readonly string[], widthMax: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ''}${GAP}${part}`;
    if (lines.length > 0 && textWidth(longer) <= widthMax) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

function noteOf(columns: readonly Column[], { hidden, below }: Layout, widthMax: number): string[] {
  if (hidden.length === 0 || below.length > 0) return [];
  const titles = hidden.map((at) => columns[at]!.title.replace(', ', ' in '));
  return wrapText(`(Not shown: ${titles.join(', ')}. Add --wide or --json to see everything.)`, widthMax);
}

export function renderTable(
  columns: readonly Column[],
  rows: readonly Cell[][],
  widthMax: number | null,
): string {
  const whole = rows.map((row) => row.map(cellText));
  const fit = (lines: readonly string[][]) =>
    layOut(
      columns,
      columns.map((_, at) => lines.map((line) => line[at]!)),
      widthMax,
    );
  const isCut = ({ shown }: Layout) =>
    shown.length < columns.length ||
    shown.some(({ at, width }) => whole.some((line) => textWidth(line[at]!) > width));
  let [lines, layout] = [whole, fit(whole)];
  if (widthMax !== null && isCut(layout)) {
    lines = whole.map((line) => line.map(shortTime));
    layout = fit(lines);
  }
  const titles = columns.map((column) => column.title);
  const written = [
    ...linesOf(columns, titles, layout),
    ...lines.flatMap((line) => [
      ...linesOf(columns, line, layout),
      ...(widthMax === null ? [] : linesBelow(columns, line, layout, widthMax)),
    ]),
    ...(widthMax === null ? [] : noteOf(columns, layout, widthMax)),
  ];
  return `${written.join('\n')}\n`;
}

/** Below this, wrapping makes a column of single words. */
const VALUE_WIDTH_MIN = 20;

/** One thing, one line per field. With a width, long values go on below themselves; a word is never broken, so that it can be copied. */
export function renderFields(
  fields: readonly (readonly [string, Cell])[],
  widthMax: number | null = null,
): string {
  const width = Math.max(...fields.map(([name]) => textWidth(name)));
  const indent = ' '.repeat(width + GAP.length);
  const textOf = (cell: Cell) =>
    widthMax === null
      ? cellText(cell)
      : wrapText(cellText(cell), Math.max(VALUE_WIDTH_MIN, widthMax - indent.length)).join(`\n${indent}`);
  return fields.map(([name, cell]) => `${name.padEnd(width)}${GAP}${textOf(cell)}\n`).join('');
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

export function fieldsOf<T>(columns: Columns<T>, thing: T, widthMax: number | null = null): string {
  return renderFields(
    styled(columns).map(({ title, cell }) => [title, cellOf(cell, thing)]),
    widthMax,
  );
}

/** The cells of one row, for output line by line. */
export function cellsOf<T>(columns: Columns<T>, row: T): Cell[] {
  return styled(columns).map(({ cell }) => cellOf(cell, row));
}
