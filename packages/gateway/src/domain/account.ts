// Accounts, their ledger entries, and the rules of each kind of entry.
import { field, nullable, type Of } from './field-table.ts';
import { rateField } from './limiting/rate-limit.ts';
import type { Micros } from './money.ts';
import { Type } from './schema.ts';
import { MailAddress, Words } from './text/text-patterns.ts';

/** As stored: `status` of a closed account is `disabled`. */
export const ACCOUNT_FIELDS = {
  id: field.text(),
  name: field.text(),
  status: field.oneOf(['active', 'disabled']).hidden(),
  currency: field.text({ examples: ['USD'] }),
  /** Sum of all entries. */
  balanceMicros: field.money(),
  /** Sum of all open holds. */
  heldMicros: field.money(),
  /** Shared by all keys of the account, in addition to the limit of each key. Null: no limit. */
  rate: rateField(),
  title: field
    .text({ description: 'Owner of the account, as shown to people.' })
    .orNull()
    .given(nullable(Words)),
  contact: field.text({ description: 'A mail address.' }).orNull().given(nullable(MailAddress)),
  billingAddress: field
    .text({ description: 'For statements.' })
    .orNull()
    .given(
      nullable(
        Type.String({
          ...{ minLength: 1, maxLength: 500, description: 'A few lines, for statements.' },
          examples: ['1 Main Street\nSpringfield'],
        }),
      ),
    ),
  taxId: field
    .text()
    .orNull()
    .given(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'For statements.',
          examples: ['DE123456789'],
        }),
      ),
    ),
  /** 0 turns the event off. */
  lowBalanceMicros: field
    .money({
      description:
        'Below this balance the account gets a `balance.low` event; null is the limit of the settings.',
    })
    .orNull(),
  createdAtMs: field.time(),
  /** Null while the account is open. A closed account is also disabled, until an operator opens it again. */
  closedAtMs: field.time().orNull(),
};
export type Account = Of<typeof ACCOUNT_FIELDS>;

/** What new calls may still spend. A constraint of the database keeps it from falling below zero. */
export function available(account: Account): Micros {
  return (account.balanceMicros - account.heldMicros) as Micros;
}

/** Only settling a call writes a `charge`. The other three are made by an operator, with a reason. */
export const ENTRY_KINDS = ['topup', 'charge', 'refund', 'adjustment'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** One immutable ledger row. */
export interface Entry {
  id: number;
  accountId: string;
  /** 1, 2, 3 … within the account, without gaps. */
  seq: number;
  kind: EntryKind;
  /** Signed: a charge is negative. */
  amountMicros: Micros;
  balanceAfterMicros: Micros;
  atMs: number;
  /** The call that was charged or refunded; null for other kinds. */
  requestId: string | null;
  /** The payment behind a top-up. The ledger credits each reference once, to one account. */
  reference: string | null;
  actor: string;
  reason: string | null;
}
