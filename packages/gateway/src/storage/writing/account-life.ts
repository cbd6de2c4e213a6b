// Owns what happens to an account beside its money: it is made, changed, renamed, closed and opened again. A closed account is disabled
// as well, so that whoever only looks at the status stops its keys too. Its balance stays on the books.
import { formatMoney } from '../../domain/money.ts';
import type { AccountChange, AccountVerbs } from '../account-verbs.ts';
import { pauseRecharges } from '../nouns/recharges.ts';
import { readAccount } from '../rows.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

type Input<V extends keyof AccountVerbs> = Parameters<AccountVerbs[V]>[0];

export function* createAccount(
  input: Input<'create'>,
  { nowMs }: WriteMoment,
): Writing<Awaited<ReturnType<AccountVerbs['create']>>> {
  const { actor, id, name, currency, rate } = input;
  if (yield* isNameTaken(name, id)) return { kind: 'exists' };
  const [row] = yield {
    sql: `INSERT INTO accounts (id, name, currency, rate_requests, rate_per_seconds, rate_concurrent, created_at_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING *`,
    values: [
      id,
      name,
      currency,
      rate?.requests ?? null,
      rate?.perSeconds ?? null,
      rate?.concurrent ?? null,
      nowMs,
    ],
  };
  if (row === undefined) return { kind: 'exists' };
  yield { change: { actor, action: 'account.create', subject: id, detail: { name, rate } } };
  return { kind: 'created', account: readAccount(row) };
}

export function* updateAccount(input: Input<'update'>): Writing<AccountChange> {
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
      after.rate?.requests ?? null,
      after.rate?.perSeconds ?? null,
      after.rate?.concurrent ?? null,
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
  const detail = { status: after.status, rate: after.rate, ...toldOf(input) };
  yield { change: { actor, action: 'account.update', subject: accountId, detail } };
  return { kind: 'changed', account: readAccount(changed!) };
}

/** What was said; what was not stays as it is. */
function given({ actor: _actor, accountId: _id, ...fields }: Input<'update'>) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Beside status and rate, which every change names. */
function toldOf({
  name,
  lowBalanceMicros,
  title,
  contact,
  billingAddress,
  taxId,
}: Input<'update'>): Record<string, unknown> {
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
 * Whether another account has the name, in upper or lower case. Accounts are found by id or name, so neither may be read as the other. No
 * index keeps this: accounts from before the rule may differ in case alone. So one at a time looks, and has its name before the next looks.
 */
export function* isNameTaken(name: string, ownId: string): Writing<boolean> {
  yield { lockControl: true };
  const sql = `
    SELECT id FROM accounts WHERE id <> $1 AND (id = $2 OR name = $1 OR lower(name) = $3)`;
  return (yield { sql, values: [ownId, name, name.toLowerCase()] }).length > 0;
}

/** Calls that run are ended as they would be; nothing new begins, and no card is asked any more. Again, it changes nothing. */
export function* closeAccount(
  { actor, accountId }: Input<'close'>,
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
  return yield* tell(actor, readAccount(closed!), 'close');
}

/** Its keys work again. A recharge plan rests until somebody sets it again. */
export function* reopenAccount({ actor, accountId }: Input<'reopen'>): Writing<AccountChange> {
  const [row] = yield { lockAccount: accountId };
  if (row === undefined) return { kind: 'not_found' };
  if (row.closed_at_ms === null) return { kind: 'changed', account: readAccount(row) };
  const [opened] = yield {
    sql: `UPDATE accounts SET status = 'active', closed_at_ms = NULL WHERE id = $1 RETURNING *`,
    values: [accountId],
  };
  return yield* tell(actor, readAccount(opened!), 'reopen');
}

function* tell(
  actor: string,
  account: ReturnType<typeof readAccount>,
  verb: 'close' | 'reopen',
): Writing<AccountChange> {
  const balance = formatMoney(account.balanceMicros);
  const type = verb === 'close' ? 'account.closed' : 'account.reopened';
  yield { event: { stream: account.id, type, data: { name: account.name, balance } } };
  yield { change: { actor, action: `account.${verb}`, subject: account.id, detail: { balance } } };
  return { kind: 'changed', account };
}
