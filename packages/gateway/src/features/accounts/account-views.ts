// How accounts and ledger entries are shown, which names accounts may have, and the look-up of an account by id or name that many admin
// verbs start with. Callers do not see who made an entry.

import type { Static } from 'typebox';
import { ACCOUNT_FIELDS, type Account, available, ENTRY_KINDS, type Entry } from '../../domain/account.ts';
import { formatTime } from '../../domain/clock.ts';
import { type Failure, failure, invalid, isFailure } from '../../domain/failure.ts';
import { formatMoney, toMicros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { ACCOUNT_NAME_TEXT } from '../../domain/text/text-patterns.ts';
import { type AccountChange, type MoneyResult, type Runway, SPENT_DAYS } from '../../storage/storage.ts';
import { type CsvForm, csvHead, csvLines } from '../../verb/csv.ts';
import type { AdminDeps } from '../../verb/deps.ts';
import {
  AccountRef,
  Currency,
  dayQuery,
  MoneyText,
  nameRefusal,
  nullable,
  TimeText,
} from '../../verb/fields.ts';
import { pageQuery } from '../../verb/paging.ts';
import { viewOf } from '../../verb/views.ts';

export const AccountName = Type.String({
  pattern: ACCOUNT_NAME_TEXT.pattern,
  description: `Must be ${ACCOUNT_NAME_TEXT.words}. No other account has it, in upper or lower case.`,
  examples: ['acme'],
});

const form = new RegExp(ACCOUNT_NAME_TEXT.pattern);

export function accountNameRefusal(name: string | undefined, before?: string): Failure | null {
  if (name === undefined || name === before) return null;
  if (!form.test(name)) return invalid('name', `must be ${ACCOUNT_NAME_TEXT.words}`);
  return nameRefusal(name);
}

export const nameTaken = failure(
  'CONFLICT',
  'An account with this name exists, in upper or lower case. Choose another one.',
);

const EntryKindName = Type.Enum([...ENTRY_KINDS]);
export const entriesQuery = { ...pageQuery, ...dayQuery, kind: Type.Optional(EntryKindName) };

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

const ENTRY_COLUMNS = [
  'id',
  'seq',
  'at',
  'kind',
  'amount',
  'balance_after',
  'currency',
  'request_id',
  'reference',
  'reason',
] as const satisfies readonly (keyof EntryView)[];

export function entriesCsv(rows: readonly EntryView[]): string {
  return csvHead(ENTRY_COLUMNS) + csvLines(ENTRY_COLUMNS, rows);
}

/** Every page has its own header row, so that a client that reads one page gets a complete table. */
export const entriesForm: CsvForm = {
  head: () => '',
  lines: (result) => entriesCsv((result as { entries: EntryView[] }).entries),
};

const shownAccount = viewOf<Account>()(ACCOUNT_FIELDS, (workOut) => ({
  status: workOut('name', Type.Enum(['active', 'disabled', 'closed']), (account) =>
    account.closedAtMs === null ? account.status : 'closed',
  ),
  available: workOut('held', MoneyText, (account) => formatMoney(available(account))),
}));
export const AccountView = Type.Object(shownAccount.properties, { $id: 'Account' });
export const accountView = (account: Account) => shownAccount.show(account, null);
export const AccountAnswer = Type.Object({ account: AccountView });
export const accountParams = Type.Object({ account: AccountRef });

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

/** The filter of a list that may be restricted to one account; empty for all accounts. */
export async function onlyAccount(
  deps: AdminDeps,
  name: string | undefined,
): Promise<{ accountId?: string } | Failure> {
  if (name === undefined) return {};
  const account = await accountOrFailure(deps, name);
  return isFailure(account) ? account : { accountId: account.id };
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

export const runwayFields = {
  available: MoneyText,
  spent_per_day: Type.String({ description: 'Mean of the last seven days.', examples: ['1.200000'] }),
  days: nullable(
    Type.Number({ description: 'Days until the balance is spent; null when nothing is spent.' }),
  ),
};

export function runwayFigures({ availableMicros, spentMicros }: Runway) {
  return {
    available: formatMoney(availableMicros),
    spent_per_day: formatMoney(toMicros(Math.round(spentMicros / SPENT_DAYS))),
    days: spentMicros === 0 ? null : Number(((availableMicros * SPENT_DAYS) / spentMicros).toFixed(1)),
  };
}
