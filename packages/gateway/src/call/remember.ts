// Owns what calls leave behind for the calls after them: good answers for their fresh time and, when nobody answers, for
// longer; rejections by the platform for a moment. It decides nothing about money and never asks a provider.
import { ABSENCE_FRESH_MS, type Ages, agesFor, keepFor, NEGATIVE_FRESH_MS } from '../cache/cache-policy.ts';
import type { RouteCache } from '../cache/route-cache.ts';
import type { Source } from '../domain/call.ts';
import type { Failure, FailureCode } from '../domain/failure.ts';
import type { CallDeps } from './call-deps.ts';
import type { ConnectedProvider } from './connected-provider.ts';
import { bringShared, tellShared } from './shared-answers.ts';
import type { Good, Task } from './task.ts';

/** A good answer, and where it is from. */
export interface AnswerAtHand {
  good: Good;
  source: Source;
  ageMs: number;
  /** Whose answer it was. */
  by: ConnectedProvider;
}

/** What the memory is asked about. */
interface Target {
  task: Task;
  path: string;
}

/** As much of a task as names what is remembered of it. */
type Named = Pick<Task, 'providers' | 'cacheKey'>;

/**
 * What a platform says that would be the same wherever one asks, and how long it is remembered at most. Some sellers charge us for a
 * video that is not there.
 */
const FINAL: Partial<Record<FailureCode, number>> = {
  INVALID_REQUEST: NEGATIVE_FRESH_MS,
  VIDEO_NOT_FOUND: ABSENCE_FRESH_MS,
  AUTHOR_NOT_FOUND: ABSENCE_FRESH_MS,
  COMMENT_NOT_FOUND: ABSENCE_FRESH_MS,
};

export function isFinal({ code }: Failure): boolean {
  return FINAL[code] !== undefined;
}

/** 0 for what is not remembered. A route or a platform without a cache has none for this either. */
function finalMs({ freshMs }: RouteCache, { providers }: Named, { code }: Failure): number {
  const legalMs = (providers[0]?.connector.facts.cacheSeconds.max ?? Number.POSITIVE_INFINITY) * 1_000;
  const longest = FINAL[code];
  if (longest === undefined || freshMs === 0) return 0;
  // A rejection is kept no longer than an answer of its route would be; an absence may be, because it seldom ends.
  const routeMs = code === 'INVALID_REQUEST' ? freshMs : Number.POSITIVE_INFINITY;
  return Math.min(longest, legalMs, routeMs);
}

/** Assumed size of a remembered failure. */
const FAILURE_BYTES = 500;

/** An answer that may be given instead of asking a provider. */
export function findFresh(deps: CallDeps, call: Target): AnswerAtHand | null {
  return find(deps, call, 'cache', (key, { fresh }) => deps.cache.fresh(key, fresh));
}

/** The same, from a node that asked before, where nodes share what they know. */
export async function findShared(deps: CallDeps, call: Target): Promise<AnswerAtHand | null> {
  return (await bringShared(deps, call)) ? findFresh(deps, call) : null;
}

/** An answer to give when every provider has failed: part of what the stable variant is paid for. */
export function findStale(deps: CallDeps, call: Target): AnswerAtHand | null {
  if (call.task.variant === 'economy') return null;
  return find(deps, call, 'stale', (key, { stale }) => deps.cache.stale(key, stale));
}

/** What the platform said about this very input a moment ago. */
export function findRejection(deps: CallDeps, task: Named & Pick<Task, 'maxAgeSeconds'>): Failure | null {
  const key = firstKey(task);
  const ageMsMax = task.maxAgeSeconds === null ? Number.POSITIVE_INFINITY : task.maxAgeSeconds * 1_000;
  const found = key === null || ageMsMax === 0 ? null : deps.rejections.fresh(key, ageMsMax);
  return found?.value ?? null;
}

export function rememberGood(deps: CallDeps, call: Target, by: ConnectedProvider, good: Good): void {
  const key = call.task.cacheKey(by);
  if (key === null || good.isPartial === true) return;
  const route = deps.settings().cacheFor(call.path);
  const keep = keepFor({ route, legal: by.connector.facts.cacheSeconds, isEmpty: good.isEmpty });
  deps.cache.put(key, good, { ...keep, bytes: good.bytes });
  tellShared(deps, { key, by, good, keep });
}

/** Only what would be the same wherever one asks; everything else may be better in a moment. */
export function rememberRejection(
  deps: CallDeps,
  { task, path }: { task: Named; path: string },
  failure: Failure,
): void {
  const key = firstKey(task);
  const freshMs = finalMs(deps.settings().cacheFor(path), task, failure);
  if (key === null || freshMs === 0) return;
  deps.rejections.put(key, failure, { freshMs, staleMs: 0, bytes: FAILURE_BYTES });
}

type ReadCache = (key: string, ages: Ages) => { value: Good; ageMs: number } | null;

function find(deps: CallDeps, { task, path }: Target, source: Source, look: ReadCache): AnswerAtHand | null {
  const route = deps.settings().cacheFor(path);
  for (const by of task.providers) {
    const key = task.cacheKey(by);
    if (key === null) return null;
    const legal = by.connector.facts.cacheSeconds;
    const found = look(key, agesFor({ route, legal, askedSeconds: task.maxAgeSeconds }));
    if (found !== null) return { good: found.value, source, ageMs: found.ageMs, by };
  }
  return null;
}

/** A platform's word about an input is kept under the provider that is asked first. */
function firstKey({ providers, cacheKey }: Named): string | null {
  const [first] = providers;
  return first === undefined ? null : cacheKey(first);
}
