// Owns the seam between the pipeline and what is being called. The pipeline knows money, ids and order; a task knows what
// to ask which provider and how to write the answer down. A new kind of billed route is a new task and nothing else.
import type { AttemptFailure } from '../connectors/connector.ts';
import type { Attempt } from '../domain/call.ts';
import type { Failure } from '../domain/failure.ts';
import type { AnswerContent } from '../storage/storage.ts';
import type { ConnectedProvider } from './call-deps.ts';

/** The figures that an answer may show, all but the balance, which only the ledger's transaction knows. */
export interface Receipt {
  requestId: string;
  unitPrice: string;
  charged: string;
  currency: string;
  catalogVersion: number;
}

/** An attempt that brought what was asked for. */
export interface Good {
  kind: 'good';
  write(receipt: Receipt): AnswerContent;
}

/** The provider said something final that the caller should hear as it is; nothing is charged. */
export interface Declined {
  kind: 'declined';
  failure: Failure;
}

export type AttemptResult = Good | Declined | AttemptFailure;

export interface AttemptOutcome {
  result: AttemptResult;
  trace: Attempt;
}

export interface Task {
  /** `video.search`, or `mount.<name>.<operation>`. */
  operation: string;
  /** Two calls with the same text are the same call: method, path and accepted parameters in one form. */
  canonical: string;
  /** The providers that may be tried, in order. */
  plan: readonly ConnectedProvider[];
  /** Why there is nobody to ask, when the plan is empty. */
  nobody: Failure;
  attempt(by: ConnectedProvider, time: { startedMs: number; leftMs: number }): Promise<AttemptOutcome>;
  /** An answer that needs no provider and costs nothing; null for every task that is to be run. */
  free: ((receipt: Receipt) => AnswerContent) | null;
}
