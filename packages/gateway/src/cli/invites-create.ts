// Owns `invites create`, the only command that ever prints the link of an invite.
import { type InviteRow, inviteCreate } from '../features/signups/invite.admin.ts';
import { amount, wholeNumber } from './arguments.ts';
import { type CliCommand, given } from './command.ts';
import { inviteText } from './invite-view.ts';
import { showOnce } from './output.ts';
import { withSession } from './session.ts';
import { EXIT } from './world.ts';

interface Options {
  title?: string;
  contact?: string;
  credit?: string;
  days?: number;
}

export const invitesCreateCommand: CliCommand<[], Options> = {
  name: 'invites create',
  summary: 'Make a one-time link by which somebody makes an account; it is shown once',
  options: [
    { flags: '--title <TEXT>', summary: 'for whom it is; the account gets it as its title' },
    { flags: '--contact <MAIL>', summary: 'mail address of the account' },
    { flags: '--credit <AMOUNT>', summary: 'given with the account (default: signup.credit)', parse: amount },
    { flags: '--days <N>', summary: 'how long it works, in days (default: 7)', parse: wholeNumber(1, 365) },
  ],
  notes: 'Needs signup.mode in the settings.',
  examples: ['invites create', 'invites create --title "Acme Inc." --credit 5 --days 14'],
  run: (call) =>
    withSession(call, async (session) => {
      const { title, contact, credit, days } = call.options;
      const answer = await session.run(inviteCreate, { body: given({ title, contact, credit, days }) });
      const { invite, url } = answer as { invite: InviteRow; url: string };
      const text = () => `${inviteText(invite)}\n  ${url}\n\nSend it now: it is shown this once.\n`;
      const remedy = `Revoke this invite and make another one: reelgate invites revoke ${invite.id}`;
      await showOnce(call, answer, text, remedy);
      return EXIT.ok;
    }),
};
