// The two forms of an answer: JSON for scripts, whose fields are those of the admin API and only ever grow, or text for people.
import type { Invocation } from './command.ts';
import { type Columns, tableOf } from './table.ts';

export function show(call: Invocation, data: unknown, text: () => string): void {
  call.world.out(call.json ? `${JSON.stringify(data, null, 2)}\n` : text());
}

/** An answer that is shown this once. When standard output did not take it, `remedy` says on standard error how to get another one. */
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
export function tableText<T>(
  { world }: Invocation,
  columns: Columns<T>,
  rows: readonly T[],
  empty: string,
): string {
  return rows.length === 0 ? `${empty}\n` : tableOf(columns, rows, world.columns);
}

/** Of a key or an admin token. */
export function secretText(secret: string): string {
  return `\n  ${secret}\n\nStore it now: it is shown this once, and only its hash is kept.\n`;
}
