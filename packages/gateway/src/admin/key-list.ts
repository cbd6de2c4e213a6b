// Owns the list of keys, of one account or of all.

import { CapView, capView } from '../account/cap-view.ts';
import { nullable } from '../account/fields.ts';
import { KeyView, keyView } from '../account/key-view.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef, SearchText } from './fields.ts';

const ListedKeyView = Type.Object(
  {
    ...KeyView.properties,
    account_name: Type.String(),
    project_name: nullable(Type.String()),
    caps: Type.Array(CapView, { description: 'Its own and those of its project, as they stand.' }),
  },
  { $id: 'ListedKey', description: 'An API key as operators list it.' },
);

export const keyList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListKeys',
  method: 'GET',
  path: '/admin/v1/keys',
  summary: 'List keys',
  tag: 'Keys',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef), search: SearchText }),
  body: Nothing,
  result: Type.Object({ keys: Type.Array(ListedKeyView), next_cursor: NextCursor }),
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
    const caps = await deps.storage.caps.ofKeys({ keyIds: page.items.map(({ id }) => id) });
    const keys = page.items.map((key, at) => ({
      ...keyView(key, { lastUsedAtMs: key.lastUsedAtMs, currency: deps.currency }),
      account_name: key.accountName,
      project_name: key.projectName,
      caps: caps[at]!.map(capView),
    }));
    return { keys, next_cursor: nextCursor('keys', page.next) };
  },
});
