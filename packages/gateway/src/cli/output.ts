// Owns the choice between the two forms of an answer: JSON for scripts, whose fields are those of the admin API and
// only ever grow, or text for people.
import type { Invocation } from './command.ts';
import { type Cell, type Column, renderTable } from './table.ts';

export function show(call: Invocation, data: unknown, text: () => string): void {
  call.world.out(call.json ? `${JSON.stringify(data, null, 2)}\n` : text());
}

/** A table that fits the terminal, or a sentence when there is nothing to show. */
export function tableText(
  call: Invocation,
  columns: readonly Column[],
  rows: readonly Cell[][],
  empty: string,
): string {
  return rows.length === 0 ? `${empty}\n` : renderTable(columns, rows, call.world.columns);
}
