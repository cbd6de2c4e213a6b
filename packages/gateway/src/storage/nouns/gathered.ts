// What the commit that settles a page of a collection, or a run of a watch, writes beside the charge. The native verb `gathered.settle`
// settles the call and runs `moveOn` in the same transaction. If the call could not be settled, nothing is written.
import type { CollectionEnd } from '../../domain/gathering/collection.ts';
import type { WatchRun } from '../../domain/gathering/watch.ts';
import type { Micros } from '../../domain/money.ts';
import type { SettleCall } from '../ledger/call-verb-types.ts';

/** The records that are delivered now, with the ids that were on the page or pages. */
export interface FoundItems {
  /** New records. */
  items: number;
  /** Their lines as gzip (see found.ts); null without new records. */
  body: Uint8Array | null;
  /** The length of the lines, uncompressed. */
  bytes: number;
  linksUntilMs: number | null;
  /** The keys of all records that were read, new or not (seen_items.item). */
  seen: readonly string[];
}

/** How the list of one question ended, where it did not end by itself. The collection remembers it until its last question. */
export const LIST_ENDS = ['upstream_cap', 'unknown'] as const satisfies readonly CollectionEnd[];
export type ListEnd = (typeof LIST_ENDS)[number];

/** A page of a collection. */
export interface PageFound extends FoundItems {
  kind: 'page';
  collectionId: string;
  /** How many pages were settled before this one. */
  page: number;
  /** Where the walk goes on, or why the collection has ended. */
  next: { question: number; pcursor: string | null; listEnd?: ListEnd } | { end: CollectionEnd };
  /** How long the items are kept after the end of the collection. */
  keepMs: number;
}

/** A run of a watch. */
export interface RunFound extends FoundItems {
  kind: 'run';
  watchId: string;
  /** False: nobody had asked for this run when it began, so a request that came meanwhile is not done by it. */
  wasAsked?: boolean;
  run: Pick<WatchRun, 'number' | 'slotMs' | 'lateBySeconds' | 'pages' | 'gap'>;
  /** The first run of a watch that marks was cut short: the next run marks too, because it would deliver what was there before. */
  marksAgain?: boolean;
  /** The lines of the first new records, for the event. */
  eventLines: readonly string[];
}

export interface SettleGathered {
  settle: SettleCall;
  /** The further pages of a run: calls of the same account, which are settled with its first page or not at all. */
  further?: readonly SettleCall[];
  found: PageFound | RunFound;
}

/** What the ledger says about the call that was settled. */
export interface SettledFor {
  accountId: string;
  /** Of a run: that of its first page. */
  requestId: string;
  /** For all pages. */
  chargedMicros: Micros;
  /** The charge was counted before: the ledger was restored since. `failure`: why nothing of it could be had. */
  paidBefore?: { failure: string | null };
}
