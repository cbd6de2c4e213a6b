// Owns `invites list`, used and revoked ones included.
import { type InviteRow, inviteList } from '../features/signups/invite.admin.ts';
import type { CliCommand } from './command.ts';
import { INVITE_COLUMNS, inviteCells } from './invite-view.ts';
import { show, tableText } from './output.ts';
import { readAllPages } from './pages.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

export const invitesListCommand: CliCommand<[], object> = {
  name: 'invites list',
  summary: 'List invites, the newest first',
  examples: ['invites list'],
  run: (call) =>
    withSession(call, async (session) => {
      const invites = await readAllPages(async (page) => {
        const answer = await session.run(inviteList, { query: { ...page } });
        const { invites: rows, next_cursor: next } = answer as {
          invites: InviteRow[];
          next_cursor: string | null;
        };
        return { rows, next };
      });
      const text = () => tableText(call, INVITE_COLUMNS, invites.map(inviteCells), 'There are no invites.');
      show(call, { invites }, text);
      return EXIT.ok;
    }),
};
