// Owns the seam between the pipeline and what is being called. The pipeline knows money, ids and order; a task knows what
// to ask which provider and how to write the answer down. A new kind of billed route is a new task and nothing else.
import type { AttemptFailure, AttemptFailureKind } from '../connectors/connector.ts';
import type { Attempt, Source, Variant } from '../domain/call.ts';
import type { Failure } from '../domain/failure.ts';
import type { Brought } from '../domain/terms.ts';
import type { About } from '../domain/thing-names.ts';
import type { TraceIdentity } from '../observe/trace-identity.ts';
import type { ReceiptFigures } from '../operations/receipt.ts';
import type { SavedAnswer } from '../operations/results.ts';
import type { AnswerContent } from '../storage/storage.ts';
import type { Cancel, OnBehalfOf } from '../upstream/upstream.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** An attempt that brought what was asked for. */
export interface Good {
  kind: 'good';
  /**
   * May be called again, with another receipt: for a shared call, or later from the cache. `fetchedAt` is what its records say instead of when
   * the platform gave them.
   */
  write(receipt: ReceiptFigures, fetchedAt?: string): AnswerContent;
  /** About how much memory it takes to remember. */
  bytes: number;
  /** The counts that the charge is computed from. */
  readonly delivered: Brought;
  /** There was nothing to find; that is remembered for a short time only. */
  isEmpty: boolean;
  /** A later call may get more, so it is not remembered. */
  isPartial?: boolean;
  /** The things that it tells of; absent where it is never remembered. */
  readonly about?: About;
  /** For other nodes, which take it up by the `restore` of an equal task; without it, it stays here. */
  save?(): SavedAnswer;
  /** Told when it is remembered no longer; calls that found it before go on with it. */
  forget?(): void;
}

/** Of a number in memory. */
const NAME_BYTES = 8;

/** What it takes to remember an answer, with the names of its things. */
export const bytesOf = ({ bytes, about = [] }: Good): number => bytes + NAME_BYTES * about.length;

/** The provider said something final that the caller should hear as it is; nothing is charged. */
export interface Declined {
  kind: 'declined';
  failure: Failure;
}

export type AttemptResult = Good | Declined | AttemptFailure;

export interface AttemptTime {
  /** Whose cost the quota of a provider is charged. */
  operation: string;
  leftMs: number;
  /** Said when another attempt has won; null for an attempt that has no rival. */
  cancel: Cancel | null;
  /** Whose turn an exchange uses, where turns are few. */
  onBehalfOf: OnBehalfOf;
  /** Of the call, for the log. */
  requestId: string;
  /** Told to providers that ask for it. */
  trace?: TraceIdentity | null;
}

export interface AttemptOutcome {
  result: AttemptResult;
  /** In one word, for the trace. */
  outcome: 'ok' | AttemptFailureKind;
  bytes: number;
  /** Answers that the provider will bill: one, unless the attempt had to walk through several pages. */
  pages: number;
  /** Spent waiting for our own turn, before the provider was asked. */
  waitedMs: number;
  /** Things that the provider does not have, where several were asked for. */
  misses?: number;
}

/** What came of all attempts of a call. */
export type Dispatched =
  | ({ kind: 'good'; good: Good; by: ConnectedProvider; kept?: KeptFor | null } & Spent)
  | ({ kind: 'failed'; failure: Failure } & Spent);

/** An answer that is remembered, for those who shared the call that brought it. */
interface KeptFor {
  knownTo(account: string): object | null | undefined;
  giveTo(account: string, first: null): void;
}

/** What the attempts of a call took. */
export interface Spent {
  attempts: Attempt[];
  /** Beyond one for each attempt. */
  extraPages: number;
  /** Things that a provider was asked for and does not have. */
  misses: number;
}

/** How a call came by its answer, or that it did not. */
export type Obtained =
  | {
      kind: 'good';
      good: Good;
      /** As the caller is told. */
      source: Source;
      ageMs: number;
      /** What its records say about when they were fetched, where that is another account's business. */
      fetchedAtMs?: number | undefined;
      /** Nobody was asked, though the caller is told that it is live. */
      isKept?: boolean;
      /** Whose answer it is; null when it is of several. */
      by: ConnectedProvider | null;
      attempts: Attempt[];
    }
  | { kind: 'failed'; failure: Failure; attempts: Attempt[] };

/** Where in its walk a page lies that asks nobody. */
export interface FreePage {
  walkId: string;
  /** By what was asked: the id under which each page of this place was asked for first. */
  firstIds: ReadonlyMap<string, string>;
}

/** What a task asks about: its platform, and what names a thing there. */
export interface AskedThing {
  platform: string;
  ask: Readonly<Record<string, string>>;
}

export interface Task {
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  /** Two calls with the same text are the same call: method, path and accepted parameters in one form. */
  canonical: string;
  /** How hard to try. A task that must not be repeated is `economy`, whatever its route is called. */
  variant: Variant;
  /** Who may be asked, in order of preference. */
  providers: readonly ConnectedProvider[];
  /** Why there is nobody to ask, when there is no provider. */
  nobody: Failure;
  /** The most items that its answer is charged for; 1 when it is one thing. */
  itemsMax: number;
  /** Each item has the price of one call, whatever the unit of its route: several things in the place of one. */
  isPricedByItem?: true;
  /** How many answers of this provider an attempt will take, roughly; more than one only in the middle of a walk. */
  pagesAt(by: ConnectedProvider): number;
  attempt(by: ConnectedProvider, time: AttemptTime): Promise<AttemptOutcome>;
  /** Of a call that is made of several: comes by their answers and makes one of them. Nobody else is asked. */
  gather?(): Promise<Obtained>;
  /** A page that asks nobody and costs nothing: it is stored once, and counted among the free answers. */
  freePage?: FreePage;
  /** When nothing more can be tried: what there is all the same. null leaves the call to the failure. */
  salvage?(reason: Failure): { good: Good; by: ConnectedProvider } | null;
  /** What it asks about, so that a word that it is gone can be remembered; absent where nobody can say so. */
  asks?: AskedThing;
  /** Names an answer of this provider for the cache; null for tasks whose answers are not to be remembered. */
  cacheKey(by: ConnectedProvider): string | null;
  /** An answer to an equal task that another node saved; null when it cannot be read. Without it none is asked for. */
  restore?(saved: SavedAnswer): Good | null;
  /** How many things it may ask a provider for that the provider does not have; counted for its account. Absent where nothing is looked up. */
  missesMax?(): number;
  /** The caller wants an answer younger than this; 0 asks for a live one, null takes what there is. */
  maxAgeSeconds: number | null;
  /** An answer that needs no provider and costs nothing; null for every task that is to be run. */
  free: ((receipt: ReceiptFigures) => AnswerContent) | null;
}
