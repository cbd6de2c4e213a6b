// Owns a video search as a task of the pipeline: its cursor, its plan, its attempts through connectors and the page it
// answers with. It moves no money.
import type { Page, SearchInput } from '../connectors/connector.ts';
import type { Variant } from '../domain/call.ts';
import { formatTime } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import type { CursorContent, Walk } from '../operations/cursor.ts';
import {
  canonicalSearch,
  NO_MORE,
  readSearch,
  type Search,
  type SearchAnswer,
  writeSearchAnswer,
} from '../operations/video-search.ts';
import { attempt, type GoodAttempt, isGood } from './attempt.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import { plan } from './plan.ts';
import type { Receipt, Task } from './task.ts';

export interface SearchTarget {
  kind: 'search';
  group: Group;
  platform: string;
  /** The last segment of the path: `search_video_v2` or `search_video`. */
  action: string;
  query: Record<string, string> | Failure;
}

interface SearchTask {
  group: Group;
  platform: string;
  search: Search;
  walk: Walk;
  /** Where the walk stands; null on its first page. */
  cursor: CursorContent | null;
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
  if (search.pcursor !== null && !isOver && cursor === null) return invalidCursor();

  const task: SearchTask = { group, platform, search, walk, cursor };
  return {
    operation: walk.operation,
    canonical: canonicalSearch(at.path, search),
    plan: plan({ ...at, cursorProvider: cursor?.provider ?? null }),
    // The walk's provider was taken out of the configuration: its cursors are of no use to the others.
    nobody: invalidCursor(),
    attempt: async (by, time) => {
      const { result, trace } = await attempt(deps, by, searchInput(task), time);
      if (!isGood(result)) return { result, trace };
      const write = (receipt: Receipt) => writeSearchAnswer(answerOf(deps, task, result, by, receipt));
      return { result: { kind: 'good', write }, trace };
    },
    free: isOver ? (receipt) => writeSearchAnswer(lastPage(task, receipt)) : null,
  };
}

export function invalidCursor(): Failure {
  return failure(
    'INVALID_CURSOR',
    'Send the pcursor of the last answer unchanged, with the same platform and keyword, or none to start over.',
    { errors: [{ field: 'pcursor', message: 'was not issued for this search' }] },
  );
}

function searchInput({ platform, search, cursor }: SearchTask): SearchInput {
  return {
    platform,
    keyword: search.keyword,
    count: search.count,
    cursor: cursor?.upstream ?? null,
    position: cursor?.position ?? 0,
    wantsRaw: search.includeRaw,
  };
}

function envelope({ group, platform, search }: SearchTask, receipt: Receipt) {
  return {
    group,
    requestId: receipt.requestId,
    platform,
    keyword: search.keyword,
    includeRaw: search.includeRaw,
    receipt: {
      unit_price: receipt.unitPrice,
      charged: receipt.charged,
      currency: receipt.currency,
      source: 'live' as const,
      catalog_version: receipt.catalogVersion,
    },
  };
}

/** `pcursor=no_more`: the walk is over, so there is nothing to look up and nothing to pay. */
function lastPage(task: SearchTask, receipt: Receipt): SearchAnswer {
  const nothing = { items: [], rawBody: null, pcursor: NO_MORE, end: 'exhausted' as const, total: null };
  return { ...envelope(task, receipt), ...nothing };
}

function answerOf(
  deps: CallDeps,
  task: SearchTask,
  good: GoodAttempt,
  by: ConnectedProvider,
  receipt: Receipt,
): SearchAnswer {
  const position = task.cursor?.position ?? 0;
  return {
    ...envelope(task, receipt),
    items: task.group === 'u1' ? unify(deps, task, good, by, position) : [],
    rawBody: good.body,
    total: good.page.total,
    ...nextPage(deps, task, good.page, { provider: by.provider.name, position }),
  };
}

/** A cursor too long to hand out ends the walk: better a short walk than one that cannot go on. */
function nextPage(
  deps: CallDeps,
  task: SearchTask,
  page: Page,
  at: { provider: string; position: number },
): Pick<SearchAnswer, 'pcursor' | 'end'> {
  if (page.end !== 'more' || page.cursor === null) return { pcursor: NO_MORE, end: page.end };
  const position = at.position + page.items.length;
  const pcursor = deps.cursors.seal({ provider: at.provider, upstream: page.cursor, position }, task.walk);
  return pcursor === null ? { pcursor: NO_MORE, end: 'upstream_cap' } : { pcursor, end: 'more' };
}

function unify(
  deps: CallDeps,
  task: SearchTask,
  good: GoodAttempt,
  { connector }: ConnectedProvider,
  position: number,
): SearchAnswer['items'] {
  const source = {
    connector: connector.name,
    upstream_host: good.host,
    route: good.route,
    fetched_at: formatTime(deps.clock.nowMs()),
    cache: 'miss' as const,
    schema: 'reelgate.video.v1' as const,
  };
  return good.page.items.map(({ video, raw }, i) => ({
    video: { platform: task.platform, ...video, rank: position + i + 1, source },
    raw,
  }));
}
