// Lists as CSV (RFC 4180). Ids, names and references come from other people, so no cell may start in a way that a spreadsheet would run as
// a formula.

export type CsvCell = string | number | boolean | null;

/** Behind white space too, which some spreadsheets drop. Includes the full-width forms, which some fold to ASCII first. */
const FORMULA_START = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/;

/** Always quoted, so that a `;` or `,` inside cannot start a second cell in any locale. */
function cellText(value: CsvCell): string {
  const text = value === null ? '' : String(value);
  // A negative amount starts like a formula, but it is a number and must stay one.
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function csvHead(columns: readonly string[]): string {
  return `${columns.join(',')}\r\n`;
}

export function csvLines<C extends string>(
  columns: readonly C[],
  rows: readonly Record<C, CsvCell>[],
): string {
  return rows.map((row) => `${columns.map((column) => cellText(row[column])).join(',')}\r\n`).join('');
}

export interface CsvForm {
  head(result: object): string;
  lines(result: object): string;
  /** The cursor of the next page; absent for verbs that return everything at once. */
  next?(result: object): string | null;
}
