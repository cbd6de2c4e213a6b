// Owns how an invite looks to an operator. Its code is never part of it; the verb that makes one adds the link once.
import type { Static } from 'typebox';
import { Currency, MoneyText, nullable, TimeText } from '../account/fields.ts';
import { formatTime } from '../domain/clock.ts';
import { INVITE_STATES, type Invite, inviteState } from '../domain/invite.ts';
import { formatMoney } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import type { AdminDeps } from './deps.ts';

export const InviteView = Type.Object(
  {
    id: Type.String(),
    state: Type.Enum([...INVITE_STATES]),
    title: nullable(Type.String({ description: 'For whom it is; the account gets it as its title.' })),
    contact: nullable(Type.String({ description: 'A mail address, for the account.' })),
    credit: MoneyText,
    currency: Currency,
    created_by: Type.String(),
    created_at: TimeText,
    expires_at: TimeText,
    used_at: nullable(TimeText),
    account_id: nullable(Type.String({ description: 'That was made by it.' })),
  },
  { $id: 'Invite', description: 'A one-time link by which somebody makes an account, without its code.' },
);
export type InviteRow = Static<typeof InviteView>;

export function inviteView(invite: Invite, { clock, currency }: AdminDeps): InviteRow {
  return {
    id: invite.id,
    state: inviteState(invite, clock.nowMs()),
    title: invite.title,
    contact: invite.contact,
    credit: formatMoney(invite.creditMicros),
    currency,
    created_by: invite.createdBy,
    created_at: formatTime(invite.createdAtMs),
    expires_at: formatTime(invite.expiresAtMs),
    used_at: invite.usedAtMs === null ? null : formatTime(invite.usedAtMs),
    account_id: invite.accountId,
  };
}
