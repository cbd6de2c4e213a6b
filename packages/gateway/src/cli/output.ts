// Owns the choice between the two forms of an answer: JSON for scripts, whose fields are those of the admin API and
// only ever grow, or text for people.
import type { Invocation } from './command.ts';
import { type Cell, type Column, renderTable } from './table.ts';

export function show(call: Invocation, data: unknown, text: () => string): void {
  call.world.out(call.json ? `${JSON.stringify(data, null, 2)}\n` : text());
}

/** An answer that is shown this once. When nobody got it, `remedy` says on standard error how to come to another one. */
export async function showOnce(
  call: Invocation,
  data: unknown,
  text: () => string,
  remedy: string,
): Promise<void> {
  show(call, data, text);
  const loss = await call.world.outputLoss();
  if (loss !== null) call.world.err(`error: nobody was shown the secret (${loss}). ${remedy}\n`);
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
