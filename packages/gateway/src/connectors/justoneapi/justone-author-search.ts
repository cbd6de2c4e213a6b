// How JustOneAPI is asked for authors by name on Kuaishou, Douyin and TikTok: by page numbers, on TikTok by cursor.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  AttemptFailure,
  AuthorSearchInput,
  ConnectorOperations,
  Page,
  UpstreamResponse,
} from '../connector.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { afterKuaishouPage } from '../short-video/kuaishou.ts';
import {
  AUTHOR_SEARCH_PARTS,
  type AwemeAuthors,
  readAwemeAuthors,
  readKuaishouAuthors,
} from '../short-video/short-video-author-search.ts';
import { shortVideoPlatform } from '../short-video/short-video-lists.ts';
import { type JustoneAsk, justoneRequest, NOTHING, openJustone } from './justone-envelope.ts';

export const justoneAuthorSearch: ConnectorOperations['author.search'] = {
  request: (input, provider) => justoneRequest(provider, searchAsk(input)),
  parse: parseAuthors,
  ...AUTHOR_SEARCH_PARTS,
};

function searchAsk({ platform, keyword, cursor }: AuthorSearchInput): JustoneAsk {
  const [at, searchId] = readSlicedPlace(cursor).parts;
  if (platform === 'tiktok') {
    const query = { keyword, cursor: at ?? '0', ...(searchId !== undefined && { searchId }) };
    return { path: 'tiktok/search-user/v1', query };
  }
  return { path: `${shortVideoPlatform(platform)}/search-user/v2`, query: { keyword, page: at ?? '1' } };
}

function parseAuthors(
  response: UpstreamResponse,
  input: AuthorSearchInput,
): Page<ParsedAuthor> | AttemptFailure {
  const opened = openJustone(response, input.wantsRaw);
  if (opened === NOTHING) return { kind: 'page', items: [], cursor: null, end: 'exhausted', total: null };
  if ('kind' in opened) return opened;
  const stand = readSlicedPlace(input.cursor);
  const platform = shortVideoPlatform(input.platform);
  if (platform === 'kuaishou') {
    const list = readKuaishouAuthors(opened.inner);
    return 'kind' in list
      ? list
      : slicePage(list.items, stand, input.count, afterKuaishouPage(list, stand.parts));
  }
  const list = readAwemeAuthors(opened.inner, platform, input);
  if ('kind' in list) return list;
  const onward = platform === 'douyin' ? afterNumber(list, stand.parts) : afterCursor(list, stand.parts);
  return slicePage(list.items, stand, input.count, onward);
}

function afterNumber({ hasMore, entries }: AwemeAuthors, [page = '1']: readonly string[]): Onward {
  if (hasMore === false) return { end: 'exhausted' };
  return entries === 0 ? { end: 'unknown' } : { end: 'more', next: [String(Number(page) + 1)] };
}

/** The id of the search keeps the results of later pages in one sequence. */
function afterCursor(
  { hasMore, entries, cursor, searchId }: AwemeAuthors,
  [sent = '0', sentId]: readonly string[],
): Onward {
  if (hasMore === false) return { end: 'exhausted' };
  if (entries === 0 || cursor === null || cursor === sent) return { end: 'unknown' };
  const found = searchId ?? sentId;
  return { end: 'more', next: found === undefined ? [cursor] : [cursor, found] };
}
