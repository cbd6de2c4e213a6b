// The caller's balance, how many days it lasts, and its ledger. They read the ledger, not the cached account.
import { available } from '../../domain/account.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { formatMoney } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { keyHolder } from '../../verb/caller.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { Currency, MoneyText } from '../../verb/fields.ts';
import { NextCursor, nextCursor, readPage } from '../../verb/paging.ts';
import { readBounds } from '../../verb/reports.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { EntryView, entriesQuery, entryView, runwayFields, runwayFigures } from './account-views.ts';

export const balance = verbOf<AccountDeps, AccountCaller>()({
  name: 'getBalance',
  client: 'account.balance',
  method: 'GET',
  path: '/api/account/v1/balance',
  summary: 'Balance of your account',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    account: Type.Object({ id: Type.String(), name: Type.String() }),
    balance: MoneyText,
    held: MoneyText,
    available: MoneyText,
    currency: Currency,
  }),
  async run({ storage }, _input, caller) {
    const account = await storage.accounts.find({ idOrName: keyHolder(caller).account.id });
    if (account === null) return failure('NOT_FOUND', 'The account no longer exists.');
    return {
      account: { id: account.id, name: account.name },
      balance: formatMoney(account.balanceMicros),
      held: formatMoney(account.heldMicros),
      available: formatMoney(available(account)),
      currency: account.currency,
    };
  },
});

export const runway = verbOf<AccountDeps, AccountCaller>()({
  name: 'getRunway',
  client: 'account.runway',
  method: 'GET',
  path: '/api/account/v1/runway',
  summary: 'How many days the balance of your account lasts',
  tag: 'Account',
  params: Nothing,
  query: Nothing,
  body: Nothing,
  result: Type.Object({
    ...runwayFields,
    currency: Currency,
  }),
  async run({ storage, clock }, _input, caller) {
    const { account } = keyHolder(caller);
    const found = await storage.usage.runway({ accountId: account.id, nowMs: clock.nowMs() });
    if (found === null) return failure('NOT_FOUND', 'The account no longer exists.');
    return { ...runwayFigures(found), currency: account.currency };
  },
});

export const entries = verbOf<AccountDeps, AccountCaller>()({
  name: 'listEntries',
  client: 'account.entries',
  method: 'GET',
  path: '/api/account/v1/entries',
  summary: 'Ledger entries of your account, newest first',
  tag: 'Account',
  params: Nothing,
  query: Type.Object(entriesQuery),
  body: Nothing,
  result: Type.Object({ entries: Type.Array(EntryView), next_cursor: NextCursor }),
  async run({ storage }, { query }, caller) {
    const { account } = keyHolder(caller);
    const bounds = readBounds(query);
    if (isFailure(bounds)) return bounds;
    const paging = readPage('entries', query);
    if (isFailure(paging)) return paging;
    const kind = query.kind === undefined ? {} : { kind: query.kind };
    const page = await storage.accounts.entries({
      ...paging,
      ...bounds,
      ...kind,
      accountId: account.id,
    });
    const entries = page.items.map((entry) => entryView(entry, account.currency));
    return { entries, next_cursor: nextCursor('entries', page.next) };
  },
});
