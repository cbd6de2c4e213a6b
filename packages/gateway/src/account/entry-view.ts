// Owns how a ledger entry looks to its own account. It leaves out who acted: operators are not the caller's business.
import type { Static } from 'typebox';
import { ENTRY_KINDS, type Entry } from '../domain/account.ts';
import { formatTime } from '../domain/clock.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { Currency, MoneyText, nullable, TimeText } from './fields.ts';

export const EntryKindName = Type.Enum([...ENTRY_KINDS]);

export const EntryView = Type.Object(
  {
    id: Type.String(),
    seq: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the account, without a gap.' }),
    kind: EntryKindName,
    amount: MoneyText,
    balance_after: MoneyText,
    currency: Currency,
    at: TimeText,
    request_id: nullable(Type.String()),
    reference: nullable(Type.String()),
    reason: nullable(Type.String()),
  },
  { $id: 'Entry', description: 'One immutable ledger entry; a charge is negative.' },
);
export type EntryView = Static<typeof EntryView>;

export function entryView(entry: Entry, currency: string): EntryView {
  return {
    id: String(entry.id),
    seq: entry.seq,
    kind: entry.kind,
    amount: formatMoney(entry.amountMicros),
    balance_after: formatMoney(entry.balanceAfterMicros),
    currency,
    at: formatTime(entry.atMs),
    request_id: entry.requestId,
    reference: entry.reference,
    reason: entry.reason,
  };
}
