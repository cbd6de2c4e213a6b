// Accounts, except for their money: created, found, changed, renamed, closed and reopened. A closed account is disabled as well, so that
// code that only checks the status stops its keys too. Its balance is kept.
import { ACCOUNT_FIELDS, type Account } from '../../domain/account.ts';
import { field, type Given } from '../../domain/field-table.ts';
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import { formatMoney } from '../../domain/money.ts';

import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { containing, one, type Reading } from '../steps/reading.ts';
import { storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { dropCollections } from './collections.ts';
import { pauseRecharges } from './recharges.ts';
import { endWatchesOf } from './watches.ts';

/** With what the ledger keeps in an account. */
export const accounts = storedTable('accounts', ACCOUNT_FIELDS, {
  entrySeq: field.integer(),
  owedMicros: field.integer(),
  rechargeBelowMicros: field.integer(),
  grantedMicros: field.integer(),
});

export interface CreateAccount extends Actor, Given<typeof ACCOUNT_FIELDS> {
  id: string;
  name: string;
  currency: string;
  rate: RateLimit | null;
}

export type CreateAccountResult = { kind: 'created'; account: Account } | { kind: 'exists' };

/** Undefined fields stay as they are. */
export interface UpdateAccount
  extends Actor,
    Partial<
      Omit<Account, 'id' | 'currency' | 'balanceMicros' | 'heldMicros' | 'createdAtMs' | 'closedAtMs'>
    > {
  accountId: string;
}

export type AccountChange =
  | { kind: 'changed'; account: Account }
  /** Another account has this name or id. */
  | { kind: 'exists' }
  /** A closed account must be reopened first. */
  | { kind: 'closed' }
  | { kind: 'not_found' };

/** Finds an account by id or by name. */
export function* findAccount({ idOrName }: { idOrName: string }): Reading<Account | null> {
  const row = yield* one('SELECT * FROM accounts WHERE id = $1 OR name = $1', idOrName);
  return row === undefined ? null : accounts.read(row);
}

/** Sorted by name. `search`: a part of the name in upper or lower case, or the id. */
export function* listAccounts(input: Paging & { search?: string }): Reading<Listed<Account>> {
  const { after, search, limit } = input;
  const rows = yield {
    sql: `SELECT * FROM accounts
           WHERE name > $1 AND (CAST($2 AS text) IS NULL OR lower(name) LIKE $2 ESCAPE '!' OR id = $3)
           ORDER BY name LIMIT $4`,
    values: [after ?? '', search === undefined ? null : containing(search), search ?? null, limit + 1],
  };
  return pageOf(rows.map(accounts.read), limit, (account) => account.name);
}

export function* createAccount(
  { actor, id, currency, ...made }: CreateAccount,
  { nowMs }: WriteMoment,
): Writing<CreateAccountResult> {
  const { name, rate, ...given } = made;
  if (yield* isNameTaken(name, id)) return { kind: 'exists' };
  const [row] = yield accounts.insert(
    { ...made, id, currency, createdAtMs: nowMs },
    'ON CONFLICT DO NOTHING',
  );
  if (row === undefined) return { kind: 'exists' };
  const detail = { name, rate, ...accounts.audited(given) };
  yield { change: { actor, action: 'account.create', subject: id, detail } };
  return { kind: 'created', account: accounts.read(row) };
}

export function* updateAccount({ actor, accountId, ...changes }: UpdateAccount): Writing<AccountChange> {
  const { name } = changes;
  const [row] = yield { lockAccount: accountId };
  if (row === undefined) return { kind: 'not_found' };
  const before = accounts.read(row);
  if (changes.status === 'active' && before.closedAtMs !== null) return { kind: 'closed' };
  const isRenamed = name !== undefined && name !== before.name;
  if (isRenamed && (yield* isNameTaken(name, accountId))) return { kind: 'exists' };
  const [changed] = yield accounts.change(accountId, { status: before.status, ...changes });
  const account = accounts.read(changed!);
  if (isRenamed)
    yield { event: { stream: accountId, type: 'account.renamed', data: { name, before: before.name } } };
  const { status, rate, ...others } = changes;
  const detail = { status: account.status, rate: account.rate, ...accounts.audited(others) };
  yield { change: { actor, action: 'account.update', subject: accountId, detail } };
  return { kind: 'changed', account };
}

/**
 * Whether another account has the name, ignoring case. Accounts are found by id or name, so a name must not equal another account's id
 * either. No unique index enforces this, because accounts that are older than the rule may differ only in case. The lock makes concurrent
 * writers check one after the other.
 */
export function* isNameTaken(name: string, ownId: string): Writing<boolean> {
  yield { lockControl: true };
  const sql = `
    SELECT id FROM accounts WHERE id <> $1 AND (id = $2 OR name = $1 OR lower(name) = $3)`;
  return (yield { sql, values: [ownId, name, name.toLowerCase()] }).length > 0;
}

/**
 * Its keys stop working, its balance is kept, its card is not charged any more, and its watches end. Running calls end as usual. Closing a closed account
 * changes nothing.
 */
export function* closeAccount(
  { actor, accountId }: Actor & { accountId: string },
  { nowMs }: WriteMoment,
): Writing<AccountChange> {
  const [row] = yield { lockAccount: accountId };
  if (row === undefined) return { kind: 'not_found' };
  if (row.closed_at_ms !== null) return { kind: 'changed', account: accounts.read(row) };
  const [closed] = yield accounts.change(accountId, { status: 'disabled', closedAtMs: nowMs });
  yield* pauseRecharges(accountId, 'closed');
  yield* dropCollections(accountId, nowMs);
  yield* endWatchesOf(accountId, nowMs);
  return yield* recordLife(actor, accounts.read(closed!), 'close');
}

/** Its keys work again. A recharge rule stays paused until the account sets it again. Reopening an open account changes nothing. */
export function* reopenAccount({ actor, accountId }: Actor & { accountId: string }): Writing<AccountChange> {
  const [row] = yield { lockAccount: accountId };
  if (row === undefined) return { kind: 'not_found' };
  if (row.closed_at_ms === null) return { kind: 'changed', account: accounts.read(row) };
  const [opened] = yield accounts.change(accountId, { status: 'active', closedAtMs: null });
  return yield* recordLife(actor, accounts.read(opened!), 'reopen');
}

function* recordLife(actor: string, account: Account, verb: 'close' | 'reopen'): Writing<AccountChange> {
  const balance = formatMoney(account.balanceMicros);
  const type = verb === 'close' ? 'account.closed' : 'account.reopened';
  yield { event: { stream: account.id, type, data: { name: account.name, balance } } };
  yield { change: { actor, action: `account.${verb}`, subject: account.id, detail: { balance } } };
  return { kind: 'changed', account };
}
