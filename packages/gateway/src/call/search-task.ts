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
  writeItem,
  writeItems,
  writeRaw,
  writeSearchAnswer,
} from '../operations/video-search.ts';
import { attempt, type GoodAttempt, isGood } from './attempt.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import type { Good, Receipt, Task } from './task.ts';

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
    variant: at.variant,
    providers: providersOf(at, cursor),
    // The walk's provider was taken out of the configuration: its cursors are of no use to the others.
    nobody: invalidCursor(),
    attempt: async (by, time) => {
      const { result, bytes } = await attempt(deps, by, searchInput(task), time);
      if (!isGood(result)) return { result, outcome: result.kind, bytes, pages: 1 };
      return { result: goodOf(deps, task, result, by), outcome: 'ok', bytes, pages: 1 };
    },
    cacheKey: (by) => cacheKeyOf(task, by),
    maxAgeSeconds: search.maxAgeSeconds,
    free: isOver ? (receipt) => writeSearchAnswer(lastPage(task, receipt)) : null,
  };
}

/** Economy asks one provider. Only the provider that issued a walk's cursor understands it. */
function providersOf(
  { variant, providers }: { variant: Variant; providers: readonly ConnectedProvider[] },
  cursor: CursorContent | null,
): readonly ConnectedProvider[] {
  if (cursor !== null) return providers.filter(({ provider }) => provider.name === cursor.provider);
  return variant === 'economy' ? providers.slice(0, 1) : providers;
}

/** Everything that an answer depends on. The account is not among it: platforms are asked with the operator's keys. */
function cacheKeyOf({ group, platform, search, walk, cursor }: SearchTask, by: ConnectedProvider): string {
  const { keyword, count, includeRaw } = search;
  return JSON.stringify([
    by.provider.name,
    walk.operation,
    group,
    platform,
    keyword,
    count,
    includeRaw,
    cursor,
  ]);
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
    receipt: {
      unit_price: receipt.unitPrice,
      charged: receipt.charged,
      currency: receipt.currency,
      source: receipt.source,
      catalog_version: receipt.catalogVersion,
    },
  };
}

/** `pcursor=no_more`: the walk is over, so there is nothing to look up and nothing to pay. */
function lastPage(task: SearchTask, receipt: Receipt): SearchAnswer {
  const results = task.group === 'u1' ? writeItems([], { includeRaw: false, cache: 'miss' }) : writeRaw(null);
  const nothing = { pcursor: NO_MORE, end: 'exhausted' as const, total: null, resumed: false };
  return { ...envelope(task, receipt), results, ...nothing };
}

/** The page is worked out once; each receipt around it is a matter of joining texts. */
function goodOf(deps: CallDeps, task: SearchTask, good: GoodAttempt, by: ConnectedProvider): Good {
  const position = task.cursor?.position ?? 0;
  const page = {
    total: good.page.total,
    resumed: false,
    ...nextPage(deps, task, good.page, { provider: by.provider.name, position }),
  };
  const results = resultsOf(deps, task, good, by, position);
  return {
    kind: 'good',
    write: (receipt) => {
      const cache = receipt.source === 'live' ? 'miss' : 'hit';
      return writeSearchAnswer({ ...envelope(task, receipt), results: results.write(cache), ...page });
    },
    bytes: results.bytes + page.pcursor.length,
    isEmpty: good.page.items.length === 0,
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

interface Results {
  write(cache: 'hit' | 'miss'): string;
  bytes: number;
}

function resultsOf(
  deps: CallDeps,
  { group, platform, search }: SearchTask,
  { page, body, host, route }: GoodAttempt,
  { connector }: ConnectedProvider,
  position: number,
): Results {
  if (group === 'u2') return { write: () => writeRaw(body), bytes: sizeOf(body) };
  const fetched_at = formatTime(deps.clock.nowMs());
  const source = { connector: connector.name, upstream_host: host, route, fetched_at };
  const { includeRaw } = search;
  const items = page.items.map(({ video, raw }, i) =>
    writeItem({ platform, ...video, rank: position + i + 1 }, source, includeRaw ? raw : ''),
  );
  const bytes = items.reduce((sum, { head, raw }) => sum + sizeOf(head) + sizeOf(raw), 0);
  return { write: (cache) => writeItems(items, { includeRaw, cache }), bytes };
}

/** A string with one character beyond Latin-1 takes two bytes for each; most do. */
function sizeOf(text: string): number {
  return 2 * text.length;
}
