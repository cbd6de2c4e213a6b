// Commands on invites. Only `invites create` prints the link.

import type { AnyCommand } from '../../terminal/command.ts';
import { type Columns, fieldsOf, long, right } from '../../terminal/table.ts';
import { verbCommand } from '../../terminal/verb-command.ts';
import { type InviteRow, inviteCreate, inviteList, inviteRevoke } from './invite.admin.ts';

const INVITE: Columns<InviteRow> = {
  id: 'id',
  state: 'state',
  title: long('title'),
  credit: right('credit'),
  created: 'created_at',
  expires: 'expires_at',
  account: 'account_id',
};

export const inviteCommands: AnyCommand[] = [
  verbCommand({
    words: 'invites create',
    summary: 'Make a one-time link with which a person makes an account; it is shown once',
    verb: inviteCreate,
    flags: {
      title: ['--title <TEXT>', 'for whom it is; the account gets it as its title'],
      contact: ['--contact <MAIL>', 'mail address of the account'],
      credit: ['--credit <AMOUNT>', 'given with the account (default: signup.credit)'],
      days: ['--days <N>', 'how long it works, in days'],
    },
    notes: 'Needs signup.mode in the settings.',
    examples: ['invites create', 'invites create --title "Acme Inc." --credit 5 --days 14'],
    shows: ({ invite, url }) =>
      `${fieldsOf(INVITE, invite)}\n  ${url}\n\nSend it now: it is shown this once.\n`,
    once: ({ invite }) => `Revoke this invite and make another one: reelgate invites revoke ${invite.id}`,
  }),
  verbCommand({
    words: 'invites list',
    summary: 'List invites, the newest first',
    verb: inviteList,
    examples: ['invites list'],
    lists: ['invites', INVITE, 'There are no invites.'],
  }),
  verbCommand({
    words: 'invites revoke',
    summary: 'End an invite that was not used',
    verb: inviteRevoke,
    arguments: { invite: 'id of the invite' },
    notes: 'An account that was made by an invite stays: close it instead.',
    examples: ['invites revoke inv_8sKd'],
    fields: ['invite', INVITE],
  }),
];
