// What one call asks of which provider. The steps of a call deal with money, ids and sequence; a task decides what to ask a
// provider and how to write the answer. A new kind of billed route is a new kind of task.
import type { AttemptFailure, AttemptFailureKind } from '../connectors/connector.ts';
import type { Attempt, Source, Variant } from '../domain/call.ts';
import type { Failure } from '../domain/failure.ts';
import type { AskedParameter } from '../domain/gathering/question.ts';
import type { Brought } from '../domain/prices/terms.ts';
import type { About } from '../domain/thing-names.ts';
import type { TraceIdentity } from '../observe/trace-identity.ts';
import type { ReceiptFigures } from '../operations/receipt.ts';
import type { CacheWord, ReadResults, SavedAnswer } from '../operations/results.ts';
import type { AnswerContent } from '../storage/storage.ts';
import type { Cancel, OnBehalfOf } from '../upstream/upstream.ts';
import type { ConnectedProvider } from './trying/connected-provider.ts';

/** The result of an attempt that succeeded. */
export interface Good {
  kind: 'good';
  /**
   * May be called more than once, each time with another receipt: for a shared call, or later from the cache. `fetchedAt`, when
   * given, replaces the fetch time in the records.
   */
  write(receipt: ReceiptFigures, fetchedAt?: string): AnswerContent;
  /** The records of a list or a batch, and the fields that follow them; absent where the answer is no list of ours. */
  read?(cache: CacheWord, fetchedAt?: string): ReadResults;
  /** About how many bytes it takes to keep the answer in memory. */
  bytes: number;
  /** The counts that the charge is computed from. */
  readonly delivered: Brought;
  /** Nothing was found. Such an answer is cached for a short time only. */
  isEmpty: boolean;
  /** A later call may get more, so the answer is not cached. */
  isPartial?: boolean;
  /** The things that the answer is about; absent where it is never cached. */
  readonly about?: About;
  /**
   * Serialises the answer for other nodes, which load it with the `restore` of an equal task. Without it the answer stays on this
   * node.
   */
  save?(): SavedAnswer;
  /** Called when the answer leaves the cache. Calls that found it before may go on using it. */
  forget?(): void;
}

/** Bytes of one number in memory. */
const NAME_BYTES = 8;

/** Bytes that it takes to keep an answer, with the numbers of its things. */
export const bytesOf = ({ bytes, about = [] }: Good): number => bytes + NAME_BYTES * about.length;

/** The provider's answer is final, and the caller gets it as it is. Nothing is charged. */
export interface Declined {
  kind: 'declined';
  failure: Failure;
}

export type AttemptResult = Good | Declined | AttemptFailure;

export interface AttemptTime {
  /** The operation whose cost is taken from the provider's quota. */
  operation: string;
  leftMs: number;
  /** Signalled when another attempt has won; null for an attempt that has no rival. */
  cancel: Cancel | null;
  /** The party in whose name the exchange queues, where turns are limited. */
  onBehalfOf: OnBehalfOf;
  /** The request id of the call, for the log. */
  requestId: string;
  /** The trace context, sent to providers that ask for it. */
  trace?: TraceIdentity | null;
}

export interface AttemptOutcome {
  result: AttemptResult;
  /** One word, for the trace. */
  outcome: 'ok' | AttemptFailureKind;
  bytes: number;
  /** Answers that the provider will bill: one, unless the attempt had to fetch several pages. */
  pages: number;
  /** Requests that were sent: one for each page or record, and follow-ups. They count when the outcome is an answer. */
  requests: number;
  /** Milliseconds in this process's queue, before the provider was asked. */
  waitedMs: number;
  /** Things that the provider does not have, where several were asked for. */
  misses?: number;
  /** A walk goes on here without its former position. */
  isResumed?: boolean;
}

/** The result of all attempts of a call. */
export type Dispatched =
  | ({ kind: 'good'; good: Good; by: ConnectedProvider; kept?: KeptFor | null } & Spent)
  | ({ kind: 'failed'; failure: Failure } & Spent);

/** What equal calls in flight share: the result of the call that came first, whose call it was, and when it began. */
export interface Flown {
  dispatched: Dispatched;
  account: string;
  beganMs: number;
}

/** A cached answer, for the calls that shared the one which brought it. */
interface KeptFor {
  knownTo(account: string): object | null | undefined;
  giveTo(account: string, first: null): void;
}

/** What the attempts of a call used. */
export interface Spent {
  attempts: Attempt[];
  /** Pages beyond one for each attempt. */
  extraPages: number;
  /** Requests that providers answered, and those of attempts that were no longer wanted. A request that its provider failed to answer is none. */
  answered: number;
  /** Things that a provider was asked for and does not have. */
  misses: number;
}

/** How a call got its answer, or why it failed. */
export type Obtained =
  | {
      kind: 'good';
      good: Good;
      /** The source that the caller is told. */
      source: Source;
      ageMs: number;
      /** The fetch time that the records show, where the true one would reveal what another account asked. */
      fetchedAtMs?: number | undefined;
      /** True: no provider was asked, although the caller is told that the answer is live. */
      isKept?: boolean;
      /** The provider of the answer; null when several contributed. */
      by: ConnectedProvider | null;
      attempts: Attempt[];
      /** Requests that providers answered for it. They count for the account if nothing is charged in the end (`misses`). */
      answered?: number;
    }
  | { kind: 'failed'; failure: Failure; attempts: Attempt[] };

/** The position of a page whose items were all paid for with an earlier page, so that no platform is asked for it. */
export interface PaidPage {
  walkId: string;
  /** Fingerprint of a call → the request id under which this page was first asked for. */
  firstIds: ReadonlyMap<string, string>;
}

/** The thing that a task asks about: its platform, and the parameters that name it. */
export interface AskedThing {
  platform: string;
  ask: Readonly<Record<string, string>>;
}

/** The facts that every kind of task has. */
interface TaskFacts {
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  /** Two calls with the same text are the same call: method, path and accepted parameters in one form. */
  canonical: string;
  /** How hard to try. A task that must not be repeated is `economy`, whatever its route is called. */
  variant: Variant;
  /** The providers that may be asked, in order of preference. Empty when none is to be asked. */
  providers: readonly ConnectedProvider[];
  /** The most items that the answer is charged for; 1 when it is one thing. */
  itemsMax: number;
}

/** A task that is carried out by attempts at one provider or another. It has at least one provider. */
interface Attempted extends TaskFacts {
  /** About how many answers of this provider an attempt will take; more than one only in the middle of a walk. */
  pagesAt(by: ConnectedProvider): number;
  attempt(by: ConnectedProvider, time: AttemptTime): Promise<AttemptOutcome>;
  /** The cache key of this provider's answer; null for tasks whose answers are not cached. */
  cacheKey(by: ConnectedProvider): string | null;
  /** The caller wants an answer younger than this; 0 asks for a live one, null accepts any fresh one. */
  maxAgeSeconds: number | null;
  /** How many things the task may well ask a provider for in vain. So much of the limit is reserved before a provider is asked. */
  missesMax(): number;
}

/** A task whose answers other nodes may load. */
interface Restorable {
  /** An answer to an equal task that another node saved; null when it cannot be read. */
  restore(saved: SavedAnswer): Good | null;
}

/** One page of a list. */
export interface PageTask extends Attempted, Restorable {
  kind: 'page';
  /** The thing that the list belongs to, so that the platform's report that it is gone can be remembered. */
  asks: AskedThing;
}

/** One look-up. */
export interface RecordTask extends Attempted, Restorable {
  kind: 'record';
  asks: AskedThing;
  /**
   * The answer as this call wants it written, made from the one that the cache keeps; a failure when that cannot be done. Absent when the
   * kept answer is written as it is.
   */
  present?(good: Good): Good | Failure;
}

/** Several look-ups in one call. Each item has the price of one call, whatever the unit of its route. */
export interface BatchTask extends Attempted, Restorable {
  kind: 'batch';
  /** When nothing more can be tried: the answer made of what was found. null: the call fails. */
  salvage(reason: Failure): { good: Good; by: ConnectedProvider } | null;
}

/** An operation of a mount. */
export interface PassTask extends Attempted {
  kind: 'pass';
  /** Its parameters, for the ledger. */
  asked(): readonly AskedParameter[];
}

/** One page of a search over many platforms. Each of its legs is a call of its own; no other provider is asked. */
export interface AllTask extends TaskFacts {
  kind: 'all';
  /** Gets the answers of the legs and merges them into one. */
  gather(): Promise<Obtained>;
  /** null for a page that asks at least one platform. */
  paidPage: PaidPage | null;
}

/** The page after the last one. No provider is asked for it, and it is a free answer. */
export interface EndTask extends TaskFacts {
  kind: 'end';
  write(receipt: ReceiptFigures): AnswerContent;
}

/** What the call refers to can no longer be found, so it can only fail. It is run because its id may have been paid before. */
export interface LostTask extends TaskFacts {
  kind: 'lost';
  failure: Failure;
}

/** Tasks that `Dispatch` carries out. */
export type AttemptedTask = PageTask | RecordTask | BatchTask | PassTask;

export function isAttempted(task: Task): task is AttemptedTask {
  const { kind } = task;
  return kind === 'page' || kind === 'record' || kind === 'batch' || kind === 'pass';
}

/** What this task makes of an answer that the cache keeps. */
export function presentedGood(task: Task, good: Good): Good | Failure {
  return task.kind === 'record' && task.present !== undefined ? task.present(good) : good;
}

export type Task = AttemptedTask | AllTask | EndTask | LostTask;
