// Owns the list of keys, of one account or of all.

import { KeyView, keyView } from '../account/key-view.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef, SearchText } from './fields.ts';

export const keyList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListKeys',
  method: 'GET',
  path: '/admin/v1/keys',
  summary: 'List keys',
  tag: 'Keys',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef), search: SearchText }),
  body: Nothing,
  result: Type.Object({ keys: Type.Array(KeyView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('keys', query);
    if (isFailure(paging)) return paging;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const only = {
      ...(account !== null && { accountId: account.id }),
      ...(query.search !== undefined && { search: query.search }),
    };
    const page = await deps.storage.keys.list({ ...paging, ...only });
    const keys = page.items.map((key) =>
      keyView(key, { lastUsedAtMs: key.lastUsedAtMs, currency: deps.currency }),
    );
    return { keys, next_cursor: nextCursor('keys', page.next) };
  },
});
