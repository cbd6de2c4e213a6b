// Admin verbs on accounts. Only top-ups, refunds and adjustments move money, and each writes an entry.

import { ACCOUNT_FIELDS } from '../../domain/account.ts';
import { type Failure, invalid, isFailure } from '../../domain/failure.ts';
import { givenProperties, readGiven } from '../../domain/field-table.ts';
import { makeId } from '../../domain/ids.ts';
import { type Micros, parseMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { NAME_TEXT } from '../../domain/text/text-patterns.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import {
  AmountInput,
  nullable,
  OnceReference,
  RateField,
  RequestIdText,
  rateLimitOf,
  readAmount,
  SearchText,
  SignedAmountInput,
  Words,
} from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { readBounds } from '../../verb/reports.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import {
  AccountAnswer,
  AccountName,
  AccountView,
  AdminEntryView,
  accountChanged,
  accountNameRefusal,
  accountOrFailure,
  accountParams,
  accountView,
  adminEntryView,
  entriesQuery,
  MoneyAnswer,
  moneyAnswer,
  nameTaken,
} from './account-views.ts';

export const accountList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListAccounts',
  method: 'GET',
  path: '/admin/v1/accounts',
  summary: 'List accounts',
  tag: 'Accounts',
  params: Nothing,
  query: Type.Object({ ...pageQuery, search: SearchText }),
  body: Nothing,
  result: Type.Object({ accounts: Type.Array(AccountView), next_cursor: NextCursor }),
  async run({ storage }, { query }) {
    const paging = readPage('accounts', query);
    if (isFailure(paging)) return paging;
    const page = await storage.accounts.list({
      ...paging,
      ...(query.search !== undefined && { search: query.search }),
    });
    return { accounts: page.items.map(accountView), next_cursor: nextCursor('accounts', page.next) };
  },
});

/** A new account is empty: money comes with a top-up, which writes an entry. */
export const accountCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateAccount',
  method: 'POST',
  path: '/admin/v1/accounts',
  summary: 'Create an account',
  tag: 'Accounts',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    { name: AccountName, rate: RateField, ...givenProperties(ACCOUNT_FIELDS) },
    { additionalProperties: false },
  ),
  result: AccountAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { body }, caller) {
    const refused = accountNameRefusal(body.name);
    if (refused !== null) return refused;
    const result = await deps.storage.accounts.create({
      actor: caller.actor,
      id: makeId('account', deps.random),
      name: body.name,
      currency: deps.currency,
      rate: rateLimitOf(body.rate ?? null),
      ...readGiven(ACCOUNT_FIELDS, body),
    });
    if (result.kind === 'exists') return nameTaken;
    await deps.refresh();
    return { account: accountView(result.account) };
  },
});

export const accountRead = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminGetAccount',
  method: 'GET',
  path: '/admin/v1/accounts/{account}',
  summary: 'Read an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Nothing,
  result: AccountAnswer,
  async run(deps, { params }) {
    const account = await accountOrFailure(deps, params.account);
    return isFailure(account) ? account : { account: accountView(account) };
  },
});

const LowBalance = Type.String({
  description:
    'Below this balance the account gets a `balance.low` event; 0 turns it off, null is the limit of the settings.',
  examples: ['5.00'],
});

/** Undefined when the field was not given. */
function readLowBalance(text: string | null | undefined): Micros | null | undefined | Failure {
  if (text === undefined || text === null) return text;
  const micros = parseMoney(text);
  return micros === null || micros < 0 ? invalid('low_balance', 'must be an amount of 0 or more') : micros;
}

/** Never changes money. */
export const accountUpdate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminUpdateAccount',
  method: 'PATCH',
  path: '/admin/v1/accounts/{account}',
  summary: 'Change name, status, rate limit, title, contact or low-balance limit of an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      // An account whose name is older than the rule may keep it.
      name: Type.Optional({ ...AccountName, pattern: NAME_TEXT.pattern }),
      status: Type.Optional(Type.Enum(['active', 'disabled'])),
      rate: RateField,
      ...givenProperties(ACCOUNT_FIELDS),
      low_balance: Type.Optional(nullable(LowBalance)),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  result: AccountAnswer,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const low = readLowBalance(body.low_balance);
    if (isFailure(low)) return low;
    const refused = accountNameRefusal(body.name, account.name);
    if (refused !== null) return refused;
    const changed = await deps.storage.accounts.update({
      actor: caller.actor,
      accountId: account.id,
      ...(body.name !== undefined && { name: body.name }),
      ...(body.status !== undefined && { status: body.status }),
      ...(body.rate !== undefined && { rate: rateLimitOf(body.rate) }),
      ...readGiven(ACCOUNT_FIELDS, body),
      ...(low !== undefined && { lowBalanceMicros: low }),
    });
    await deps.refresh();
    return accountChanged(changed);
  },
});

const closing = {
  method: 'POST' as const,
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Nothing,
  result: AccountAnswer,
  needs: 'operator' as const,
};

async function changeClosed(
  deps: AdminDeps,
  verb: 'close' | 'reopen',
  idOrName: string,
  { actor }: AdminCaller,
) {
  const account = await accountOrFailure(deps, idOrName);
  if (isFailure(account)) return account;
  const changed = await deps.storage.accounts[verb]({
    actor,
    accountId: account.id,
  });
  await deps.refresh();
  return accountChanged(changed);
}

/** Closing moves no money: the balance stays until an operator pays it out. */
export const accountClose = verbOf<AdminDeps, AdminCaller>()({
  ...closing,
  name: 'adminCloseAccount',
  path: '/admin/v1/accounts/{account}/close',
  summary: 'Close an account: its keys stop, its balance stays',
  run: (deps, { params }, caller) => changeClosed(deps, 'close', params.account, caller),
});

export const accountReopen = verbOf<AdminDeps, AdminCaller>()({
  ...closing,
  name: 'adminReopenAccount',
  path: '/admin/v1/accounts/{account}/reopen',
  summary: 'Open a closed account again',
  run: (deps, { params }, caller) => changeClosed(deps, 'reopen', params.account, caller),
});

/** The reference names the payment, so that posting it twice credits it once. */
export const accountTopup = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminTopUp',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/topups',
  summary: 'Pay into an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    { amount: AmountInput, reference: Words, reason: Type.Optional(Words) },
    { additionalProperties: false },
  ),
  result: MoneyAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const amountMicros = readAmount('amount', body.amount, 'positive');
    if (isFailure(amountMicros)) return amountMicros;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.accounts.topUp({
      actor: caller.actor,
      accountId: account.id,
      amountMicros,
      reference: body.reference,
      reason: body.reason ?? null,
    });
    return moneyAnswer(result, account.currency);
  },
});

/** Refunds all or part of one call's charge, never more. */
export const accountRefund = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRefund',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/refunds',
  summary: 'Refund a charged call; without an amount, all that is left of it',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    {
      request_id: RequestIdText,
      amount: Type.Optional(AmountInput),
      reference: OnceReference,
      reason: Words,
    },
    { additionalProperties: false },
  ),
  result: MoneyAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const amountMicros = body.amount === undefined ? null : readAmount('amount', body.amount, 'positive');
    if (isFailure(amountMicros)) return amountMicros;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.accounts.refund({
      actor: caller.actor,
      accountId: account.id,
      requestId: body.request_id,
      amountMicros,
      reference: body.reference ?? null,
      reason: body.reason,
    });
    return moneyAnswer(result, account.currency);
  },
});

/** A manual correction, always with a reason. The balance cannot fall below what is held. */
export const accountAdjust = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminAdjust',
  method: 'POST',
  path: '/admin/v1/accounts/{account}/adjustments',
  summary: 'Correct the balance of an account',
  tag: 'Accounts',
  params: accountParams,
  query: Nothing,
  body: Type.Object(
    { amount: SignedAmountInput, reference: OnceReference, reason: Words },
    { additionalProperties: false },
  ),
  result: MoneyAnswer,
  creates: true,
  needs: 'operator',
  async run(deps, { params, body }, caller) {
    const amountMicros = readAmount('amount', body.amount, 'signed');
    if (isFailure(amountMicros)) return amountMicros;
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const result = await deps.storage.accounts.adjust({
      actor: caller.actor,
      accountId: account.id,
      amountMicros,
      reference: body.reference ?? null,
      reason: body.reason,
    });
    return moneyAnswer(result, account.currency);
  },
});

export const accountEntries = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListEntries',
  method: 'GET',
  path: '/admin/v1/accounts/{account}/entries',
  summary: 'Ledger entries of an account, newest first',
  tag: 'Accounts',
  params: accountParams,
  query: Type.Object(entriesQuery),
  body: Nothing,
  result: Type.Object({ entries: Type.Array(AdminEntryView), next_cursor: NextCursor }),
  async run(deps, { params, query }) {
    const account = await accountOrFailure(deps, params.account);
    if (isFailure(account)) return account;
    const bounds = readBounds(query);
    if (isFailure(bounds)) return bounds;
    const paging = readPage('entries', query);
    if (isFailure(paging)) return paging;
    const kind = query.kind === undefined ? {} : { kind: query.kind };
    const filter = { ...paging, ...bounds, ...kind, accountId: account.id };
    const page = await deps.storage.accounts.entries(filter);
    return {
      entries: page.items.map((entry) => adminEntryView(entry, account.currency)),
      next_cursor: nextCursor('entries', page.next),
    };
  },
});
