// Owns what commands that move a whole ledger show: a progress bar on the way, and what arrived at the end.
import { formatMoney } from '../domain/money.ts';
import type { TransferProgress, TransferResult } from '../storage/transfer.ts';
import type { Invocation } from './command.ts';
import { LINE_START, progressLine } from './progress.ts';
import { type Column, renderFields, renderTable } from './table.ts';

/** Without a terminal, a line this often: enough to see life in a log. */
const PLAIN_LINE_MS = 10_000;

const COLUMNS: Column[] = [{ title: 'table' }, { title: 'rows', align: 'right' }, { title: 'sha256' }];
/** Enough to compare by eye; --json has them whole. */
const DIGEST_CHARS = 16;

export function transferProgress({ world }: Invocation): (progress: TransferProgress) => void {
  const startedMs = world.clock.monotonicMs();
  let toldMs = startedMs;
  return ({ done, total, table }) => {
    const nowMs = world.clock.monotonicMs();
    const elapsedMs = nowMs - startedMs;
    const line = `${progressLine({ done, total, count: done, unit: 'rows', elapsedMs })}  ${table}`;
    if (world.isTerminal) world.err(LINE_START + line);
    else if (nowMs - toldMs >= PLAIN_LINE_MS) {
      toldMs = nowMs;
      world.err(`${line}\n`);
    }
  };
}

type Copied = Extract<TransferResult, { kind: 'copied' }>;

export function copiedData({ tables, ledger }: Copied) {
  const { accounts, entries, calls, balanceMicros } = ledger;
  return { tables, ledger: { clean: true, accounts, entries, calls, balance: formatMoney(balanceMicros) } };
}

export function copiedText({ world }: Invocation, { tables, ledger }: Copied): string {
  const head = renderFields([
    ['ledger', 'clean'],
    ['accounts', ledger.accounts],
    ['entries', ledger.entries],
    ['calls', ledger.calls],
    ['balance', formatMoney(ledger.balanceMicros)],
  ]);
  if (tables.length === 0) return head;
  const rows = tables.map(({ table, rows: n, sha256 }) => [table, n, sha256.slice(0, DIGEST_CHARS)]);
  return `${renderTable(COLUMNS, rows, world.columns)}\n${head}`;
}

export function clearProgress({ world }: Invocation): void {
  if (world.isTerminal) world.err(LINE_START);
}
