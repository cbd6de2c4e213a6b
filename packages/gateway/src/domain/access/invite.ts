// An invite is a one-time link by which a caller makes an account, and the sign-up rules say who may make one at all. Only the hash of an
// invite's code is stored.
import { field, type Of } from '../field-table.ts';
import type { Micros } from '../money.ts';

/** `off`: only operators make accounts. `invite`: a caller needs an invite. `open`: a solved puzzle is enough, and invites work too. */
export const SIGNUP_MODES = ['off', 'invite', 'open'] as const;
/** Accounts that one network may make on one UTC day without an invite: enough for a household, too few for a farm. */
export const NETWORK_SIGNUPS_MAX = 3;

export interface SignupRules {
  readonly mode: (typeof SIGNUP_MODES)[number];
  /** Given at open sign-up, and with an invite that names no other amount. */
  readonly creditMicros: Micros;
  /** Days after which this credit expires. */
  readonly creditDays: number;
  /** Accounts that may be made by open sign-up on one UTC day. */
  readonly perDayMax: number;
}

export const INVITE_FIELDS = {
  id: field.text(),
  /** Recipient, as shown to people. The new account gets it as its title. */
  title: field.text({ description: 'For whom it is; the account gets it as its title.' }).orNull(),
  contact: field.text({ description: 'A mail address, for the account.' }).orNull(),
  /** Given with the account; 0 for no credit. */
  creditMicros: field.money(),
  createdBy: field.text(),
  createdAtMs: field.time(),
  expiresAtMs: field.time(),
  usedAtMs: field.time().orNull(),
  revokedAtMs: field.time().orNull().hidden(),
  /** The account that was made with it; null while unused. */
  accountId: field.text({ description: 'The account that was made with it.' }).orNull(),
};
export type Invite = Of<typeof INVITE_FIELDS>;

export const INVITE_STATES = ['open', 'used', 'revoked', 'expired'] as const;
type InviteState = (typeof INVITE_STATES)[number];

export function inviteState(invite: Invite, nowMs: number): InviteState {
  if (invite.usedAtMs !== null) return 'used';
  if (invite.revokedAtMs !== null) return 'revoked';
  return invite.expiresAtMs <= nowMs ? 'expired' : 'open';
}
