// Owns `invites revoke`, for one that nobody has used.
import { type InviteRow, inviteRevoke } from '../features/signups/invite.admin.ts';
import type { CliCommand } from './command.ts';
import { inviteText } from './invite-view.ts';
import { show } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const invitesRevokeCommand: CliCommand<[string], object> = {
  name: 'invites revoke',
  summary: 'End an invite that was not used',
  arguments: [{ name: '<invite>', summary: 'id of the invite' }],
  notes: 'An account that was made by an invite stays: close it instead.',
  examples: ['invites revoke inv_8sKd'],
  run: (call) =>
    withSession(call, async (session) => {
      const answer = await session.run(inviteRevoke, { params: { invite: call.args[0] } });
      show(call, answer, () => inviteText((answer as { invite: InviteRow }).invite));
      return EXIT.ok;
    }),
};
