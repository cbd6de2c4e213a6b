// How TikHub is asked for authors by name on Kuaishou, Douyin and TikTok.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  AttemptFailure,
  AuthorSearchInput,
  ConnectorOperations,
  Page,
  UpstreamResponse,
} from '../connector.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { object } from '../parsing/json.ts';
import { readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import type { AwemePlatform } from '../short-video/aweme.ts';
import { afterKuaishouPage } from '../short-video/kuaishou.ts';
import {
  AUTHOR_SEARCH_PARTS,
  readAwemeAuthors,
  readKuaishouAuthors,
} from '../short-video/short-video-author-search.ts';
import { afterPosts, shortVideoPlatform } from '../short-video/short-video-lists.ts';
import { openTikhub, type TikhubAsk, tikhubRequest } from './tikhub-envelope.ts';

/** The documented size. */
const TIKTOK_COUNT = '20';

export const tikhubAuthorSearch: ConnectorOperations['author.search'] = {
  request: (input, provider) => tikhubRequest(provider, searchAsk(input)),
  parse: parseAuthors,
  ...AUTHOR_SEARCH_PARTS,
};

function searchAsk({ platform, keyword, cursor }: AuthorSearchInput): TikhubAsk {
  const [at] = readSlicedPlace(cursor).parts;
  if (platform === 'douyin') {
    const body = JSON.stringify({ keyword, cursor: Number(at ?? '0') });
    return { path: 'douyin/search/fetch_user_search_v2', body };
  }
  if (platform === 'tiktok') {
    const query = new URLSearchParams({ keyword, offset: at ?? '0', count: TIKTOK_COUNT });
    return { path: `tiktok/app/v3/fetch_user_search_result?${query}` };
  }
  // A user of this route saw it refuse requests without a cursor, although it goes by page numbers and its documents name none.
  const query = new URLSearchParams({ keyword, page: at ?? '1', cursor: '0' });
  return { path: `kuaishou/app/search_user_v2?${query}` };
}

function parseAuthors(
  response: UpstreamResponse,
  input: AuthorSearchInput,
): Page<ParsedAuthor> | AttemptFailure {
  const opened = openTikhub(response, input.wantsRaw);
  if ('kind' in opened) return opened;
  const { params, data } = opened.envelope;
  const foreign = foreignAnswer(response, object(params).keyword, input.keyword);
  if (foreign !== null) return foreign;
  const platform = shortVideoPlatform(input.platform);
  return platform === 'kuaishou' ? kuaishouPage(data, input) : awemePage(data, platform, input);
}

/** TikTok's next offset is counted where the answer does not name it. */
function awemePage(
  data: unknown,
  platform: AwemePlatform,
  input: AuthorSearchInput,
): Page<ParsedAuthor> | AttemptFailure {
  const list = readAwemeAuthors(data, platform, input);
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  const sent = stand.parts[0] ?? '0';
  const counted = platform === 'tiktok' ? String(Number(sent) + list.entries) : null;
  return slicePage(list.items, stand, input.count, afterPosts(list, list.cursor ?? counted, sent));
}

function kuaishouPage(data: unknown, input: AuthorSearchInput): Page<ParsedAuthor> | AttemptFailure {
  const list = readKuaishouAuthors(data);
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  return slicePage(list.items, stand, input.count, afterKuaishouPage(list, stand.parts));
}
