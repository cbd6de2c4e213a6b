// Carries out the plan of a call between its hold and its end: one loop for every plan, until an attempt is good or nothing more
// can be tried. It moves no money. Its result decides whether the hold becomes a charge.
import type { AttemptFailure, AttemptFailureKind } from '../../connectors/connector.ts';
import type { Attempt } from '../../domain/call.ts';
import type { Failure } from '../../domain/failure.ts';
import { CALL_DEADLINE_MS } from '../../domain/limits.ts';
import { ANSWERED, type AttemptEnding, type HealthView } from '../../health/health.ts';
import type { TraceIdentity } from '../../observe/trace-identity.ts';
import { Cancel, type OnBehalfOf } from '../../upstream/upstream.ts';
import type { CallDeps } from '../call-deps.ts';
import type { ReadCall } from '../reading/read-call.ts';
import type { AttemptedTask, AttemptOutcome, AttemptResult, Dispatched, Spent } from '../task.ts';
import { allSuspended, toFailure } from './attempt-failure.ts';
import { type AttemptWork, beginTrace } from './attempt-record.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { type PlannedAttempt, plan } from './plan.ts';
import { shareFor } from './quotas.ts';

/** The call that makes the attempts. Equal calls may share the result. */
export type AskingCall = Pick<ReadCall, 'requestId' | 'trace'>;

/** One attempt, from its start until its end has been judged. */
interface Running {
  by: ConnectedProvider;
  startedMs: number;
  failure: AttemptFailureKind | null;
  endedMs: number | null;
  isLocal: boolean;
  /** null until the attempt has ended. */
  trace: Attempt | null;
  cancel(): void;
  /** Records the end of the attempt in the trace and in its provider's health. */
  note(ending: AttemptEnding, work: AttemptWork): void;
}

/**
 * The attempts of one call. It is always in one of these states; each event leads on from one to the next.
 *
 *   planned ─ the next attempt is due ──────▶ started, and planned again without it
 *   planned ─ it is not due, or others run ─▶ waiting for an end or for its time, whichever comes first
 *   planned ─ nothing runs, nothing is left ▶ exhausted: the last failure, or every provider is suspended
 *   waiting ─ an attempt is good ───────────▶ decided: the others are cancelled
 *   waiting ─ it is declined ───────────────▶ decided: the caller gets the provider's final answer
 *   waiting ─ it failed, or time came ──────▶ planned anew, with what is known now
 *   waiting ─ an attempt threw ─────────────▶ decided: the bug goes on to the caller of `run`
 */
export class Dispatch {
  readonly #deps: CallDeps;
  readonly #task: AttemptedTask;
  readonly #onBehalfOf: OnBehalfOf;
  readonly #requestId: string;
  readonly #trace: TraceIdentity | null;
  readonly #beganMs: number;
  readonly #past: Running[] = [];
  readonly #running = new Set<Running>();
  readonly #decided = Promise.withResolvers<Dispatched>();
  #isDecided = false;
  #timer: NodeJS.Timeout | undefined;
  #last: AttemptFailure | null = null;
  #chance: number;
  /** Pages that attempts took beyond one each. */
  #extraPages = 0;
  #answered = 0;
  #misses = 0;

  constructor(deps: CallDeps, task: AttemptedTask, onBehalfOf: OnBehalfOf, { requestId, trace }: AskingCall) {
    this.#deps = deps;
    this.#task = task;
    this.#onBehalfOf = onBehalfOf;
    this.#requestId = requestId;
    this.#trace = trace;
    this.#chance = deps.chance();
    this.#beganMs = deps.clock.monotonicMs();
  }

  run(): Promise<Dispatched> {
    this.#deps.health.callBegan(this.#task.providers.map(({ provider }) => provider.name));
    this.#step(() => null);
    return this.#decided.promise;
  }

  /** What an event brings, until it or the plan decides. Only here a call is decided, also by a bug. */
  #step(event: () => Dispatched | null): void {
    if (this.#isDecided) return;
    clearTimeout(this.#timer);
    try {
      // Ends of attempts and the health of providers may have changed the plan.
      const verdict = event() ?? this.#goOn();
      if (verdict === null) return;
      this.#decided.resolve(verdict);
    } catch (bug) {
      this.#decided.reject(bug);
    }
    this.#isDecided = true;
    this.#cancelRest();
  }

  /** Starts what is due, and waits for the next attempt's time. */
  #goOn(): Dispatched | null {
    for (const next of this.#plan()) {
      const waitMs = next.startMs - this.#elapsedMs();
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.#step(() => null), waitMs);
        return null;
      }
      this.#start(next);
    }
    return this.#running.size === 0 ? this.#exhausted() : null;
  }

  /** Attempts that still run when the call is decided have lost. Their cost is recorded all the same, and each is a request of the call. */
  #cancelRest(): void {
    this.#answered += this.#running.size;
    for (const attempt of this.#running) {
      attempt.cancel();
      attempt.note({ outcome: 'cancelled' }, { bytes: 0, pages: 1, waitedMs: 0 });
    }
    this.#running.clear();
  }

  #elapsedMs(): number {
    return this.#deps.clock.monotonicMs() - this.#beganMs;
  }

  #plan(): readonly PlannedAttempt[] {
    const task = this.#task;
    return plan({
      variant: task.variant,
      candidates: task.providers.map((by) => ({
        by,
        health: this.#viewOf(by),
        pages: task.pagesAt(by),
      })),
      past: this.#past.map(({ by, ...past }) => ({ ...past, provider: by.provider.name })),
      elapsedMs: this.#elapsedMs(),
      deadlineMs: CALL_DEADLINE_MS,
      chance: this.#chance,
    });
  }

  /** A provider whose quota is spent is treated as suspended. */
  #viewOf(by: ConnectedProvider): HealthView {
    const view = this.#deps.health.view(by.provider.name);
    if (by.quota === null) return view;
    const spentMs = this.#spentForMs(by);
    return spentMs <= view.suspendedMs ? view : { ...view, suspendedMs: spentMs };
  }

  #spentForMs(by: ConnectedProvider): number {
    const share = shareFor(by, this.#onBehalfOf);
    return this.#deps.quotas.spentForMs(by, this.#task.operation, share);
  }

  #start({ by, role, timeoutMs }: PlannedAttempt): void {
    const deps = this.#deps;
    const startedMs = this.#elapsedMs();
    const endTrace = beginTrace(deps, by, startedMs);
    const endHealth = deps.health.attemptBegan(by.provider.name, role);
    // Only a stable call can have two attempts running, so only there one may have to be cancelled.
    const cancel = this.#task.variant === 'economy' ? null : new Cancel();
    const time = {
      operation: this.#task.operation,
      leftMs: timeoutMs,
      cancel,
      onBehalfOf: this.#onBehalfOf,
      requestId: this.#requestId,
      trace: this.#trace,
    };
    const exchange = this.#task.attempt(by, time);
    const attempt: Running = {
      by,
      startedMs,
      failure: null,
      endedMs: null,
      isLocal: false,
      trace: null,
      cancel: () => cancel?.abort(),
      note: (ending, work) => {
        this.#extraPages += Math.max(0, work.pages - 1);
        // An attempt that our own limit refused never reached the provider, so it is not in the trace.
        if (ending.isLocal !== true) attempt.trace = this.#written(endTrace(ending.outcome, work));
        endHealth({ ...ending, pages: work.pages, waitedMs: work.waitedMs });
      },
    };
    this.#past.push(attempt);
    this.#running.add(attempt);
    exchange.then(
      (outcome) => this.#step(() => this.#judgeAttempt(attempt, outcome)),
      (bug) =>
        this.#step(() => {
          throw bug;
        }),
    );
  }

  #written(attempt: Attempt): Attempt {
    if (attempt.costMicros > 0) this.#deps.metrics.attemptCost(attempt.provider, attempt.costMicros);
    return attempt;
  }

  /** null: the attempt failed, and the plan decides what comes next. */
  #judgeAttempt(
    attempt: Running,
    { result, outcome, requests, misses, ...work }: AttemptOutcome,
  ): Dispatched | null {
    this.#running.delete(attempt);
    if (ANSWERED.has(outcome) || isOfInput(result)) this.#answered += requests;
    this.#misses += misses ?? (saysAbsent(result) ? 1 : 0);
    attempt.note({ outcome, ...endingOf(result) }, work);
    if (result.kind === 'good') {
      this.#cancelRest();
      return { kind: 'good', good: result, by: attempt.by, ...this.#cost() };
    }
    if (result.kind === 'declined') return this.#failed(result.failure);
    const provider = attempt.by.provider.name;
    const { kind, detail } = result;
    this.#deps.log.warn({ requestId: this.#requestId, provider, kind, detail }, 'attempt failed');
    attempt.failure = result.kind;
    attempt.isLocal = result.isLocal === true;
    attempt.endedMs = this.#elapsedMs();
    this.#chance = this.#deps.chance();
    this.#last = result;
    return null;
  }

  #exhausted(): Dispatched {
    if (this.#last !== null) return this.#salvaged(toFailure(this.#last));
    const waits = this.#task.providers.map((by) => this.#viewOf(by).suspendedMs);
    const leastMs = Math.min(...waits);
    const first = this.#task.providers[waits.indexOf(leastMs)]!;
    const isQuotaSpent = this.#spentForMs(first) > 0;
    return this.#failed(allSuspended(leastMs, isQuotaSpent));
  }

  #salvaged(failure: Failure): Dispatched {
    const rest = this.#task.kind === 'batch' ? this.#task.salvage(failure) : null;
    return rest === null ? this.#failed(failure) : { kind: 'good', ...rest, ...this.#cost() };
  }

  #cost(): Spent {
    const attempts = this.#past.map(({ trace }) => trace).filter((trace) => trace !== null);
    return { attempts, extraPages: this.#extraPages, answered: this.#answered, misses: this.#misses };
  }

  #failed(failure: Failure): Dispatched {
    this.#cancelRest();
    return { kind: 'failed', failure, ...this.#cost() };
  }
}

/** The platform reported an absence: of the thing, or of its transcript. */
function saysAbsent(result: AttemptResult): boolean {
  if (result.kind !== 'declined') return false;
  const { reason, transcript } = result.failure;
  return reason !== undefined || transcript !== undefined;
}

/** The provider answered well, for all that is known: the failure says nothing about it. */
const isOfInput = (result: AttemptResult) => 'isOfInput' in result && result.isOfInput === true;

/** What the end of an attempt tells about the provider, apart from the kind of failure. */
function endingOf(result: AttemptResult): Omit<AttemptEnding, 'outcome'> {
  if (result.kind === 'good') return {};
  if (result.kind === 'declined') {
    const { retryAfterMs } = result.failure;
    return retryAfterMs === undefined ? {} : { suspendMs: retryAfterMs };
  }
  const { suspendMs, isLocal, isOfInput, detail } = result;
  return {
    detail,
    ...(suspendMs === undefined ? {} : { suspendMs }),
    ...(isLocal === undefined ? {} : { isLocal }),
    ...(isOfInput === undefined ? {} : { isOfInput }),
  };
}
