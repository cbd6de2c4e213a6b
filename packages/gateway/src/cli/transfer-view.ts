// Owns what commands that move a whole ledger show: a progress bar on the way, and what arrived at the end.
import { formatMoney } from '../domain/money.ts';
import type { TransferProgress, TransferResult } from '../storage/transfer.ts';
import type { Invocation } from './command.ts';
import { ProgressShown } from './progress-shown.ts';
import { type Column, renderFields, renderTable } from './table.ts';

const COLUMNS: Column[] = [{ title: 'table' }, { title: 'rows', align: 'right' }, { title: 'sha256' }];
/** Enough to compare by eye; --json has them whole. */
const DIGEST_CHARS = 16;

export function transferProgress({ world }: Invocation): (progress: TransferProgress) => void {
  const shown = new ProgressShown(world);
  return ({ done, total, table }) => shown.tell({ done, total, count: done, unit: 'rows' }, `  ${table}`);
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
  new ProgressShown(world).clear();
}
