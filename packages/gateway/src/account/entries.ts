// Owns `entries`: the ledger of the caller's account, newest first, one page at a time.

import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { readBounds } from './days.ts';
import type { AccountCaller, AccountDeps } from './deps.ts';
import { EntryKindName, EntryView, entryView } from './entry-view.ts';
import { dayQuery } from './fields.ts';
import { keyHolder } from './key-holder.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from './paging.ts';

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
