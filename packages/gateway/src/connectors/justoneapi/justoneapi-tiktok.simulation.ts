// A simulated TikTok behind JustOneAPI: by offset in steps of 20, however many items a page has.

import type { SimulatedAnswer, SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';
import {
  awemeDetail,
  awemeId,
  awemeItem,
  garbage,
  json,
  range,
} from '../short-video/short-video.simulation.ts';
import {
  awemeComments,
  awemeLists,
  awemePosts,
  awemeProfile,
  awemeUsers,
  captionedAweme,
  captionFile,
  TIKTOK_TRANSCRIPT,
} from '../short-video/short-video-lists.simulation.ts';
import { code, isAuthorized, TOKEN, wrapped } from './justoneapi-envelope.simulation.ts';

const STEP = 20;
const LOG_ID = '20261115000000000000000000000003';

function search(query: URLSearchParams, total: number): SimulatedAnswer {
  const offset = Number(query.get('offset') ?? 0);
  if (offset % STEP !== 0) return code(400);
  const till = Math.min(offset + STEP, total);
  const items = range(offset, till).map((n) => `{"type":1,"aweme_info":${awemeItem(n)}}`);
  return wrapped(`{"status_code":0,"has_more":${till < total ? 1 : 0},"search_item_list":[${items}]}`);
}

/** Pages after the first need the id of the search. */
function authors(query: URLSearchParams, total: number): SimulatedAnswer {
  const cursor = Number(query.get('cursor'));
  if (cursor > 0 && query.get('searchId') !== LOG_ID) return code(400);
  return wrapped(awemeUsers(cursor, total).replace('{', `{"extra":{"logid":"${LOG_ID}"},`));
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { pathname, origin, searchParams: query } = request.url;
  const file = captionFile(pathname);
  if (file !== null) return file;
  if (!isAuthorized(request)) return code(100, 401);
  const [video, from] = [query.get('awemeId'), Number(query.get('cursor') ?? 0)];
  if (pathname === '/api/tiktok/search-post/v1') return search(query, total);
  if (pathname === '/api/tiktok/get-post-detail/v1')
    return wrapped(captionedAweme(query.get('postId'), origin) ?? awemeDetail(query.get('postId'), total));
  if (pathname === '/api/tiktok/get-user-post/v1')
    return wrapped(awemePosts(query.get('secUid'), query.get('cursor'), total));
  if (pathname === '/api/tiktok/search-user/v1') return authors(query, total);
  if (pathname === '/api/tiktok/get-user-detail/v1') return wrapped(awemeProfile(query));
  if (pathname === '/api/tiktok/get-post-comment/v1') return wrapped(awemeComments({ video, from }, total));
  if (pathname === '/api/tiktok/get-post-sub-comment/v1')
    return wrapped(awemeComments({ video, root: query.get('commentId'), from }, total));
  return json('{"error":"Not Found"}', 404);
}

const OTHERS = awemeLists({ handle: 'maker' });

export const justoneapiTiktok: Simulation = {
  connector: 'justoneapi',
  platform: 'tiktok',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf: awemeId,
  answer,
  ...OTHERS,
  things: { ...OTHERS.things, 'transcript.get': TIKTOK_TRANSCRIPT },
  faults: [
    { name: 'the rate limit with status 200', answer: code(302), code: 'UPSTREAM_BUSY' },
    { name: 'a failed collection', answer: code(301), code: 'UPSTREAM_ERROR' },
    { name: 'a token that is not valid', answer: code(100), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};
