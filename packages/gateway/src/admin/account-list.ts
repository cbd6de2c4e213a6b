// Owns the list of accounts.
import { Type } from 'typebox';
import { NextCursor, pageOf, pageQuery } from '../account/fields.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { AccountView, accountView } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';

export const accountList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListAccounts',
  method: 'GET',
  path: '/admin/v1/accounts',
  summary: 'List accounts',
  tag: 'Accounts',
  params: Nothing,
  query: Type.Object(pageQuery),
  body: Nothing,
  result: Type.Object({ accounts: Type.Array(AccountView), next_cursor: NextCursor }),
  async run({ storage }, { query }) {
    const page = await storage.accounts.list(pageOf(query));
    return { accounts: page.items.map(accountView), next_cursor: page.next };
  },
});
