// A change is written once for both databases, as a generator: it yields one step after the other and gets back rows. A step is a query
// that both databases understand (SQLite drops `FOR UPDATE` and `SKIP LOCKED`), or an action that each database implements: locking,
// appending an entry or an event, finding an entry by its reference, and recording the change. All steps together are one transaction.

import type { EntryKind } from '../../domain/account.ts';
import type { AuditAction } from '../../domain/audit-action.ts';
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

/** The party that made a change. Every change is audited in its own transaction. */
export interface Actor {
  actor: string;
}

export interface ChangeStep extends Actor {
  action: AuditAction;
  subject: string;
  detail: Record<string, unknown>;
}

export type WriteStep =
  | SqlQuery
  /** Returns the row of the account and locks it until the transaction ends. Lock before reading anything that a decision depends on. */
  | { lockAccount: string }
  /** Returns the row of the key and locks it until the transaction ends. Lock accounts before keys. */
  | { lockKey: string }
  /** Locks the control plane until the transaction ends. Lock before reading anything that a decision depends on. */
  | { lockControl: true }
  /** Appends an entry and returns its row (nouns/entries.ts). */
  | { entry: EntryStep }
  /** Returns the entry with this reference, if there is one. */
  | { entryOf: { kind: EntryStep['kind']; reference: string } }
  | { event: NewEvent }
  /**
   * Writes the audit row and raises the revision. It must be the last step: all changes of the control plane wait for each other here.
   */
  | { change: ChangeStep };

export type Writing<T> = Generator<WriteStep, T, Row[]>;

/** The time of the transaction by the ledger's clock, and the node that runs it. */
export interface WriteMoment {
  nowMs: number;
  /** Id of the process; its holds carry it. */
  node: string;
}
