// Owns what commands that move a whole ledger show: a progress bar on the way, and what arrived at the end.
import { formatMoney } from '../domain/money.ts';
import type { OnTransferProgress } from '../storage/transfer/row-transfer.ts';
import type { TransferResult } from '../storage/transfer/transfer.ts';
import type { Invocation } from './command.ts';
import { ProgressShown } from './progress-shown.ts';
import { type Column, renderFields, renderTable } from './table.ts';

const COLUMNS: Column[] = [{ title: 'table' }, { title: 'rows', align: 'right' }, { title: 'sha256' }];
/** Enough to compare by eye; --json has them whole. */
const DIGEST_CHARS = 16;

/** The library comes before the ledger, and each is counted for itself. */
export function transferProgress({ world }: Invocation): OnTransferProgress {
  let shown = new ProgressShown(world);
  let before = 0;
  return ({ done, total, table }) => {
    if (done < before) shown = new ProgressShown(world);
    before = done;
    shown.tell({ done, total, count: done, unit: 'rows' }, `  ${table}`);
  };
}

type Copied = Extract<TransferResult, { kind: 'copied' }>;

/** Of a command that takes the library along. */
export const WITHOUT_LIBRARY = { flags: '--without-library', summary: 'leave the library out' };

export function copiedData({ tables, ledger, library }: Copied) {
  const { accounts, entries, calls, balanceMicros } = ledger;
  return {
    tables,
    ledger: { clean: true, accounts, entries, calls, balance: formatMoney(balanceMicros) },
    library: libraryData(library),
  };
}

/** null when none went along. */
export function libraryData(tables: Copied['library']) {
  if (tables === null) return null;
  const [records, discussions, comments] = tables.map(({ rows }) => rows);
  return { records, discussions, comments, tables };
}

export function libraryText(library: ReturnType<typeof libraryData>): string {
  if (library === null) return 'none';
  return `${library.records} records, ${library.comments} comments on ${library.discussions} of them`;
}

export function copiedText({ world }: Invocation, { tables: ledgerTables, ledger, library }: Copied): string {
  const head = renderFields([
    ['ledger', 'clean'],
    ['accounts', ledger.accounts],
    ['entries', ledger.entries],
    ['calls', ledger.calls],
    ['balance', formatMoney(ledger.balanceMicros)],
    ['library', libraryText(libraryData(library))],
  ]);
  const tables = [...ledgerTables, ...(library ?? [])];
  if (tables.length === 0) return head;
  const rows = tables.map(({ table, rows: n, sha256 }) => [table, n, sha256.slice(0, DIGEST_CHARS)]);
  return `${renderTable(COLUMNS, rows, world.columns)}\n${head}`;
}

export function clearProgress({ world }: Invocation): void {
  new ProgressShown(world).clear();
}
