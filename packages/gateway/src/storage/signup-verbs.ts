// Owns the part of the storage port by which people make accounts of their own: invites, and their use.
import type { Account } from '../domain/account.ts';
import type { Invite } from '../domain/invite.ts';
import type { Group, Key } from '../domain/key.ts';
import type { Micros } from '../domain/money.ts';
import type { LoginSession } from '../domain/session.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';

/** Who may: whoever has an invite, or has solved a puzzle. */
export type SignUpRight =
  | { kind: 'invite'; hash: string }
  | {
      kind: 'open';
      /** From where, until the day is over. */
      network: string;
      /** The puzzle, good for one account. */
      proof: string;
      /** Accounts of one network on one UTC day. */
      networkMax: number;
      creditMicros: Micros;
    };

export interface SignUp {
  right: SignUpRight;
  /** `contact` is taken where the invite names none. */
  account: { id: string; name: string; currency: string; contact: string | null };
  key: { id: string; name: string; prefix: string; hash: string; groups: readonly Group[] };
  session: { id: string; cookieHash: string; pageHash: string; lastsMs: number };
  /** After so long the credit is gone. */
  creditLastsMs: number;
  /** Sign-ups of one UTC day; one more is refused. */
  perDayMax: number;
}

export type SignUpResult =
  | { kind: 'signed_up'; account: Account; key: Key; session: LoginSession }
  /** An invite that is unknown, used, revoked or too old, or a puzzle that was used. */
  | { kind: 'refused' }
  /** The name is taken; the invite is as good as before. */
  | { kind: 'exists' }
  /** Too many on this day; the invite is as good as before. */
  | { kind: 'full' }
  /** Too many of this network on this day. */
  | { kind: 'crowded' };

export interface SignupVerbs {
  invite(
    input: Actor &
      Pick<Invite, 'id' | 'title' | 'contact' | 'creditMicros'> & { hash: string; lastsMs: number },
  ): Promise<Invite>;
  /** The newest first. */
  invites(input: Paging): Promise<Listed<Invite>>;
  /** Of one that was not used; again, it changes nothing. */
  revokeInvite(input: Actor & { id: string }): Promise<Invite | null>;
  /** Account, key, session and credit in one commit, which uses the invite up. */
  signUp(input: SignUp): Promise<SignUpResult>;
}
