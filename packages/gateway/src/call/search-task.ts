// Owns a video search as a task of the pipeline: its cursor, whom it may ask, and the page it answers with. It moves no
// money, and how a walk goes on at a provider is decided in walk.ts.
import type { Listing, Page, Question } from '../connectors/connector.ts';
import type { Variant } from '../domain/call.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import type { OpenedCursor, Walk } from '../operations/cursor.ts';
import type { SearchAction } from '../operations/operation.ts';
import { itemResults, type PageEnd, type Results, rawResults } from '../operations/search-results.ts';
import {
  canonicalSearch,
  NO_MORE,
  type Paging,
  readSearch,
  type Search,
  writePaging,
  writeSearchAnswer,
} from '../operations/video-search.ts';
import type { AnswerContent } from '../storage/storage.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import type { AttemptOutcome, AttemptTime, Good, Receipt, Task } from './task.ts';
import { pagesAt, type WalkedPage, type WalkStep, walkAfter, walkOn } from './walk.ts';

export interface SearchTarget {
  kind: 'search';
  group: Group;
  platform: string;
  /** The last segment of the path. */
  action: SearchAction;
  query: Record<string, string> | Failure;
}

interface SearchTask {
  group: Group;
  platform: string;
  search: Search;
  walk: Walk;
  step: WalkStep;
}

export function createSearchTask(
  deps: CallDeps,
  target: SearchTarget,
  at: { path: string; variant: Variant; providers: readonly ConnectedProvider[] },
): Task | Failure {
  if (isFailure(target.query)) return target.query;
  const search = readSearch(target.query, deps.settings().keywordCharsMax);
  if (isFailure(search)) return search;
  const { group, platform } = target;
  const walk: Walk = { platform, operation: 'video.search', keyword: search.keyword };
  const isOver = search.pcursor === NO_MORE;
  const cursor = search.pcursor === null || isOver ? null : deps.cursors.open(search.pcursor, walk);
  if (search.pcursor !== null && !isOver && cursor === null) return invalidCursor;

  const providers = providersOf(at, group, cursor);
  const step = stepOf({ group, platform, search, cursor }, at.variant, providers);
  const task: SearchTask = { group, platform, search, walk, step };
  const cacheName = cacheNameOf(task); // Asked for four times in a live call.
  return {
    operation: walk.operation,
    canonical: canonicalSearch(at.path, search),
    variant: at.variant,
    providers,
    // The walk's provider was taken out of the configuration: its cursors are of no use to the others.
    nobody: invalidCursor,
    pagesAt: (by) => pagesAt(task.step, by),
    attempt: (by, time) => attemptSearch(deps, task, by, time),
    cacheKey: (by) => `${by.provider.name} ${cacheName}`,
    maxAgeSeconds: search.maxAgeSeconds,
    free: isOver ? (receipt) => lastPage(task, receipt) : null,
  };
}

/**
 * Economy asks one provider. A stable walk begins at the one that stands where the walk stands, and may go on at the
 * others; not so where the platform's own body is the answer, from which nothing that was delivered can be left out.
 */
function providersOf(
  { variant, providers }: { variant: Variant; providers: readonly ConnectedProvider[] },
  group: Group,
  cursor: OpenedCursor | null,
): readonly ConnectedProvider[] {
  if (cursor === null) return variant === 'economy' ? providers.slice(0, 1) : providers;
  const isOwn = ({ provider }: ConnectedProvider) => provider.name === cursor.provider;
  const own = providers.filter(isOwn);
  if (variant === 'economy' || group === 'u2') return own;
  return [...own, ...providers.filter((by) => !isOwn(by))];
}

function stepOf(
  { group, platform, search, cursor }: Omit<SearchTask, 'walk' | 'step'> & { cursor: OpenedCursor | null },
  variant: Variant,
  providers: readonly ConnectedProvider[],
): WalkStep {
  const maySkip = group === 'u1';
  return {
    question: { platform, keyword: search.keyword, wantsRaw: search.includeRaw } as Question,
    listing: ({ connector }) => connector.operations['video.search'] as Listing,
    count: search.count,
    cursor,
    maySkip,
    isStable: variant === 'stable' && maySkip,
    hasOwn: providers.some(({ provider }) => provider.name === cursor?.provider),
  };
}

async function attemptSearch(
  deps: CallDeps,
  task: SearchTask,
  by: ConnectedProvider,
  time: AttemptTime,
): Promise<AttemptOutcome> {
  const { result, ...rest } = await walkOn(deps, task.step, by, time);
  return { result: result.kind === 'exchanged' ? goodOf(deps, task, result, by) : result, ...rest };
}

/** Everything that an answer depends on beside its provider. The account is not among it: platforms are asked with the operator's keys. */
function cacheNameOf({ group, platform, search, walk, step }: SearchTask): string {
  const { keyword, count, includeRaw } = search;
  const { operation } = walk;
  return JSON.stringify([
    operation,
    group,
    platform,
    keyword,
    count,
    includeRaw,
    step.cursor?.digest ?? null,
  ]);
}

export const invalidCursor: Failure = failure(
  'INVALID_CURSOR',
  'Send the pcursor of the last answer unchanged, with the same platform and keyword, or none to start over.',
  { errors: [{ field: 'pcursor', message: 'was not issued for this search' }] },
);

/** What an answer repeats of its question. */
type Asked = Pick<SearchTask, 'group' | 'platform'> & Pick<Search, 'keyword'>;

/** What an answer says beside its page. */
function writeAnswer({ group, platform, keyword }: Asked, page: Uint8Array, receipt: Receipt): AnswerContent {
  return writeSearchAnswer({
    group,
    requestId: receipt.requestId,
    platform,
    keyword,
    page,
    receipt: {
      unit_price: receipt.unitPrice,
      charged: receipt.charged,
      currency: receipt.currency,
      source: receipt.source,
      catalog_version: receipt.catalogVersion,
    },
  });
}

/** `pcursor=no_more`: the walk is over, so there is nothing to look up and nothing to pay. */
function lastPage({ group, platform, search }: SearchTask, receipt: Receipt): AnswerContent {
  const paging = { pcursor: NO_MORE, end: 'exhausted' as const, total: null, resumed: false };
  const page = `${group === 'u1' ? '[]' : 'null'},${writePaging(group, paging)}`;
  return writeAnswer({ group, platform, keyword: search.keyword }, Buffer.from(page), receipt);
}

/**
 * A page that was worked out once; each receipt around it is a matter of joining bytes. It lives as long as the cache keeps it,
 * so it holds on to nothing of the call that it was made for: the garbage collector would look through it with every page.
 */
class FoundPage implements Good, Asked {
  readonly kind = 'good';
  readonly group: Group;
  readonly platform: string;
  readonly keyword: string;
  readonly isEmpty: boolean;
  readonly #results: Results;

  constructor({ group, platform, search }: SearchTask, isEmpty: boolean, results: Results) {
    this.group = group;
    this.platform = platform;
    this.keyword = search.keyword;
    this.isEmpty = isEmpty;
    this.#results = results;
  }

  get bytes(): number {
    return this.#results.bytes;
  }

  write(receipt: Receipt): AnswerContent {
    return writeAnswer(this, this.#results.write(receipt.source === 'live' ? 'miss' : 'hit'), receipt);
  }

  forget(): void {
    this.#results.forget();
  }
}

function goodOf(deps: CallDeps, task: SearchTask, walked: WalkedPage, by: ConnectedProvider): Good {
  const { total, items } = walked.said;
  const paging = { total, resumed: walked.isResumed, ...nextPage(deps, task, walked, by) };
  const end = { keeper: deps.pages, after: writePaging(task.group, paging) };
  return new FoundPage(task, items.length === 0, resultsOf(deps, task, walked, by, end));
}

/** A cursor too long to hand out ends the walk: better a short walk than one that cannot go on. */
function nextPage(
  deps: CallDeps,
  { step, walk }: SearchTask,
  { said: page, next }: WalkedPage,
  by: ConnectedProvider,
): Pick<Paging, 'pcursor' | 'end'> {
  if (next === null) return { pcursor: NO_MORE, end: page.end };
  const pcursor = deps.cursors.seal(
    walkAfter(step, by, { items: page.items, next, total: page.total }),
    walk,
  );
  return pcursor === null ? { pcursor: NO_MORE, end: 'upstream_cap' } : { pcursor, end: 'more' };
}

function resultsOf(
  deps: CallDeps,
  { group, platform, search, step }: SearchTask,
  { body, host, route, said: page }: WalkedPage,
  { connector }: ConnectedProvider,
  end: PageEnd,
): Results {
  if (group === 'u2') return rawResults(body, end);
  const fetched_at = formatTime(deps.clock.nowMs());
  const source = { connector: connector.name, upstream_host: host, route, fetched_at };
  const position = step.cursor?.delivered ?? 0;
  const { includeRaw } = search;
  return itemResults({ platform, source, position }, page.items as Page['items'], { includeRaw, ...end });
}
