// Owns the part of the storage port that looks at many calls: lists, sums and one call with all that hangs on it. Calls are
// listed in the order in which they ended, those that run first: a list by time then says what the ledger says.
import type { Entry } from '../domain/account.ts';
import type { CallRecord, CallState } from '../domain/call.ts';
import type { Complaint } from '../domain/complaint.ts';
import type { Micros } from '../domain/money.ts';
import type { Listed, Paging } from './listed.ts';

/** What is wanted; what is absent is not asked. */
export interface CallFilter {
  accountId?: string;
  /** Only together with its account. */
  keyId?: string;
  path?: string;
  platform?: string;
  /** Asked it, whether or not it answered. */
  provider?: string;
  state?: CallState;
  failureCode?: string;
  /** Ended at this time or later. */
  fromMs?: number;
  /** Ended before. */
  toMs?: number;
}

export interface ListedCall extends CallRecord {
  /** Its number in this ledger, for ever. */
  seq: number;
  accountName: string;
  keyName: string;
  projectId: string | null;
}

export interface CallPage extends Listed<ListedCall> {
  /** Nothing that ended since then was left out; null when the whole list was looked through. */
  searchedToMs: number | null;
}

export interface CallTotals {
  /** Answered, and charged. */
  calls: number;
  failures: number;
  chargedMicros: Micros;
  costMicros: Micros;
  /** Since when they are counted, where there are too many to count all; else null. */
  countedFromMs: number | null;
}

/** One call with its entries and its complaint. */
export interface CallDetail extends ListedCall {
  /** How often its id was opened. */
  epoch: number;
  node: string;
  /** Its charge and its refunds, oldest first. */
  entries: Entry[];
  complaint: Complaint | null;
}

/** A hold that nobody has ended yet. */
export type OpenHold = ListedCall;

export const FOUND_KINDS = [
  'call',
  'account',
  'key',
  'project',
  'complaint',
  'entry',
  'token',
  'session',
] as const;

/** Something that goes by the name that was looked up. */
export interface Found {
  kind: (typeof FOUND_KINDS)[number];
  id: string;
  /** Its name; the request id of a call, the kind of an entry, the words of a complaint. */
  name: string;
  accountId: string | null;
  accountName: string | null;
  state: string;
}

export interface CallListVerbs {
  /**
   * The latest end first. Looks at a bounded number of calls: a page may be short, or empty, and still have a next one.
   * The first page begins with calls that run.
   */
  list(input: CallFilter & Paging): Promise<CallPage>;
  totals(input: CallFilter): Promise<CallTotals>;
  detail(input: { seq: number }): Promise<CallDetail | null>;
  /** The oldest first. */
  holds(input: Paging & { accountId?: string }): Promise<Listed<OpenHold>>;
}
