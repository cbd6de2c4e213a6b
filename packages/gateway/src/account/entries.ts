// Owns `entries`: the ledger of the caller's account, newest first, one page at a time.
import { Type } from 'typebox';
import { isFailure } from '../domain/failure.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { readBounds } from './days.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { EntryKindName, EntryView, entryView } from './entry-view.ts';
import { dayQuery, NextCursor, pageOf, pageQuery } from './fields.ts';
import { keyHolder } from './key-holder.ts';

export const entriesQuery = { ...pageQuery, ...dayQuery, kind: Type.Optional(EntryKindName) };

export const entries = verbOf<AccountDeps, AccountCaller>()({
  name: 'listEntries',
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
    const kind = query.kind === undefined ? {} : { kind: query.kind };
    const page = await storage.accounts.entries({
      ...pageOf(query),
      ...bounds,
      ...kind,
      accountId: account.id,
    });
    return { entries: page.items.map((entry) => entryView(entry, account.currency)), next_cursor: page.next };
  },
});
