// A collection: all items for one or more questions, up to a number of items and a budget. The gateway walks the pages, one paid call each.
import { DAY_MS } from '../duration.ts';
import type { Micros } from '../money.ts';

export const COLLECTION_STATES = ['queued', 'running', 'waiting', 'done', 'stopped', 'failed'] as const;
export type CollectionState = (typeof COLLECTION_STATES)[number];

/** What a waiting collection waits for. `turn`: the account has as many running as it may. */
export const COLLECTION_WAITS = ['balance', 'cap', 'provider', 'quota', 'misses', 'turn'] as const;
export type CollectionWait = (typeof COLLECTION_WAITS)[number];

/** Why a collection has ended. `unknown`: the platform stopped giving new items without saying that the list ends. */
export const COLLECTION_ENDS = [
  'exhausted',
  'upstream_cap',
  'items',
  'budget',
  'time',
  'cancelled',
  'key',
  'refused',
  'unknown',
] as const;
export type CollectionEnd = (typeof COLLECTION_ENDS)[number];

/** One list that is walked, or one batch of ids that is looked up: a data path with its parameters. */
export interface CollectionQuestion {
  /** The path of the interactive route, such as `/api/u1/v1/library/app/search_video_v2`. */
  path: string;
  query: Readonly<Record<string, string>>;
}

export interface Collection {
  id: string;
  accountId: string;
  /** The key that pays, and whose rights, caps and limits apply. */
  keyId: string;
  /** The caller's request id: the same id gives the same collection. */
  requestId: string;
  name: string | null;
  /** The platform of all questions. */
  platform: string;
  /** The path of the first question. */
  path: string;
  /** The parameters of a single question; null when there are several. */
  query: Readonly<Record<string, string>> | null;
  questionCount: number;
  /** The index of the question that is being walked. */
  question: number;
  /** Questions that the platform refused or did not know. The collection went on with the next one. */
  questionsRefused: number;
  /** The cursor of the next page of this question; null before its first page. */
  pcursor: string | null;
  /** Settled pages of this question in a row that brought nothing new. */
  idlePages: number;
  /** Settled pages. The request id of the next page is derived from this number. */
  pages: number;
  items: number;
  itemsMax: number;
  chargedMicros: Micros;
  /** What the page that is being fetched may cost. */
  reservedMicros: Micros;
  budgetMicros: Micros;
  /** The most that it can cost by the prices when it was made or changed; the budget when nothing else bounds it. */
  mostMicros: Micros;
  /** When the page that is being fetched was begun; null between pages. */
  pageAtMs: number | null;
  untilMs: number | null;
  state: CollectionState;
  waitingFor: CollectionWait | null;
  end: CollectionEnd | null;
  /** It was told to end while a page was being fetched, and ends with that page. */
  endWanted: CollectionEnd | null;
  /** The code of the last failure. */
  failure: string | null;
  createdAtMs: number;
  endedAtMs: number | null;
  /** When its items are deleted. */
  expiresAtMs: number | null;
  /** When it is worked on next. */
  dueAtMs: number;
  failures: number;
  /** Pages below this number were charged before the ledger was restored. From `pages` on they are asked again, free. */
  paidTo: number;
  /** Where its questions ended (question-figures.ts). */
  questionEnds: string;
}

/** Its next page was paid before the ledger was restored. */
export const isOwed = ({ pages, paidTo }: Pick<Collection, 'pages' | 'paidTo'>) => pages < paidTo;

/** How long the items of a platform are kept: after the end of the collection, and after they were found. */
export interface CollectionKeep {
  keepMs: number;
  /** By the platform's terms; null when they set no limit. */
  termsMs: number | null;
}

/** How long items are kept when the collection ends now. Its first item may be as old as the collection. */
export function keepMsFrom(
  { keepMs, termsMs }: CollectionKeep,
  { createdAtMs }: Pick<Collection, 'createdAtMs'>,
  nowMs: number,
): number {
  return termsMs === null ? keepMs : Math.max(0, Math.min(keepMs, createdAtMs + termsMs - nowMs));
}

/** When a collection must end, so that its items are kept for a day after its end at least; null without a limit by terms. */
export function lastEndMs({ termsMs }: CollectionKeep, createdAtMs: number): number | null {
  return termsMs === null ? null : createdAtMs + Math.max(termsMs - DAY_MS, termsMs / 2);
}

/** A link to an export. It works without a key, so everything that it names is signed. */
export interface ExportLink {
  collection: string;
  format: string;
  /** Unix time in seconds. */
  expires: number;
  /** The id of the key that made it, and with which it ends; null in a link of an older release, which did not say. */
  key: string | null;
}

export interface ExportLinks {
  sign(link: ExportLink): string;
  isSigned(link: ExportLink, signature: string): boolean;
}
