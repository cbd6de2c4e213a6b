// Copies answers between the memory of this node and the cache that all nodes share. A good answer is written to the shared
// cache; an answer of another node is loaded into this node's memory, and only from there it is given to callers. It decides
// nothing about money and never asks a provider.

import type { Keep } from '../../cache/answer-cache.ts';
import { agesFor } from '../../cache/cache-policy.ts';
import type { SharedCache, SharedName } from '../../cache/shared-cache.ts';
import type { CallDeps } from '../call-deps.ts';
import { type AttemptedTask, bytesOf, type Good, isAttempted, type PassTask, type Task } from '../task.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { RememberedAnswer, type Took } from './remembered-answer.ts';

/** A task whose answers another node can restore. */
type RestorableTask = Exclude<AttemptedTask, PassTask>;

interface SharedTarget {
  task: Task;
  path: string;
}

interface Askable {
  /** The key in the memory of this node. */
  key: string;
  name: SharedName;
}

/**
 * Loads into memory everything that other nodes have saved for this call: fresh answers, and older ones for when every provider
 * fails. Returns false at once when there is nothing to look up, and after a short timeout when the cache does not answer.
 */
export async function loadShared(deps: CallDeps, call: SharedTarget): Promise<boolean> {
  const { sharedCache, sharedLooks } = deps;
  const { task, path } = call;
  if (sharedCache === null || !isAttempted(task) || task.kind === 'pass') return false;
  const [first, ...more] = askable(deps, task, path);
  if (first === undefined) return false;
  // Equal concurrent calls look it up once.
  const look = () => bring(deps, sharedCache, task, [first, ...more]);
  return sharedLooks.join(first.key, look, (isBrought) => isBrought).promise;
}

/** Does nothing without a shared cache. */
export function saveShared(
  { sharedCache, settings }: CallDeps,
  {
    key,
    by,
    good,
    keep,
    account,
    took,
  }: {
    key: string;
    by: ConnectedProvider;
    good: Good;
    keep: Keep;
    account: string;
    took: Pick<Took, 'bytes' | 'durationMs'>;
  },
): void {
  if (sharedCache === null || good.save === undefined || keep.freshMs + keep.staleMs === 0) return;
  const name = nameOf(settings().answerForm, by, key);
  sharedCache.put(name, { ...keep, ...good.save(), took, mark: sharedCache.markOf(name, account) });
}

/** Whether a call of this account brought the answer that this node loaded from another one. */
export function isMarkOf(
  { sharedCache, settings }: Pick<CallDeps, 'sharedCache' | 'settings'>,
  mark: string,
  { key, by, account }: { key: string; by: ConnectedProvider; account: string },
): boolean {
  return sharedCache?.markOf(nameOf(settings().answerForm, by, key), account) === mark;
}

/** The providers whose answers could serve this call, by its route and by the age that it asks for. */
function askable({ settings }: CallDeps, task: RestorableTask, path: string): Askable[] {
  const { cacheFor, answerForm } = settings();
  const route = cacheFor(path);
  return task.providers.flatMap((by) => {
    const key = task.cacheKey(by);
    const { retention } = by.connector.facts;
    const { stale } = agesFor({ route, retention, askedSeconds: task.maxAgeSeconds });
    return key === null || stale === 0 ? [] : [{ key, name: nameOf(answerForm, by, key) }];
  });
}

async function bring(
  deps: CallDeps,
  sharedCache: SharedCache,
  task: RestorableTask,
  asked: readonly Askable[],
): Promise<boolean> {
  const found = await sharedCache.find(asked.map(({ name }) => name));
  let hasBrought = false;
  for (const [i, answer] of found.entries()) {
    if (answer === null || deps.gone.isAnyWithin(answer.about, answer.ageMs)) continue;
    const good = task.restore(answer);
    if (good === null) continue;
    const { freshMs, staleMs, ageMs, mark, took } = answer;
    const kept = new RememberedAnswer(good, { mark }, { extraPages: 0, ...took, turn: deps.gone.turn });
    deps.cache.put(asked[i]!.key, kept, { freshMs, staleMs, ageMs, bytes: bytesOf(good) });
    hasBrought = true;
  }
  return hasBrought;
}

/** The name contains the provider's base URL and credential: another server or account gives other answers. */
function nameOf(answerForm: string, { provider }: ConnectedProvider, key: string): SharedName {
  const { connector, baseUrl, token, userAgent, options } = provider;
  const text = JSON.stringify([answerForm, connector, baseUrl, token, userAgent, options, key]);
  return { provider: provider.name, text };
}
