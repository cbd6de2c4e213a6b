// Owns the ledger of one account as an operator reads it: newest first, with who made each entry.

import { readBounds } from '../account/days.ts';
import { entriesQuery } from '../account/entries.ts';
import { NextCursor, nextCursor, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AdminEntryView, accountOrFailure, accountParams, adminEntryView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

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
