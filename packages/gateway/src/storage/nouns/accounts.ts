// Accounts, except for their money: created, found, changed, renamed, closed and reopened. A closed account is disabled as well, so that
// code that only checks the status stops its keys too. Its balance is kept.

import type { RateLimit } from '../../domain/access/key.ts';
import type { Account } from '../../domain/account.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { containing, one, type Reading } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { dropCollections } from './collections.ts';
import { pauseRecharges } from './recharges.ts';
import { rateColumns, readAccount } from './rows.ts';
import { endWatchesOf } from './watches.ts';

export interface CreateAccount extends Actor {
  id: string;
  name: string;
  currency: string;
  rate: RateLimit | null;
}

export type CreateAccountResult = { kind: 'created'; account: Account } | { kind: 'exists' };

/** Undefined fields stay as they are. */
export interface UpdateAccount extends Actor {
  accountId: string;
  name?: string;
  status?: Account['status'];
  rate?: RateLimit | null;
  lowBalanceMicros?: Micros | null;
  title?: string | null;
  contact?: string | null;
  billingAddress?: string | null;
  taxId?: string | null;
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
  return row === undefined ? null : readAccount(row);
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
  return pageOf(rows.map(readAccount), limit, (account) => account.name);
}

export function* createAccount(
  { actor, id, name, currency, rate }: CreateAccount,
  { nowMs }: WriteMoment,
): Writing<CreateAccountResult> {
  if (yield* isNameTaken(name, id)) return { kind: 'exists' };
  const [row] = yield {
    sql: `INSERT INTO accounts (id, name, currency, rate_requests, rate_per_seconds, rate_concurrent, created_at_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *`,
    values: [id, name, currency, ...rateColumns(rate), nowMs],
  };
  if (row === undefined) return { kind: 'exists' };
  yield { change: { actor, action: 'account.create', subject: id, detail: { name, rate } } };
  return { kind: 'created', account: readAccount(row) };
}

export function* updateAccount(input: UpdateAccount): Writing<AccountChange> {
  const { actor, accountId, name } = input;
  const [row] = yield { lockAccount: accountId };
  if (row === undefined) return { kind: 'not_found' };
  const before = readAccount(row);
  if (input.status === 'active' && before.closedAtMs !== null) return { kind: 'closed' };
  const isRenamed = name !== undefined && name !== before.name;
  if (isRenamed && (yield* isNameTaken(name, accountId))) return { kind: 'exists' };
  const after = { ...before, ...given(input) };
  const [changed] = yield {
    sql: `UPDATE accounts SET name = $1, status = $2, rate_requests = $3, rate_per_seconds = $4, rate_concurrent = $5,
                 low_balance_micros = $6, title = $7, contact = $8, billing_address = $9, tax_id = $10
           WHERE id = $11 RETURNING *`,
    values: [
      after.name,
      after.status,
      ...rateColumns(after.rate),
      after.lowBalanceMicros,
      after.title,
      after.contact,
      after.billingAddress,
      after.taxId,
      accountId,
    ],
  };
  if (isRenamed)
    yield { event: { stream: accountId, type: 'account.renamed', data: { name, before: before.name } } };
  const detail = { status: after.status, rate: after.rate, ...auditedOf(input) };
  yield { change: { actor, action: 'account.update', subject: accountId, detail } };
  return { kind: 'changed', account: readAccount(changed!) };
}

function given({ actor: _actor, accountId: _id, ...fields }: UpdateAccount) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Fields of an update that the audit row names besides status and rate. */
function auditedOf({
  name,
  lowBalanceMicros,
  title,
  contact,
  billingAddress,
  taxId,
}: UpdateAccount): Record<string, unknown> {
  return {
    ...(name !== undefined && { name }),
    ...(lowBalanceMicros !== undefined && { low_balance_micros: lowBalanceMicros }),
    ...(title !== undefined && { title }),
    ...(contact !== undefined && { contact }),
    ...(billingAddress !== undefined && { billing_address: billingAddress }),
    ...(taxId !== undefined && { tax_id: taxId }),
  };
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
  if (row.closed_at_ms !== null) return { kind: 'changed', account: readAccount(row) };
  const [closed] = yield {
    sql: `UPDATE accounts SET status = 'disabled', closed_at_ms = $1 WHERE id = $2 RETURNING *`,
    values: [nowMs, accountId],
  };
  yield* pauseRecharges(accountId, 'closed');
  yield* dropCollections(accountId, nowMs);
  yield* endWatchesOf(accountId, nowMs);
  return yield* recordLife(actor, readAccount(closed!), 'close');
}

/** Its keys work again. A recharge rule stays paused until the account sets it again. Reopening an open account changes nothing. */
export function* reopenAccount({ actor, accountId }: Actor & { accountId: string }): Writing<AccountChange> {
  const [row] = yield { lockAccount: accountId };
  if (row === undefined) return { kind: 'not_found' };
  if (row.closed_at_ms === null) return { kind: 'changed', account: readAccount(row) };
  const [opened] = yield {
    sql: `UPDATE accounts SET status = 'active', closed_at_ms = NULL WHERE id = $1 RETURNING *`,
    values: [accountId],
  };
  return yield* recordLife(actor, readAccount(opened!), 'reopen');
}

function* recordLife(actor: string, account: Account, verb: 'close' | 'reopen'): Writing<AccountChange> {
  const balance = formatMoney(account.balanceMicros);
  const type = verb === 'close' ? 'account.closed' : 'account.reopened';
  yield { event: { stream: account.id, type, data: { name: account.name, balance } } };
  yield { change: { actor, action: `account.${verb}`, subject: account.id, detail: { balance } } };
  return { kind: 'changed', account };
}
