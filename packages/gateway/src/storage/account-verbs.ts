// Owns the verbs of accounts and of money that is not a charge, as the storage port states them.
import type { Account, Entry, EntryKind } from '../domain/account.ts';
import type { RateLimit } from '../domain/key.ts';
import type { Micros } from '../domain/money.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';

export type MoneyResult =
  | { kind: 'posted'; entry: Entry }
  /** The same reference with the same amount was posted before: this is that entry, and nothing was added. */
  | { kind: 'duplicate'; entry: Entry }
  /** The reference was used for another amount. */
  | { kind: 'conflict'; detail: string }
  /** The amount would leave less than is held, or refund more than was charged, or exceed the largest balance. */
  | { kind: 'refused'; detail: string }
  | { kind: 'not_found' };

export type AccountChange =
  | { kind: 'changed'; account: Account }
  /** Another account has this name or id. */
  | { kind: 'exists' }
  /** It must be opened again first. */
  | { kind: 'closed' }
  | { kind: 'not_found' };

export interface AccountVerbs {
  create(
    input: Actor & { id: string; name: string; currency: string; rate: RateLimit | null },
  ): Promise<{ kind: 'created'; account: Account } | { kind: 'exists' }>;
  /** By id or by name. */
  find(input: { idOrName: string }): Promise<Account | null>;
  /** `search`: a part of the name in whatever case, or the id. */
  list(input: Paging & { search?: string }): Promise<Listed<Account>>;
  update(
    input: Actor & {
      accountId: string;
      name?: string;
      status?: Account['status'];
      rate?: RateLimit | null;
      lowBalanceMicros?: Micros | null;
      title?: string | null;
      contact?: string | null;
      billingAddress?: string | null;
      taxId?: string | null;
    },
  ): Promise<AccountChange>;
  /** Its keys stop, its balance stays. Again, both change nothing. */
  close(input: Actor & { accountId: string }): Promise<AccountChange>;
  reopen(input: Actor & { accountId: string }): Promise<AccountChange>;
  topUp(
    input: Actor & { accountId: string; amountMicros: Micros; reference: string; reason: string | null },
  ): Promise<MoneyResult>;
  /** Gives back all or part of what one call was charged. */
  refund(
    input: Actor & {
      accountId: string;
      requestId: string;
      /** null: all that is left of the charge. */
      amountMicros: Micros | null;
      /** As a top-up's: makes a repeated refund or adjustment harmless. */
      reference: string | null;
      reason: string;
    },
  ): Promise<MoneyResult>;
  adjust(
    input: Actor & { accountId: string; amountMicros: Micros; reference: string | null; reason: string },
  ): Promise<MoneyResult>;
  /** Newest first. */
  entries(
    input: Paging & { accountId: string; kind?: EntryKind; fromMs?: number; toMs?: number },
  ): Promise<Listed<Entry>>;
}
