// Which attempts a call may still make, in which order and when. Pure: the same past, health, time and chance always give the same plan.
// Retry, fail-over and hedge are nothing but different plans; `Dispatch` carries out any of them.
import type { AttemptFailureKind } from '../../connectors/connector.ts';
import type { Variant } from '../../domain/call.ts';
import {
  ATTEMPT_MS_MIN,
  ATTEMPTS_MAX,
  BACKOFF_MS_FIRST,
  BACKOFF_MS_MAX,
  SUSPENSION_WAIT_MS_MAX,
} from '../../domain/limits.ts';
import type { AttemptRole, HealthView } from '../../health/health.ts';
import type { ConnectedProvider } from './connected-provider.ts';

export interface Candidate {
  by: ConnectedProvider;
  health: HealthView;
  /** Answers that an attempt at it will take. */
  pages: number;
}

export interface PastAttempt {
  provider: string;
  startedMs: number;
  /** null while it runs. */
  failure: AttemptFailureKind | null;
  endedMs: number | null;
  /** Our own limit refused it, so the same provider would be refused again a moment later. */
  isLocal: boolean;
}

export interface PlanInput {
  variant: Variant;
  /** In order of preference. */
  candidates: readonly Candidate[];
  /** In order of their start. */
  past: readonly PastAttempt[];
  /** Since the work of the call began, as all times here. */
  elapsedMs: number;
  deadlineMs: number;
  /** A random number from 0 up to 1, drawn once per failure, so that planning twice gives the same pause. */
  chance: number;
}

export interface PlannedAttempt {
  by: ConnectedProvider;
  role: AttemptRole;
  startMs: number;
  /** What it may take: less than all that is left when somebody else could be asked after it. */
  timeoutMs: number;
}

/** Who may be asked after a failure of this kind. `again`: another provider, or the same one once more. */
const AFTER: Record<AttemptFailureKind, 'again' | 'next' | 'final'> = {
  unavailable: 'again',
  // Sent and perhaps billed: the same provider is asked again only where that costs nothing.
  timeout: 'next',
  bad_response: 'next',
  rate_limited: 'next',
  refused: 'next',
  // No other provider can do better with input that the platform itself rejects.
  not_found: 'final',
  input_rejected: 'final',
};

/** A slower answer counts as lost, in multiples of the provider's 99th percentile. */
const LOST_AFTER_SLOWEST = 3;
/** A quick provider may become slow for good reasons; cut off, it would look dead. Three attempts still fit. */
const LOST_AFTER_MS_MIN = 5_000;

/** The attempts that may still be made, each not before its time; empty when nothing more can be tried. */
export function plan(input: PlanInput): readonly PlannedAttempt[] {
  const { past } = input;
  if (past.length === 0) return withHedge(input, firstChoice(input));
  if (past.length >= ATTEMPTS_MAX || input.variant === 'economy') return [];
  const running = past.filter(({ failure }) => failure === null);
  if (running.length === 0) return withHedge(input, nextChoice(input));
  return running.length === 1 && past.length === 1 ? hedgeFor(input, running[0]!) : [];
}

/** Economy has one provider and takes it as it is; stable takes the best. */
function firstChoice(input: PlanInput): PlannedAttempt | null {
  const { candidates, variant } = input;
  const open = candidates.filter(({ health }) => health.suspendedMs === 0);
  const well = open.filter(({ health }) => !health.isEjected);
  // In the middle of a walk another provider costs more pages; failing often is no reason to move, failing now is.
  const better = well.find(({ health, pages }) => !health.isDemoted && pages <= well[0]!.pages);
  // A platform's last provider is never ejected: a call that asks nobody is certain to fail.
  const best = better ?? well[0] ?? lastResort(open, input.chance);
  if (best !== undefined) return planned(input, best, 'first', 0);
  return variant === 'economy' ? null : firstToWaitFor(input, candidates, 'first');
}

/** Any of them may be well again; always asking the same one would never find out. */
function lastResort(ejected: readonly Candidate[], chance: number): Candidate | undefined {
  return ejected[Math.floor(chance * ejected.length)];
}

/** Somebody who was not asked yet, at once; else somebody who failed in a way that allows a repeat, after a pause. */
function nextChoice(input: PlanInput): PlannedAttempt | null {
  const { candidates, past } = input;
  if (past.some(({ failure }) => failure !== null && AFTER[failure] === 'final')) return null;
  const able = candidates.filter(
    ({ health }) => !health.isEjected && (health.mayTakeOver || health.mayRetry),
  );
  const open = able.filter(({ health }) => health.suspendedMs === 0);
  const fresh = open.find(({ by }) => !past.some(({ provider }) => provider === by.provider.name));
  if (fresh !== undefined) return planned(input, fresh, 'retry', 0);
  const repeatable = open.find((candidate) => candidate.health.mayRetry && mayRepeat(candidate, past));
  if (repeatable !== undefined) return planned(input, repeatable, 'retry', backoffMs(input));
  return firstToWaitFor(input, able, 'retry');
}

function mayRepeat({ by }: Candidate, past: readonly PastAttempt[]): boolean {
  const costsNothing = by.costMicros === 0;
  const here = past.filter(({ provider }) => provider === by.provider.name);
  return here.every(({ failure: kind, isLocal }) => {
    if (kind === null || isLocal) return false;
    return AFTER[kind] === 'again' || (costsNothing && (kind === 'timeout' || kind === 'bad_response'));
  });
}

/** What is left of the pause after the last failure. Full jitter: who failed together must not come back together. */
function backoffMs({ past, chance, elapsedMs }: PlanInput): number {
  const pauseMs = chance * Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** (past.length - 1));
  const lastEndMs = Math.max(...past.map(({ endedMs }) => endedMs ?? 0));
  return Math.max(0, lastEndMs + pauseMs - elapsedMs);
}

/** Nobody may be asked now. Who asked for the shortest pause is worth waiting for when that pause is short. */
function firstToWaitFor(
  input: PlanInput,
  candidates: readonly Candidate[],
  role: AttemptRole,
): PlannedAttempt | null {
  const waits = candidates.filter(({ health }) => health.suspendedMs > 0);
  const [soonest] = waits.sort((a, b) => a.health.suspendedMs - b.health.suspendedMs);
  if (soonest === undefined || soonest.health.suspendedMs > SUSPENSION_WAIT_MS_MAX) return null;
  return planned(input, soonest, role, soonest.health.suspendedMs);
}

/** null without time to finish. */
function planned(
  input: PlanInput,
  { by, health, pages }: Candidate,
  role: AttemptRole,
  waitMs: number,
): PlannedAttempt | null {
  const startMs = input.elapsedMs + waitMs;
  const leftMs = input.deadlineMs - startMs;
  // The first attempt is made whatever is known: a call that asks nobody can only fail.
  if (role !== 'first' && leftMs < Math.max(ATTEMPT_MS_MIN, pages * (health.typicalMs ?? 0))) return null;
  const lostAfterMs = Math.max(
    LOST_AFTER_MS_MIN,
    LOST_AFTER_SLOWEST * pages * (health.slowMs ?? Number.POSITIVE_INFINITY),
  );
  const timeoutMs = mayBeFollowed(input, by) ? Math.min(leftMs / 2, lostAfterMs) : leftMs;
  return { by, role, startMs, timeoutMs };
}

/** Somebody could be asked after this attempt has timed out. If not, there is no reason to cut it short. */
function mayBeFollowed({ variant, past, candidates }: PlanInput, by: ConnectedProvider): boolean {
  if (variant === 'economy' || past.length + 1 >= ATTEMPTS_MAX) return false;
  return candidates.some(({ by: other, health }) => {
    if (health.isEjected || health.suspendedMs > 0) return false;
    if (other === by) return other.costMicros === 0 && health.mayRetry;
    const isFresh = !past.some(({ provider }) => provider === other.provider.name);
    return isFresh && (health.mayTakeOver || health.mayRetry);
  });
}

function withHedge(input: PlanInput, next: PlannedAttempt | null): readonly PlannedAttempt[] {
  if (next === null) return [];
  if (input.variant === 'economy' || next.role !== 'first') return [next];
  return [next, ...hedgeFor(input, { provider: next.by.provider.name, startedMs: next.startMs })];
}

/** A second attempt beside one that takes longer than usual: elsewhere, or at the same place where that is free. */
function hedgeFor(
  input: PlanInput,
  running: Pick<PastAttempt, 'provider' | 'startedMs'>,
): readonly PlannedAttempt[] {
  const slow = input.candidates.find(({ by }) => by.provider.name === running.provider);
  const afterMs = slow?.health.hedgeAfterMs ?? null;
  if (slow === undefined || afterMs === null) return [];
  // Elsewhere a walk may have to catch up first; that is no race.
  const others = input.candidates.filter((other) => other !== slow && other.pages <= slow.pages);
  const able = [...others, ...(others.length === 0 && slow.by.costMicros === 0 ? [slow] : [])];
  const best = able.find(({ health }) => health.mayHedge);
  if (best === undefined) return [];
  const waitMs = Math.max(0, running.startedMs + afterMs - input.elapsedMs);
  const hedge = planned(input, best, 'hedge', waitMs);
  return hedge === null ? [] : [hedge];
}
