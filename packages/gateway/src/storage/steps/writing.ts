// Owns how a change is written once for every backend: it asks for one step after the other and is handed rows. A step is a
// statement in words that both databases take (SQLite leaves out `FOR UPDATE` and `SKIP LOCKED`), or one of the few things that each does in its own way: locking,
// appending an entry or an event, finding an entry by its reference, and telling of the change. A writing is one transaction.
import type { EntryKind } from '../../domain/account.ts';
import type { NewEvent } from '../../domain/event.ts';
import type { Micros } from '../../domain/money.ts';
import type { Row, SqlQuery } from './reading.ts';

export interface EntryStep {
  accountId: string;
  kind: Exclude<EntryKind, 'charge'>;
  amountMicros: Micros;
  callSeq: number | null;
  reference: string | null;
  actor: string;
  reason: string | null;
}

/** Who made a change; every change is audited in its own transaction. */
export interface Actor {
  actor: string;
}

export interface ChangeStep extends Actor {
  action: string;
  subject: string;
  detail: Record<string, unknown>;
}

export type WriteStep =
  | SqlQuery
  /** Gives the row of the account; nobody else changes it until the end. It comes before whatever is decided upon. */
  | { lockAccount: string }
  /** Gives the row of the key; no other transaction changes it until the end. Accounts are locked before keys. */
  | { lockKey: string }
  /** Nobody else changes the control plane until the end. It comes before whatever is decided upon. */
  | { lockControl: true }
  /** Gives the row of the new entry (nouns/entries.ts). */
  | { entry: EntryStep }
  /** The entry with this reference, if there is one. */
  | { entryOf: { kind: EntryStep['kind']; reference: string } }
  | { event: NewEvent }
  /** Comes last: every change of the control plane waits for it in one line. */
  | { change: ChangeStep };

export type Writing<T> = Generator<WriteStep, T, Row[]>;

/** When the transaction happens, by the ledger's clock, and whose it is. */
export interface WriteMoment {
  nowMs: number;
  /** The process, as its holds are marked. */
  node: string;
}
