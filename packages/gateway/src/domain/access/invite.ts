// An invite is a one-time link by which a caller makes an account, and the sign-up rules say who may make one at all. Only the hash of an
// invite's code is stored.
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

export interface Invite {
  id: string;
  /** Recipient, as shown to people. The new account gets it as its title. */
  title: string | null;
  contact: string | null;
  /** Given with the account; 0 for no credit. */
  creditMicros: Micros;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  usedAtMs: number | null;
  revokedAtMs: number | null;
  /** The account that was made with it; null while unused. */
  accountId: string | null;
}

export const INVITE_STATES = ['open', 'used', 'revoked', 'expired'] as const;
type InviteState = (typeof INVITE_STATES)[number];

export function inviteState(invite: Invite, nowMs: number): InviteState {
  if (invite.usedAtMs !== null) return 'used';
  if (invite.revokedAtMs !== null) return 'revoked';
  return invite.expiresAtMs <= nowMs ? 'expired' : 'open';
}
