// Owns ending an invite that nobody has used. What was made by a used one stays.
import { failure } from '../domain/failure.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { IdText } from './fields.ts';
import { InviteView, inviteView } from './invite-view.ts';

export const inviteRevoke = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminRevokeInvite',
  method: 'POST',
  path: '/admin/v1/invites/{invite}/revoke',
  summary: 'Revoke an invite that was not used',
  tag: 'Invites',
  params: Type.Object({ invite: IdText }),
  query: Nothing,
  body: Nothing,
  result: Type.Object({ invite: InviteView }),
  needs: 'operator',
  async run(deps, { params }, { actor }) {
    const invite = await deps.storage.signups.revokeInvite({ actor, id: params.invite });
    if (invite === null) return failure('NOT_FOUND', 'There is no such invite.');
    if (invite.usedAtMs !== null)
      return failure('CONFLICT', 'It was used: close the account that was made by it instead.');
    return { invite: inviteView(invite, deps) };
  },
});
