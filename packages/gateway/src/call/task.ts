// What one call asks of whom. The steps of a call know money, ids and order; a task knows what to ask which provider and how to write
// the answer down. A new kind of billed route is a new kind of task.
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
import type { ConnectedProvider } from './trying/connected-provider.ts';

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

/** Where in its walk a page lies whose items were all paid for with an earlier page, so that no platform is asked for it. */
export interface PaidPage {
  walkId: string;
  /** By what was asked: the id under which each page of this place was asked for first. */
  firstIds: ReadonlyMap<string, string>;
}

/** What a task asks about: its platform, and what names a thing there. */
export interface AskedThing {
  platform: string;
  ask: Readonly<Record<string, string>>;
}

/** What every task says. */
interface TaskFacts {
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  /** Two calls with the same text are the same call: method, path and accepted parameters in one form. */
  canonical: string;
  /** How hard to try. A task that must not be repeated is `economy`, whatever its route is called. */
  variant: Variant;
  /** Who may be asked, in order of preference. Empty when nobody is to be asked. */
  providers: readonly ConnectedProvider[];
  /** The most items that its answer is charged for; 1 when it is one thing. */
  itemsMax: number;
}

/** A task that is carried out by attempts at one provider or the other. It has at least one provider. */
interface Attempted extends TaskFacts {
  /** How many answers of this provider an attempt will take, roughly; more than one only in the middle of a walk. */
  pagesAt(by: ConnectedProvider): number;
  attempt(by: ConnectedProvider, time: AttemptTime): Promise<AttemptOutcome>;
  /** Names an answer of this provider for the cache; null for tasks whose answers are not to be remembered. */
  cacheKey(by: ConnectedProvider): string | null;
  /** The caller wants an answer younger than this; 0 asks for a live one, null takes what there is. */
  maxAgeSeconds: number | null;
}

/** Its answers may be told to other nodes. */
interface Restorable {
  /** An answer to an equal task that another node saved; null when it cannot be read. */
  restore(saved: SavedAnswer): Good | null;
}

/** One page of a list. */
export interface PageTask extends Attempted, Restorable {
  kind: 'page';
  /** So that a platform's word that it is gone can be remembered. */
  asks: AskedThing;
}

/** One thing, looked up. */
export interface RecordTask extends Attempted, Restorable {
  kind: 'record';
  asks: AskedThing;
  /** How many things it may ask a provider for that the provider does not have; counted for its account. */
  missesMax(): number;
}

/** Several things in the place of one. Each item has the price of one call, whatever the unit of its route. */
export interface BatchTask extends Attempted, Restorable {
  kind: 'batch';
  missesMax(): number;
  /** When nothing more can be tried: what there is all the same. null leaves the call to the failure. */
  salvage(reason: Failure): { good: Good; by: ConnectedProvider } | null;
}

/** An operation of a mount, passed on. */
export interface PassTask extends Attempted {
  kind: 'pass';
}

/** One page of a search over many platforms. Each of its legs is a call of its own; nobody else is asked. */
export interface AllTask extends TaskFacts {
  kind: 'all';
  /** Comes by the answers of the legs and makes one of them. */
  gather(): Promise<Obtained>;
  /** null for a page that asks some platform. */
  paidPage: PaidPage | null;
}

/** The page after the last one. Nobody is asked for it, and it is a free answer. */
export interface EndTask extends TaskFacts {
  kind: 'end';
  write(receipt: ReceiptFigures): AnswerContent;
}

/** What it refers to can no longer be found, so it can only fail. It is run because its id may have been paid before. */
export interface LostTask extends TaskFacts {
  kind: 'lost';
  failure: Failure;
}

/** Carried out by attempts: see `Dispatch`. */
export type AttemptedTask = PageTask | RecordTask | BatchTask | PassTask;

export function isAttempted(task: Task): task is AttemptedTask {
  const { kind } = task;
  return kind === 'page' || kind === 'record' || kind === 'batch' || kind === 'pass';
}

export type Task = AttemptedTask | AllTask | EndTask | LostTask;
