// Owns the part of the storage port that is about grants: parts of a balance with a kind, an order and an end.
import type { Grant, GrantPart } from '../domain/grant.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';

export interface GiveGrant
  extends Actor,
    Pick<
      Grant,
      'id' | 'accountId' | 'kind' | 'amountMicros' | 'priority' | 'expiresAtMs' | 'reference' | 'reason'
    > {}

export type GiveResult =
  | { kind: 'given'; grant: Grant }
  /** The same reference with the same account, kind and amount: this is that grant, and nothing was added. */
  | { kind: 'duplicate'; grant: Grant }
  /** The reference was used for something else. */
  | { kind: 'conflict' }
  /** The account has as many that are not used up as a call may have to read. */
  | { kind: 'too_many' }
  /** The balance can hold no more. */
  | { kind: 'too_large' }
  | { kind: 'not_found' };

export interface GrantVerbs {
  /** The grant and its entry in one commit: a top-up where it was paid, else an adjustment. */
  give(input: GiveGrant): Promise<GiveResult>;
  /** The newest first; `isOpen`: only those that are not used up. */
  list(input: Paging & { accountId: string; isOpen?: boolean }): Promise<Listed<Grant>>;
  /** Which grants paid for a call, by what is not refunded yet, in the order in which they were used. */
  paidFor(input: { accountId: string; requestId: string }): Promise<GrantPart[]>;
  /** Takes what is left of grants whose time is over, but for what is held; a bounded number at a time. */
  expire(): Promise<{ expired: number }>;
}
