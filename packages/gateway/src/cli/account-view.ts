// Owns how accounts and ledger entries look on a terminal.
import type { Static } from 'typebox';
import type { AccountView, AdminEntryView } from '../features/accounts/account-views.ts';
import type { RateInput } from '../features/verb/fields.ts';
import type { Cell, Column } from './table.ts';
import { renderFields } from './table.ts';

export type ShownAccount = Static<typeof AccountView>;
export type ShownEntry = Static<typeof AdminEntryView>;

export function rateText(rate: Static<typeof RateInput> | null): string | null {
  return rate && `${rate.requests}/${rate.per_seconds}:${rate.concurrent}`;
}

export function accountText(account: ShownAccount): string {
  return renderFields([
    ['id', account.id],
    ['name', account.name],
    ['status', account.status],
    ['balance', `${account.balance} ${account.currency}`],
    ['held', `${account.held} ${account.currency}`],
    ['available', `${account.available} ${account.currency}`],
    ['rate', rateText(account.rate)],
    ['title', account.title],
    ['contact', account.contact],
    ['billing address', account.billing_address],
    ['tax id', account.tax_id],
    ['low balance', account.low_balance],
    ['created', account.created_at],
    ['closed', account.closed_at],
  ]);
}

export const ACCOUNT_COLUMNS: Column[] = [
  { title: 'id' },
  { title: 'name', canShrink: true },
  { title: 'status' },
  { title: 'balance', align: 'right' },
  { title: 'held', align: 'right' },
  { title: 'available', align: 'right' },
  { title: 'currency' },
];

export function accountCells(account: ShownAccount): Cell[] {
  const { id, name, status, balance, held, available, currency } = account;
  return [id, name, status, balance, held, available, currency];
}

export const ENTRY_COLUMNS: Column[] = [
  { title: 'seq', align: 'right' },
  { title: 'at' },
  { title: 'kind' },
  { title: 'amount', align: 'right' },
  { title: 'balance', align: 'right' },
  { title: 'request id', canShrink: true },
  { title: 'reference', canShrink: true },
  { title: 'reason', canShrink: true },
  { title: 'by', canShrink: true },
];

export function entryCells(entry: ShownEntry): Cell[] {
  const { seq, at, kind, amount, balance_after, request_id, reference, reason, actor } = entry;
  return [seq, at, kind, amount, balance_after, request_id, reference, reason, actor];
}

export function moneyText({ entry, duplicate }: { entry: ShownEntry; duplicate: boolean }): string {
  const done = duplicate ? 'was posted before; nothing was added' : 'posted';
  return `${entry.kind} of ${entry.amount} ${entry.currency} ${done}. Balance: ${entry.balance_after} ${entry.currency}\n`;
}
