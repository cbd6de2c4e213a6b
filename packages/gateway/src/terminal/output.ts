// Prints an answer: JSON for scripts, with the fields of the admin API, or text for people. JSON fields are never removed.

import { painted, withBoldHead } from './colors.ts';
import type { Invocation } from './command.ts';
import { type Columns, tableOf } from './table.ts';

export function show(call: Invocation, data: unknown, text: () => string): void {
  call.world.out(call.json ? `${JSON.stringify(data, null, 2)}\n` : text());
}

/** Prints an answer that is shown only once. When standard output did not take it, `remedy` on standard error says how to get a new one. */
export async function showOnce(
  call: Invocation,
  data: unknown,
  text: () => string,
  remedy: string,
): Promise<void> {
  show(call, data, text);
  const loss = await call.world.outputLoss();
  if (loss !== null) call.world.err(`error: the secret could not be printed (${loss}). ${remedy}\n`);
}

/** A table that fits the terminal, or a sentence when there are no rows. */
export function tableText<T>(
  { world }: Invocation,
  columns: Columns<T>,
  rows: readonly T[],
  empty: string,
): string {
  return rows.length === 0
    ? `${empty}\n`
    : withBoldHead(world.colors.out, tableOf(columns, rows, world.columns));
}

/** The lines that show the secret of a key or an admin token. */
export function secretText(secret: string): string {
  return `\n  ${secret}\n\nStore it now: it is shown this once, and only its hash is kept.\n`;
}

interface ShownError {
  message: string;
  /** For scripts: the code of the API's problem, or a word for the kind of error. */
  code: string;
  exitCode: number;
  /** Further fields of the JSON. */
  detail?: object;
}

/** An error as it stands on standard error: text for people, one line of JSON with --json. */
export function errorText(
  { message, code, exitCode, detail }: ShownError,
  json: boolean,
  colors: boolean,
): string {
  if (json) return `${JSON.stringify({ error: { code, message, exit_code: exitCode, ...detail } })}\n`;
  return `${painted(colors, 'red', 'error:')} ${message}\n`;
}
