// Owns how an account and its entries look to an operator, and the look-up by id or name that many verbs begin with.
import type { Static } from 'typebox';
import { nameTaken } from '../account/account-name.ts';
import { EntryView, entryView } from '../account/entry-view.ts';
import { Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { type Account, available, type Entry } from '../domain/account.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import type { AccountChange, MoneyResult } from '../storage/storage.ts';
import type { AdminDeps } from './deps.ts';
import { AccountRef, RateInput, rateView } from './fields.ts';

export const AccountView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: Type.Enum(['active', 'disabled', 'closed']),
    currency: Currency,
    balance: MoneyText,
    held: MoneyText,
    available: MoneyText,
    rate: nullable(RateInput),
    title: nullable(Type.String({ description: 'Whose it is, for people.' })),
    contact: nullable(Type.String({ description: 'A mail address.' })),
    billing_address: nullable(Type.String({ description: 'For statements.' })),
    tax_id: nullable(Type.String()),
    low_balance: nullable(
      Type.String({ description: 'Below this balance it is told; null is the limit of the settings.' }),
    ),
    created_at: TimeText,
    closed_at: nullable(TimeText),
  },
  { $id: 'Account' },
);
export const AccountAnswer = Type.Object({ account: AccountView });
export const accountParams = Type.Object({ account: AccountRef });

export function accountView(account: Account): Static<typeof AccountView> {
  return {
    id: account.id,
    name: account.name,
    status: account.closedAtMs === null ? account.status : 'closed',
    currency: account.currency,
    balance: formatMoney(account.balanceMicros),
    held: formatMoney(account.heldMicros),
    available: formatMoney(available(account)),
    rate: rateView(account.rate),
    title: account.title,
    contact: account.contact,
    billing_address: account.billingAddress,
    tax_id: account.taxId,
    low_balance: account.lowBalanceMicros === null ? null : formatMoney(account.lowBalanceMicros),
    created_at: formatTime(account.createdAtMs),
    closed_at: account.closedAtMs === null ? null : formatTime(account.closedAtMs),
  };
}

export function accountChanged(change: AccountChange): Static<typeof AccountAnswer> | Failure {
  switch (change.kind) {
    case 'changed':
      return { account: accountView(change.account) };
    case 'exists':
      return nameTaken;
    case 'closed':
      return failure('CONFLICT', 'The account is closed; open it again first.');
    case 'not_found':
      return failure('NOT_FOUND', 'There is no such account.');
  }
}

export const AdminEntryView = Type.Object(
  { ...EntryView.properties, account_id: Type.String(), actor: Type.String() },
  { $id: 'AdminEntry', description: 'A ledger entry, with who made it.' },
);

export function adminEntryView(entry: Entry, currency: string): Static<typeof AdminEntryView> {
  return { ...entryView(entry, currency), account_id: entry.accountId, actor: entry.actor };
}

export async function accountOrFailure(deps: AdminDeps, idOrName: string): Promise<Account | Failure> {
  const account = await deps.storage.accounts.find({ idOrName });
  return account ?? failure('NOT_FOUND', 'There is no such account.');
}

export const MoneyAnswer = Type.Object({
  entry: AdminEntryView,
  duplicate: Type.Boolean({
    description: 'True when this very entry was made before and nothing was added.',
  }),
});

export function moneyAnswer(result: MoneyResult, currency: string): Static<typeof MoneyAnswer> | Failure {
  switch (result.kind) {
    case 'posted':
    case 'duplicate':
      return { entry: adminEntryView(result.entry, currency), duplicate: result.kind === 'duplicate' };
    case 'conflict':
    case 'refused':
      return failure('CONFLICT', result.detail);
    case 'not_found':
      return failure('NOT_FOUND', 'There is no such account or call.');
  }
}
