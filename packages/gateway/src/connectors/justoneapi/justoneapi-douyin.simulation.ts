// A simulated Douyin behind JustOneAPI: numbered pages of 12; pages after the first need the id of the search.

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
  awemeUser,
  commentedAweme,
  numberedUsers,
} from '../short-video/short-video-lists.simulation.ts';
import { code, isAuthorized, TOKEN, wrapped } from './justoneapi-envelope.simulation.ts';

const PAGE_SIZE = 12;
const SEARCH_ID = '20261115000000000000000000000002';

function nil(reason: string): SimulatedAnswer {
  return wrapped(`{"status_code":0,"business_data":[],"search_nil_info":{"search_nil_type":"${reason}"}}`);
}

/** Comments have numbered pages. */
const COMMENTS_SIZE = 20;

/** Requests for replies do not name the video, so the simulation knows which one it is. */
const ANSWERED_VIDEO = awemeId(5_000);

/** Each user is a JSON text within its entry. */
function users(page: string | null, total: number): string {
  const places = numberedUsers(page, total);
  const entries = places.map((n) => `{"data":{"raw_data":${JSON.stringify(awemeUser(n))}}}`);
  const hasMore = (places.at(-1) ?? total) + 1 < total ? 1 : 0;
  return `{"business_data":[${entries}],"business_config":{"has_more":${hasMore}}}`;
}

/** Answers everything but a search; null for a search. */
function beside({ pathname, searchParams: query }: URL, total: number): string | null {
  const from = (Number(query.get('page') ?? 1) - 1) * COMMENTS_SIZE;
  const video = query.get('videoId');
  if (pathname === '/api/douyin/get-video-detail/v2')
    return commentedAweme(video) ?? awemeDetail(video, total);
  if (pathname === '/api/douyin/get-user-video-list/v1')
    return awemePosts(query.get('secUid'), query.get('maxCursor'), total);
  if (pathname === '/api/douyin/search-user/v2') return users(query.get('page'), total);
  if (pathname === '/api/douyin/get-user-detail/v3') return awemeProfile(query);
  if (pathname === '/api/douyin/get-video-comment/v1')
    return awemeComments({ video: query.get('awemeId'), from }, total);
  if (pathname !== '/api/douyin/get-video-sub-comment/v1') return null;
  return awemeComments({ video: ANSWERED_VIDEO, root: query.get('commentId'), from }, total);
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { pathname, searchParams } = request.url;
  if (!isAuthorized(request)) return code(100, 401);
  const other = beside(request.url, total);
  if (other !== null) return wrapped(other);
  if (pathname !== '/api/douyin/search-video/v4') return json('{"error":"Not Found"}', 404);
  const page = Number(searchParams.get('page'));
  if (page > 1 && searchParams.get('searchId') !== SEARCH_ID) return nil('empty_session');
  const till = Math.min(page * PAGE_SIZE, total);
  const items = range((page - 1) * PAGE_SIZE, till).map((n) => `{"data":{"aweme_info":${awemeItem(n)}}}`);
  const next = `"has_more":${till < total ? 1 : 0},"next_page":{"search_id":"${SEARCH_ID}"}`;
  return wrapped(`{"business_data":[${items}],"business_config":{${next}}}`);
}

const OTHERS = awemeLists({ author_id: 'MS4wLjABmaker' });

export const justoneapiDouyin: Simulation = {
  connector: 'justoneapi',
  platform: 'douyin',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf: awemeId,
  answer,
  lists: {
    ...OTHERS.lists,
    'comment.replies': { ...OTHERS.lists['comment.replies']!, absent: { id: '1', comment_id: '78' } },
  },
  things: OTHERS.things,
  faults: [
    { name: 'the daily quota with status 200', answer: code(303), code: 'UPSTREAM_BUSY' },
    { name: 'a failed collection', answer: code(301), code: 'UPSTREAM_ERROR' },
    { name: 'risk control', answer: nil('antispam_check'), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};
