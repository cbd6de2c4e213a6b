// Owns what an invite is: a one-time link by which somebody makes an account of their own, and who may make one at all. An invite is
// known by the hash of its code alone. Pure: it looks nothing up.
import type { Micros } from './money.ts';

/** `off`: operators make accounts. `open`: whoever solves a puzzle makes one, and invites work as well. */
export const SIGNUP_MODES = ['off', 'invite', 'open'] as const;
/** Accounts that one network makes on one UTC day without an invite: a household, not a farm. */
export const NETWORK_SIGNUPS_MAX = 3;

export interface SignupRules {
  readonly mode: (typeof SIGNUP_MODES)[number];
  /** Given by open sign-up, and with an invite that names no other amount. */
  readonly creditMicros: Micros;
  /** How long such a credit lasts. */
  readonly creditDays: number;
  /** Accounts on one UTC day. */
  readonly perDayMax: number;
}

export interface Invite {
  id: string;
  /** For whom it is, for people; the account gets it as its title. */
  title: string | null;
  contact: string | null;
  /** Given with the account; 0 for nothing. */
  creditMicros: Micros;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  usedAtMs: number | null;
  revokedAtMs: number | null;
  /** That was made by it. */
  accountId: string | null;
}

export const INVITE_STATES = ['open', 'used', 'revoked', 'expired'] as const;
export type InviteState = (typeof INVITE_STATES)[number];

export function inviteState(invite: Invite, nowMs: number): InviteState {
  if (invite.usedAtMs !== null) return 'used';
  if (invite.revokedAtMs !== null) return 'revoked';
  return invite.expiresAtMs <= nowMs ? 'expired' : 'open';
}
