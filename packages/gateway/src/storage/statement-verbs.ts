// Owns the part of the storage port about statements: which month is to be closed, of which accounts, and the statements that were
// made. A statement is made once for an account and a month, whoever makes it and however often.
import type { Micros } from '../domain/money.ts';
import type { MonthStatement, StatedEntry, StatementLine } from '../domain/statement.ts';
import type { Listed, Paging } from './listed.ts';

/** A UTC month that is over. */
export interface ClosedMonth {
  /** `2026-10`. */
  month: string;
  startMs: number;
  endMs: number;
}

/** An account with entries that no statement has yet. */
export interface DueAccount {
  accountId: string;
  fromSeq: number;
  toSeq: number;
  openingMicros: Micros;
  /** Of the last statement. */
  digest: string;
}

export type NewStatement = Pick<
  MonthStatement,
  'accountId' | 'month' | 'fromSeq' | 'toSeq' | 'openingMicros' | 'closingMicros' | 'digest' | 'seller'
> & { lines: StatementLine[] };

export interface StatementVerbs {
  /** Whose turn it is to close months, and which is next; null when none is over, or it is somebody else's turn. */
  claimMonth(input: { everyMs: number }): Promise<ClosedMonth | null>;
  /** All accounts have theirs: the month after it, when that is over too. */
  endMonth(input: { startMs: number }): Promise<ClosedMonth | null>;
  /** Accounts without a statement of this month or of a later one, by id, each with what is to be stated; `next` goes on behind. */
  due(input: { month: string; endMs: number; after: string | null }): Promise<{
    accounts: DueAccount[];
    next: string | null;
  }>;
  /** Entries behind `afterSeq` up to `toSeq`, oldest first, a bounded number. */
  entries(input: { accountId: string; afterSeq: number; toSeq: number }): Promise<StatedEntry[]>;
  /** With the next number, and its event. `exists`: it was made before, or the account has moved on: nothing has changed. */
  keep(input: NewStatement): Promise<{ kind: 'kept'; number: number } | { kind: 'exists' }>;
  find(input: { number: number }): Promise<MonthStatement | null>;
  /** The newest first. */
  list(input: Paging & { accountId?: string; month?: string }): Promise<Listed<MonthStatement>>;
}
