// Owns the list of sessions of console and portal, the newest first. Those that ended are listed for a week.
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { accountOrFailure } from './account-view.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AccountRef } from './fields.ts';
import { SessionView, sessionView } from './session-view.ts';

export const sessionList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListSessions',
  method: 'GET',
  path: '/admin/v1/sessions',
  summary: 'Who is signed in, and who was this week',
  tag: 'Sessions',
  params: Nothing,
  query: Type.Object({ ...pageQuery, account: Type.Optional(AccountRef) }),
  body: Nothing,
  result: Type.Object({ sessions: Type.Array(SessionView), next_cursor: NextCursor }),
  needs: 'viewer',
  async run(deps, { query }) {
    const paging = readPage('sessions', query);
    if (isFailure(paging)) return paging;
    const account = query.account === undefined ? null : await accountOrFailure(deps, query.account);
    if (isFailure(account)) return account;
    const of = account === null ? {} : { accountId: account.id };
    const page = await deps.storage.sessions.list({ ...paging, ...of });
    const sessions = page.items.map((session) => sessionView(session, deps.clock.nowMs()));
    return { sessions, next_cursor: nextCursor('sessions', page.next) };
  },
});
