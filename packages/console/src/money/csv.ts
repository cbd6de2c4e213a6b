// Owns how a table is written as a file for spreadsheets: quoted where it must be, and never as a formula.

/** A cell that a spreadsheet would take for a formula is made a text. Amounts may begin with a minus sign. */
function cell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText(
  heads: readonly string[],
  rows: readonly (readonly (string | number | null)[])[],
): string {
  return [heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
