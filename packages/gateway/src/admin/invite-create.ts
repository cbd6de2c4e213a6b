// Owns making an invite. The answer is the only place where its code is seen.
import { failure, isFailure } from '../domain/failure.ts';
import { base62, hashSecret, makeSecret } from '../domain/key.ts';
import { Type } from '../domain/schema.ts';
import { Nothing, verbOf } from '../domain/verb.ts';
import { ID_CHARS } from './account-create.ts';
import type { AdminCaller, AdminDeps } from './deps.ts';
import { AmountInput, MailAddress, readAmount, Words } from './fields.ts';
import { InviteView, inviteView } from './invite-view.ts';

const DAY_MS = 86_400_000;
/** Long enough for a mail that lies over a weekend, short enough for one that went astray. */
const DAYS_DEFAULT = 7;
const DAYS_MAX = 365;

export const inviteCreate = verbOf<AdminDeps, AdminCaller>()({
  name: 'adminCreateInvite',
  method: 'POST',
  path: '/admin/v1/invites',
  summary: 'Make a one-time link by which somebody makes an account',
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
    if (mode === 'off') return failure('CONFLICT', 'Nobody can sign up: set signup.mode to invite first.');
    const creditMicros = body.credit === undefined ? usual : readAmount('credit', body.credit, 'cap');
    if (isFailure(creditMicros)) return creditMicros;
    const code = makeSecret('rgi', deps.random);
    const invite = await deps.storage.signups.invite({
      ...{ actor, id: `inv_${base62(deps.random, ID_CHARS)}`, hash: hashSecret(code), creditMicros },
      title: body.title ?? null,
      contact: body.contact ?? null,
      lastsMs: (body.days ?? DAYS_DEFAULT) * DAY_MS,
    });
    return { invite: inviteView(invite, deps), url: `${deps.publicUrl()}/portal/#invite=${code}` };
  },
});
