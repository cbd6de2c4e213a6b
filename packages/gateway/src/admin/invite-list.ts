// Owns the list of invites, the newest first, with what became of each.
import { NextCursor, nextCursor, pageQuery, readPage } from '../account/paging.ts';
import { isFailure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { InviteView, inviteView } from './invite-view.ts';

export const inviteList = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminListInvites',
  method: 'GET',
  path: '/admin/v1/invites',
  summary: 'List invites, the newest first',
  tag: 'Invites',
  params: Nothing,
  query: Type.Object(pageQuery),
  body: Nothing,
  result: Type.Object({ invites: Type.Array(InviteView), next_cursor: NextCursor }),
  async run(deps, { query }) {
    const paging = readPage('invites', query);
    if (isFailure(paging)) return paging;
    const page = await deps.storage.signups.invites(paging);
    const invites = page.items.map((invite) => inviteView(invite, deps));
    return { invites, next_cursor: nextCursor('invites', page.next) };
  },
});
