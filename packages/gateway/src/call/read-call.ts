// Owns the step from an HTTP-free request to a call that is worth opening: platform, input, price and cursor. It refuses
// what can be refused for free and writes nothing.
import { hash } from 'node:crypto';
import type { Variant } from '../domain/call.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { Group } from '../domain/key.ts';
import type { CursorContent, Walk } from '../operations/cursor.ts';
import { searchPath, VARIANTS } from '../operations/operation.ts';
import { canonicalSearch, NO_MORE, readSearch, type Search } from '../operations/video-search.ts';
import type { KeyHolder } from '../storage/storage.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';
import type { Quote } from './price-book.ts';

/** Where a call is addressed and what it asks, as http/ hands it over. */
export interface CallTarget {
  group: Group;
  platform: string;
  action: string;
  query: Record<string, string> | Failure;
}

/** A call that was read, priced and found good. */
export interface ReadCall {
  holder: KeyHolder;
  requestId: string;
  requestIdChosen: boolean;
  group: Group;
  platform: string;
  variant: Variant;
  path: string;
  search: Search;
  walk: Walk;
  /** Where the walk stands; null on its first page. */
  cursor: CursorContent | null;
  /** True for `pcursor=no_more`: an empty last page, free and without a platform. */
  ended: boolean;
  providers: readonly ConnectedProvider[];
  quote: Quote;
  fingerprint: string;
}

export type Caller = Pick<ReadCall, 'holder' | 'requestId' | 'requestIdChosen'>;

export function readCall(deps: CallDeps, caller: Caller, target: CallTarget): ReadCall | Failure {
  const settings = deps.settings();
  const variant = VARIANTS[target.action];
  if (variant === undefined) return failure('ROUTE_NOT_FOUND', 'There is no such route.');
  const providers = settings.platforms.get(target.platform);
  if (providers === undefined) return platformNotFound([...settings.platforms.keys()]);

  const path = searchPath(target.group, target.platform, target.action);
  const quote = deps.priceBook.quote(path, caller.holder.account.id);
  if (quote === null) return failure('ROUTE_NOT_FOUND', 'This route has no price, so it is not served.');

  if (isFailure(target.query)) return target.query;
  const search = readSearch(target.query, settings.keywordCharsMax);
  if (isFailure(search)) return search;
  const walk: Walk = { platform: target.platform, operation: 'video.search', keyword: search.keyword };
  const ended = search.pcursor === NO_MORE;
  const cursor = search.pcursor === null || ended ? null : deps.cursors.open(search.pcursor, walk);
  if (search.pcursor !== null && !ended && cursor === null) return invalidCursor();

  const fingerprint = hash('sha256', canonicalSearch(path, search), 'base64url');
  const { group, platform } = target;
  return {
    ...caller,
    group,
    platform,
    variant,
    path,
    search,
    walk,
    cursor,
    ended,
    providers,
    quote,
    fingerprint,
  };
}

/** Names what there is, and never what was asked: a path is a place where people paste keys by mistake. */
function platformNotFound(known: string[]): Failure {
  return failure('PLATFORM_NOT_FOUND', `There is no such platform here. Known: ${known.join(', ')}.`);
}

export function invalidCursor(): Failure {
  return failure(
    'INVALID_CURSOR',
    'Send the pcursor of the last answer unchanged, with the same platform and keyword, or none to start over.',
    { errors: [{ field: 'pcursor', message: 'was not issued for this search' }] },
  );
}
