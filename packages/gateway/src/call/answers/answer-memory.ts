// Keeps in memory what calls leave for later calls: good answers while they are fresh and, for when every provider fails, for
// longer; rejections by the platform for a moment. It decides nothing about money and never asks a provider.
import {
  ABSENCE_FRESH_MS,
  type Ages,
  agesFor,
  keepFor,
  NEGATIVE_FRESH_MS,
} from '../../cache/cache-policy.ts';
import type { RouteCache } from '../../cache/route-cache.ts';
import { type Attempt, type Source, sharedAttempts } from '../../domain/call.ts';
import { type Failure, type FailureCode, isFailure } from '../../domain/failure.ts';
import { ZERO } from '../../domain/money.ts';
import { cacheSecondsMax } from '../../domain/retention.ts';
import type { KeyHolder } from '../../storage/storage.ts';
import type { CallDeps } from '../call-deps.ts';
import {
  type AttemptedTask,
  bytesOf,
  type Dispatched,
  type Good,
  isAttempted,
  type Obtained,
  presentedGood,
  type Task,
} from '../task.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { type FirstGiven, RememberedAnswer, RememberedRejection } from './remembered-answer.ts';
import { isMarkOf, loadShared, saveShared } from './shared-answers.ts';

/** A good answer found in memory, with the source and age that the account is told. */
export interface AnswerAtHand {
  good: Good;
  source: Source;
  ageMs: number;
  fetchedAtMs?: number | undefined;
  isKept: true;
  kept: RememberedAnswer;
  /** The provider that gave the answer. */
  by: ConnectedProvider;
}

/** The call that an answer is looked up for. */
interface Target {
  task: Task;
  path: string;
  holder: Pick<KeyHolder, 'account' | 'key'>;
}

/** The part of a task that its cache keys depend on. */
type Named = Pick<AttemptedTask, 'providers' | 'cacheKey'>;

/**
 * Failures that every provider of the platform would repeat, and how long each is remembered at most. Some sellers charge us for
 * a video that is not there.
 */
const FINAL: Partial<Record<FailureCode, number>> = {
  INVALID_REQUEST: NEGATIVE_FRESH_MS,
  VIDEO_NOT_FOUND: ABSENCE_FRESH_MS,
  AUTHOR_NOT_FOUND: ABSENCE_FRESH_MS,
  COMMENT_NOT_FOUND: ABSENCE_FRESH_MS,
  PLAYLIST_NOT_FOUND: ABSENCE_FRESH_MS,
  TRANSCRIPT_NOT_FOUND: ABSENCE_FRESH_MS,
};

export function isFinal({ code }: Failure): boolean {
  return FINAL[code] !== undefined;
}

/** Milliseconds; 0 when the failure is not remembered. Routes and platforms without a cache remember none. */
function finalMs({ freshMs }: RouteCache, { providers }: Named, { code }: Failure): number {
  const [first] = providers;
  const allowedMs =
    first === undefined ? Number.POSITIVE_INFINITY : cacheSecondsMax(first.connector.facts.retention) * 1_000;
  const longest = FINAL[code];
  if (longest === undefined || freshMs === 0) return 0;
  // A rejection is kept no longer than an answer of its route would be; an absence may be, because it seldom ends.
  const routeMs = code === 'INVALID_REQUEST' ? freshMs : Number.POSITIVE_INFINITY;
  return Math.min(longest, allowedMs, routeMs);
}

/** Assumed size of a remembered failure without a list, and of each track in its list: two objects and the text of a language. */
const FAILURE_BYTES = 500;
const TRACK_BYTES = 150;
/** Of each attempt that is kept beside it: an object of six fields. */
const ATTEMPT_BYTES = 150;

function failureBytes({ transcript }: Failure): number {
  return FAILURE_BYTES + (transcript?.tracks.length ?? 0) * TRACK_BYTES;
}

/**
 * An answer that may be given instead of asking a provider. If another account's call brought it, the account is told that it is
 * live, because the age and the source would reveal what that account asked for.
 */
export function findFresh(deps: CallDeps, call: Target): AnswerAtHand | null {
  const found = find(deps, call, (key, { fresh }) => deps.cache.fresh(key, fresh));
  if (found === null) return null;
  const { kept, by, first } = found;
  const atHand = { good: kept.good, kept, by, isKept: true as const };
  if (first === undefined) return { ...atHand, source: 'live', ageMs: 0, fetchedAtMs: deps.clock.nowMs() };
  return { ...atHand, source: 'cache', ...agedFor(deps, found.ageMs, first) };
}

/** The same, after loading what other nodes have saved in the shared cache. */
export async function findShared(deps: CallDeps, call: Target): Promise<AnswerAtHand | null> {
  return (await loadShared(deps, call)) ? findFresh(deps, call) : null;
}

/**
 * An answer to give when every provider has failed; the stable variant's price includes it. Only answers that the account was
 * given before: a stale answer is marked as old, and that would reveal that another account asked for it.
 */
export function findStale(deps: CallDeps, call: Target): AnswerAtHand | null {
  if (call.task.variant === 'economy') return null;
  const found = find(deps, call, (key, { stale }) => deps.cache.stale(key, stale));
  if (found === null || found.first === undefined) return null;
  const { kept, by, first, ageMs } = found;
  return { good: kept.good, kept, by, isKept: true, source: 'stale', ...agedFor(deps, ageMs, first) };
}

/** The age counts from the moment at which the account was first given the answer. */
function agedFor({ clock }: Pick<CallDeps, 'clock'>, ageMs: number, first: FirstGiven | null) {
  if (first === null) return { ageMs };
  return { ageMs: clock.monotonicMs() - first.atMs, fetchedAtMs: first.fetchedAtMs };
}

/**
 * The attempts in the receipt of an answer from memory. If the account is told that it is live, the receipt shows the attempt
 * that brought it, at no cost this time. If the account is told that it was cached, there are none.
 */
function attemptsBehind({ source, kept, by }: AnswerAtHand): Attempt[] {
  if (source !== 'live') return [];
  const { bytes, durationMs } = kept.took;
  const { name } = by.provider;
  return sharedAttempts(
    [{ provider: name, startedMs: 0, durationMs, outcome: 'ok', bytes, costMicros: ZERO }],
    durationMs,
  );
}

/** The result of a call whose answer was found in memory. */
export function obtainedFrom(found: AnswerAtHand): Extract<Obtained, { kind: 'good' }> {
  return { kind: 'good', ...found, attempts: attemptsBehind(found) };
}

/**
 * Called after the charge. From now on the account is told that the answer was cached, and its calls count the pages that the
 * answer took.
 */
export function noteGiven(
  { clock, uncountedPages }: Pick<CallDeps, 'clock' | 'uncountedPages'>,
  { kept, source, fetchedAtMs }: AnswerAtHand,
  { account, key }: Target['holder'],
): void {
  if (source !== 'live' || fetchedAtMs === undefined) return;
  kept.giveTo(account.id, { atMs: clock.monotonicMs(), fetchedAtMs });
  uncountedPages.add(key.id, kept.took.extraPages);
}

/** The remembered answer, as this call wants it written; a failure when that cannot be done. */
export function presentedFound(task: Task, found: AnswerAtHand): AnswerAtHand | Failure {
  const good = presentedGood(task, found.good);
  if (isFailure(good)) return good;
  return good === found.good ? found : { ...found, good };
}

/** The failure that the platform gave to the same input a moment ago. */
export function findRejection(
  deps: CallDeps,
  task: Named & Pick<AttemptedTask, 'maxAgeSeconds'>,
): RememberedRejection | null {
  const key = firstKey(task);
  const ageMsMax = task.maxAgeSeconds === null ? Number.POSITIVE_INFINITY : task.maxAgeSeconds * 1_000;
  const found = key === null || ageMsMax === 0 ? null : deps.rejections.fresh(key, ageMsMax);
  return found?.value ?? null;
}

/** `turn` is the value of `GoneThings.turn` before a provider was asked. Returns null when the answer is not kept. */
export function rememberGood(
  deps: CallDeps,
  call: Target & { task: AttemptedTask },
  { by, good, extraPages, attempts }: Extract<Dispatched, { kind: 'good' }>,
  turn: number,
): RememberedAnswer | null {
  const key = call.task.cacheKey(by);
  if (key === null || good.isPartial === true) return null;
  // Meanwhile another call learned that a thing in this answer is gone.
  if (deps.gone.isAnyAfter(good.about ?? [], turn)) return null;
  const route = deps.settings().cacheFor(call.path);
  const keep = keepFor({ route, retention: by.connector.facts.retention, isEmpty: good.isEmpty });
  const account = call.holder.account.id;
  const { bytes, durationMs } = attempts.findLast(({ outcome }) => outcome === 'ok') ?? NO_ATTEMPT;
  const kept = new RememberedAnswer(
    good,
    { account },
    { extraPages, bytes, durationMs, turn: deps.gone.turn },
  );
  deps.cache.put(key, kept, { ...keep, bytes: bytesOf(good) });
  saveShared(deps, { key, by, good, keep, account, took: { bytes, durationMs } });
  return kept;
}

/** Of a batch in which no attempt was good to its end. */
const NO_ATTEMPT = { bytes: 0, durationMs: 0 };

/** Remembers only failures that every provider would repeat. All others may be gone in a moment. */
export function rememberRejection(
  deps: CallDeps,
  { task, path, account }: { task: Named; path: string; account: string | null },
  failure: Failure,
  attempts: readonly Attempt[],
): void {
  const key = firstKey(task);
  const freshMs = finalMs(deps.settings().cacheFor(path), task, failure);
  if (key === null || freshMs === 0) return;
  const rejection = new RememberedRejection(failure, account, attempts);
  const bytes = failureBytes(failure) + attempts.length * ATTEMPT_BYTES;
  deps.rejections.put(key, rejection, { freshMs, staleMs: 0, bytes });
}

type ReadCache = (key: string, ages: Ages) => { value: RememberedAnswer; ageMs: number } | null;

interface FoundKept {
  kept: RememberedAnswer;
  ageMs: number;
  by: ConnectedProvider;
  /** See `RememberedAnswer.knownTo`. */
  first: FirstGiven | null | undefined;
}

function find(deps: CallDeps, { task, path, holder }: Target, look: ReadCache): FoundKept | null {
  if (!isAttempted(task)) return null;
  const route = deps.settings().cacheFor(path);
  for (const by of task.providers) {
    const key = task.cacheKey(by);
    if (key === null) return null;
    const { retention } = by.connector.facts;
    const found = look(key, agesFor({ route, retention, askedSeconds: task.maxAgeSeconds }));
    if (found === null) continue;
    const { value: kept, ageMs } = found;
    if (isGone(deps, kept)) deps.cache.drop(key);
    else return { kept, ageMs, by, first: firstOf(deps, kept, { key, by, account: holder.account.id }) };
  }
  return null;
}

/** One comparison of numbers, unless a platform has reported since that something is gone. */
function isGone({ gone }: Pick<CallDeps, 'gone'>, kept: RememberedAnswer): boolean {
  if (gone.isAnyAfter(kept.good.about ?? [], kept.turn)) return true;
  kept.turn = gone.turn;
  return false;
}

/** An answer from another node carries a mark that identifies the account whose call brought it. */
function firstOf(
  deps: CallDeps,
  kept: RememberedAnswer,
  asked: { key: string; by: ConnectedProvider; account: string },
): FirstGiven | null | undefined {
  const first = kept.knownTo(asked.account);
  const { broughtBy } = kept;
  if (first !== undefined || 'account' in broughtBy || !isMarkOf(deps, broughtBy.mark, asked)) return first;
  kept.giveTo(asked.account, null);
  return null;
}

/** A rejection is kept under the provider that is asked first. */
function firstKey({ providers, cacheKey }: Named): string | null {
  const [first] = providers;
  return first === undefined ? null : cacheKey(first);
}
