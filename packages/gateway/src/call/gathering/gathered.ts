// What the workers of collections and watches ask of the path of a call, and what they get back. The workers know nothing of prices and
// holds, and call/ knows nothing of the rows of collections and watches.
import type { Failure, FailureCode } from '../../domain/failure.ts';
import type { Micros } from '../../domain/money.ts';
import type { Purpose } from '../../operations/gathered-paths.ts';
import type { FoundItems, KeyHolder, PageFound, PaidUnit, RunFound } from '../../storage/storage.ts';

export type { Purpose } from '../../operations/gathered-paths.ts';

/** What is asked, and with which key. */
export interface GatherQuestion {
  /** The key whose rights, caps and balance the call uses. */
  holder: KeyHolder;
  /** The path of the interactive route; the price is that of its `collect` or `watch` path. */
  path: string;
  /** The parameters of the interactive route. On later pages of a collection: with the `pcursor` of the page before. */
  query: Readonly<Record<string, string>>;
}

export interface GatherRequest extends GatherQuestion {
  /** By `pageRequestId` or `runRequestId` of domain/request-id.ts; callers may not send such an id. */
  requestId: string;
  /** The most that the call may cost; of a run, all its pages. */
  ceilingMicros: Micros;
  /** It was charged before the ledger was restored: it is asked again, and nothing is held or charged. */
  paid?: PaidUnit;
  /** Which of these items (`platform:id`) the owner has seen before. */
  seen(items: readonly string[]): Promise<ReadonlySet<string>>;
}

/** One page of a collection: a page of a list, or a batch of ids (`ids=a,b,c`), of which missing ones cost nothing. */
export interface CollectRequest extends GatherRequest {
  /** How many items the collection may still get. A list is asked for no more than these; what exceeds them is neither kept nor charged. */
  itemsLeft: number;
  /** What the commit that charges the page writes beside the charge. Called once, after the page was read. */
  foundOf(read: PageRead): PageFound;
}

export interface PageRead extends FoundItems {
  /** The cursor of the next page; null when this list has ended. */
  pcursor: string | null;
  /** `more`, or why the list has ended. A batch is `exhausted`. */
  end: 'more' | 'exhausted' | 'upstream_cap' | 'unknown';
  /** Items that the collection has not seen and that the page did not keep, because fewer were paid before a restore. */
  unpaid?: number;
  /** Of a batch: ids for which no provider gave an answer. They cost nothing and may be asked for again. */
  unanswered: readonly string[];
}

/** One run of a watch. Each page is a call: the first has `requestId`, and the others ids that follow from it (`runPageId`). */
export interface RunRequest extends GatherRequest {
  pagesMax: number;
  /** The run before may have missed items: this one reads up to twice as many pages. */
  isDeeper: boolean;
  /** True in the first run of a watch with the baseline `mark`: all items count as seen, none is delivered, only the minimum of each page is charged. */
  marksOnly: boolean;
  /** What the commit that charges all pages of the run writes beside the charges. Called once, after the last page was read. */
  foundOf(read: RunRead): RunFound;
}

export interface RunRead extends FoundItems {
  pages: number;
  /** Unseen ids may remain. */
  gap: boolean;
  /** A page failed, or could not be paid, and pages before it were read. */
  isCut: boolean;
  /** The new records, one JSON text each, without line ends. */
  lines: readonly string[];
}

export type GatherOutcome =
  | { kind: 'settled'; items: number; chargedMicros: Micros }
  /**
   * The id was settled before, is running elsewhere, or its hold expired: read the row again and go on from there. `retryAfterMs`: its hold
   * is still open, so that trying again earlier is in vain. Where the row stands before an id that was charged, the row says so by now.
   */
  | { kind: 'moved'; retryAfterMs: number | null }
  /** Nothing was charged. `causeOf` says what to do about it. */
  | Failure;

/** What a question costs, before anything is asked. */
export interface GatherTerms {
  kind: 'terms';
  /** The catalog path that has the price. */
  billedPath: string;
  platform: string;
  operation: string;
  /** `list`: pages with cursors. `batch`: one page with the records of these ids. */
  shape: 'list' | 'batch';
  unit: 'call' | 'item';
  /** The price of a call or of an item; with tiers, of the first tier. */
  unitPriceMicros: Micros;
  /** The least that a page or run costs: the price of a call, or the minimum of a price per item. */
  leastMicros: Micros;
  /** Items of a page, at most. */
  pageItemsMax: number;
  /** The most that one page, or one run of `pagesMax` pages, costs. */
  mostMicros: Micros;
}

/**
 * Reads a question without asking it: is it allowed to this key, well formed, a list or a batch, and priced? `itemsLeft` and `pagesMax` as
 * in the request that will follow; a page is the default.
 */
export interface TermsRequest extends GatherQuestion {
  purpose: Purpose;
  itemsLeft?: number;
  pagesMax?: number;
}

/**
 * What a failure means for a collection or a watch. `balance`, `cap`, `provider`, `quota` and `misses` pass; `retryAfterMs` of the failure says when
 * at the earliest, where that is known. `budget`: the ceiling. `key`: the key may no longer be used. `refused`: asking again would not help.
 */
const GATHER_CAUSES = ['balance', 'cap', 'provider', 'quota', 'misses', 'budget', 'key', 'refused'] as const;
type GatherCause = (typeof GATHER_CAUSES)[number];

const CAUSES: Partial<Record<FailureCode, GatherCause>> = {
  INSUFFICIENT_BALANCE: 'balance',
  SPEND_CAP_REACHED: 'cap',
  PRICE_CEILING: 'budget',
  UNAUTHORIZED: 'key',
  UPSTREAM_ERROR: 'provider',
  UPSTREAM_REFUSED: 'provider',
  UPSTREAM_BUSY: 'provider',
  UPSTREAM_TIMEOUT: 'provider',
  OVERLOADED: 'provider',
  STORAGE_UNAVAILABLE: 'provider',
  RATE_LIMITED: 'provider',
  INTERNAL: 'provider',
};

/** What the failure of a page or a run means for its collection or watch. */
export function causeOf({ code, isQuota, isMisses }: Failure): GatherCause {
  if (isMisses === true) return 'misses';
  return isQuota === true ? 'quota' : (CAUSES[code] ?? 'refused');
}
