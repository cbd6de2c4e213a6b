// Which attempts a call may still make, in which order and when. Pure: the same past, health, time and chance always give the
// same plan. Retry, fail-over and hedge are different plans; `Dispatch` carries out any of them. A hedge is a second attempt beside one that
// takes longer than usual; the first good answer wins.
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
  /** How many answers (pages) of this provider an attempt will take. */
  pages: number;
}

export interface PastAttempt {
  provider: string;
  startedMs: number;
  /** null while the attempt runs. */
  failure: AttemptFailureKind | null;
  endedMs: number | null;
  /** Our own limit refused the attempt. The same provider would be refused again a moment later. */
  isLocal: boolean;
}

export interface PlanInput {
  variant: Variant;
  /** In order of preference. */
  candidates: readonly Candidate[];
  /** In order of their start. */
  past: readonly PastAttempt[];
  /** Milliseconds since the work of the call began. All times in this file count from there. */
  elapsedMs: number;
  deadlineMs: number;
  /** A random number from 0 up to 1, drawn once per failure, so that planning twice gives the same pause. */
  chance: number;
}

export interface PlannedAttempt {
  by: ConnectedProvider;
  role: AttemptRole;
  startMs: number;
  /** Milliseconds that the attempt may take: less than all that is left when another provider could be asked after it. */
  timeoutMs: number;
}

/**
 * What may follow a failure of this kind. `again`: another provider, or the same one once more. `next`: another provider.
 * `final`: nothing.
 */
const AFTER: Record<AttemptFailureKind, 'again' | 'next' | 'final'> = {
  unavailable: 'again',
  // The request was sent and perhaps billed, so the same provider is asked again only where a repeat costs nothing.
  timeout: 'next',
  bad_response: 'next',
  rate_limited: 'next',
  refused: 'next',
  // The platform itself rejects the input, so no other provider can do better.
  not_found: 'final',
  input_rejected: 'final',
};

/** An answer counts as lost after this many times the provider's 99th percentile. */
const LOST_AFTER_SLOWEST = 3;
/**
 * A quick provider may become slow for good reasons; cut off early, it would look dead. With 5 s each, three attempts still fit
 * into the deadline.
 */
const LOST_AFTER_MS_MIN = 5_000;

/** The attempts that may still be made, each with its earliest start. Empty when nothing more can be tried. */
export function plan(input: PlanInput): readonly PlannedAttempt[] {
  const { past } = input;
  if (past.length === 0) return withHedge(input, firstChoice(input));
  if (past.length >= ATTEMPTS_MAX || input.variant === 'economy') return [];
  const running = past.filter(({ failure }) => failure === null);
  if (running.length === 0) return withHedge(input, nextChoice(input));
  return running.length === 1 && past.length === 1 ? hedgeFor(input, running[0]!) : [];
}

/** Economy asks its one provider whatever its health; stable chooses the best. */
function firstChoice(input: PlanInput): PlannedAttempt | null {
  const { candidates, variant } = input;
  const open = candidates.filter(({ health }) => health.suspendedMs === 0);
  const well = open.filter(({ health }) => !health.isEjected);
  // In the middle of a walk a move to another provider costs more pages. So a walk moves when its provider fails now, and not
  // because it fails often.
  const better = well.find(({ health, pages }) => !health.isDemoted && pages <= well[0]!.pages);
  // A platform's last provider is never ejected: a call without an attempt is certain to fail.
  const best = better ?? well[0] ?? lastResort(open, input.chance);
  if (best !== undefined) return planned(input, best, 'first', 0);
  return variant === 'economy' ? null : firstToWaitFor(input, candidates, 'first');
}

/** Any ejected provider may have recovered. A random choice finds out; always asking the same one would not. */
function lastResort(ejected: readonly Candidate[], chance: number): Candidate | undefined {
  return ejected[Math.floor(chance * ejected.length)];
}

/** A provider that was not asked yet, at once; otherwise, after a pause, one that failed in a way that allows a repeat. */
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

/**
 * Milliseconds left of the pause after the last failure. Full jitter, so that calls which failed together do not retry together.
 */
function backoffMs({ past, chance, elapsedMs }: PlanInput): number {
  const pauseMs = chance * Math.min(BACKOFF_MS_MAX, BACKOFF_MS_FIRST * 2 ** (past.length - 1));
  const lastEndMs = Math.max(...past.map(({ endedMs }) => endedMs ?? 0));
  return Math.max(0, lastEndMs + pauseMs - elapsedMs);
}

/** No provider may be asked now. If the shortest pause is short enough, the call waits for it. */
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

/** null when too little time is left to finish the attempt. */
function planned(
  input: PlanInput,
  { by, health, pages }: Candidate,
  role: AttemptRole,
  waitMs: number,
): PlannedAttempt | null {
  const startMs = input.elapsedMs + waitMs;
  const leftMs = input.deadlineMs - startMs;
  // The first attempt is always made: a call without an attempt can only fail.
  if (role !== 'first' && leftMs < Math.max(ATTEMPT_MS_MIN, pages * (health.typicalMs ?? 0))) return null;
  const lostAfterMs = Math.max(
    LOST_AFTER_MS_MIN,
    LOST_AFTER_SLOWEST * pages * (health.slowMs ?? Number.POSITIVE_INFINITY),
  );
  const timeoutMs = mayBeFollowed(input, by) ? Math.min(leftMs / 2, lostAfterMs) : leftMs;
  return { by, role, startMs, timeoutMs };
}

/** True when another provider could be asked after this attempt timed out. If not, the attempt gets all the time. */
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

/** A second attempt beside one that takes longer than usual: at another provider, or at the same one where a repeat is free. */
function hedgeFor(
  input: PlanInput,
  running: Pick<PastAttempt, 'provider' | 'startedMs'>,
): readonly PlannedAttempt[] {
  const slow = input.candidates.find(({ by }) => by.provider.name === running.provider);
  const afterMs = slow?.health.hedgeAfterMs ?? null;
  if (slow === undefined || afterMs === null) return [];
  // A provider that would have to catch up with the walk first cannot be faster, so it is no hedge.
  const others = input.candidates.filter((other) => other !== slow && other.pages <= slow.pages);
  const able = [...others, ...(others.length === 0 && slow.by.costMicros === 0 ? [slow] : [])];
  const best = able.find(({ health }) => health.mayHedge);
  if (best === undefined) return [];
  const waitMs = Math.max(0, running.startedMs + afterMs - input.elapsedMs);
  const hedge = planned(input, best, 'hedge', waitMs);
  return hedge === null ? [] : [hedge];
}
