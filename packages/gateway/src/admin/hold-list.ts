// Owns the list of open holds: money that is reserved for calls which have not ended.
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import { AdminCallView, adminCallView } from './call-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';

export const holdList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListHolds',
  method: 'GET',
  path: '/admin/v1/holds',
  summary: 'Open holds, the oldest first',
  tag: 'Calls',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: Type.Object({ holds: Type.Array(AdminCallView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('holds', query);
    if (isFailure(paging)) return paging;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const only = account === null ? {} : { accountId: account.id };
    const page = await deps.storage.calls.holds({ ...paging, ...only });
    const holds = page.items.map((call) => adminCallView(call, deps.currency));
    return { holds, next_cursor: nextCursor('holds', page.next) };
  },
});
