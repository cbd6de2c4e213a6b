// Owns the list of accounts.

import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountView, accountView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { SearchText } from './fields.ts';

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
