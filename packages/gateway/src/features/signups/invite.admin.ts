// Invites for operators. The code appears only in the answer that makes the invite.

import type { Static } from 'typebox';
import { INVITE_FIELDS, INVITE_STATES, type Invite, inviteState } from '../../domain/access/invite.ts';
import { hashSecret, makeSecret } from '../../domain/access/key.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { failure, isFailure } from '../../domain/failure.ts';
import { makeId } from '../../domain/ids.ts';
import { Type } from '../../domain/schema.ts';
import type { AdminCaller, AdminDeps } from '../../verb/deps.ts';
import { AmountInput, Currency, IdText, MailAddress, readAmount, Words } from '../../verb/fields.ts';
import { NextCursor, nextCursor, pageQuery, readPage } from '../../verb/paging.ts';
import { Nothing, verbOf } from '../../verb/verb.ts';
import { viewOf } from '../../verb/views.ts';

const shownInvite = viewOf<Invite, AdminDeps>()(INVITE_FIELDS, (workOut) => ({
  state: workOut('id', Type.Enum([...INVITE_STATES]), (invite, { clock }) =>
    inviteState(invite, clock.nowMs()),
  ),
  currency: workOut('credit', Currency, (_, { currency }) => currency),
}));
const InviteView = Type.Object(shownInvite.properties, {
  $id: 'Invite',
  description: 'A one-time link with which a person makes an account, without its code.',
});
export type InviteRow = Static<typeof InviteView>;
const inviteView = shownInvite.show;

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

/** Covers a mail that is read after a weekend, and limits one that went astray. */
const DAYS_DEFAULT = 7;
const DAYS_MAX = 365;

export const inviteCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateInvite',
  method: 'POST',
  path: '/admin/v1/invites',
  summary: 'Make a one-time link with which a person makes an account',
  tag: 'Invites',
  params: Nothing,
  query: Nothing,
  body: Type.Object(
    {
      title: Type.Optional(Words),
      contact: Type.Optional(MailAddress),
      credit: Type.Optional(
        Type.String({ ...AmountInput, description: 'Given with the account. Default: signup.credit.' }),
      ),
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: DAYS_MAX,
          default: DAYS_DEFAULT,
          description: 'How long it works.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  result: Type.Object({
    invite: InviteView,
    url: Type.String({ description: 'Opens the portal, once. Shown this once.' }),
  }),
  creates: true,
  needs: 'operator',
  async run(deps, { body }, { actor }) {
    const { mode, creditMicros: usual } = deps.signup();
    if (mode === 'off') return failure('CONFLICT', 'Sign-up is off: set signup.mode to invite first.');
    const creditMicros = body.credit === undefined ? usual : readAmount('credit', body.credit, 'cap');
    if (isFailure(creditMicros)) return creditMicros;
    const code = makeSecret('rgi', deps.random);
    const invite = await deps.storage.signups.invite({
      ...{ actor, id: makeId('invite', deps.random), hash: hashSecret(code), creditMicros },
      title: body.title ?? null,
      contact: body.contact ?? null,
      lastsMs: (body.days ?? DAYS_DEFAULT) * DAY_MS,
    });
    return { invite: inviteView(invite, deps), url: `${deps.publicUrl()}/portal/#invite=${code}` };
  },
});

/** Ends an unused invite. An account made with a used one stays. */
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
