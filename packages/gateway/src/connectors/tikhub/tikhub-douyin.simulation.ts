// A simulated Douyin behind TikHub: pages of 10 by cursor; pages after the first need the id of the search.

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
  awemeMix,
  awemeMixPosts,
  awemePosts,
  awemeProfile,
  awemeRelated,
  awemeUsers,
  commentedAweme,
  DOUYIN_MORE,
} from '../short-video/short-video-lists.simulation.ts';
import { isAuthorized, TOKEN, unauthorized, wrapped } from './tikhub-envelope.simulation.ts';

const PAGE_SIZE = 10;
const SEARCH_ID = '20261115000000000000000000000001';

function nil(reason: string): SimulatedAnswer {
  return wrapped(`{"status_code":0,"business_data":[],"search_nil_info":{"search_nil_type":"${reason}"}}`);
}

const APP = '/api/v1/douyin/app/v3';

/** Answers everything but a search; null for a search. */
function beside({ pathname, searchParams: query }: URL, total: number): string | null {
  const from = Number(query.get('cursor') ?? 0);
  const video = query.get('aweme_id');
  if (pathname === `${APP}/fetch_one_video_v2`) return commentedAweme(video) ?? awemeDetail(video, total);
  if (pathname === `${APP}/fetch_user_post_videos`)
    return awemePosts(query.get('sec_user_id'), query.get('max_cursor'), total);
  if (pathname === `${APP}/fetch_video_mix_detail`) return awemeMix(query.get('mix_id'));
  if (pathname === `${APP}/fetch_video_mix_post_list`)
    return awemeMixPosts(query.get('mix_id'), query.get('cursor'), total);
  if (pathname === '/api/v1/douyin/web/fetch_related_posts')
    return awemeRelated(video, query.get('refresh_index'), total);
  if (pathname.startsWith('/api/v1/douyin/web/handler_user_profile')) return awemeProfile(query);
  if (pathname === `${APP}/fetch_video_comments`) return awemeComments({ video, from }, total);
  if (pathname !== `${APP}/fetch_video_comment_replies`) return null;
  return awemeComments({ video: query.get('item_id'), root: query.get('comment_id'), from }, total);
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  if (!isAuthorized(request)) return unauthorized;
  const other = beside(request.url, total);
  if (other !== null) return wrapped(other);
  if (request.url.pathname === '/api/v1/douyin/search/fetch_user_search_v2')
    return wrapped(awemeUsers(JSON.parse(request.body).cursor, total));
  const isSearch = request.url.pathname === '/api/v1/douyin/search/fetch_video_search_v2';
  if (!isSearch || request.method !== 'POST') return json('{"detail":"Not Found"}', 404);
  const { cursor, search_id } = JSON.parse(request.body) as { cursor: number; search_id: string };
  if (cursor > 0 && search_id !== SEARCH_ID) return nil('empty_session');
  if (total === 0) return nil('federation_empty');
  const till = Math.min(cursor + PAGE_SIZE, total);
  const items = range(cursor, till).map((n) => `{"type":1,"data":{"aweme_info":${awemeItem(n)}}}`);
  const next = `"has_more":${till < total ? 1 : 0},"next_page":{"cursor":${till},"search_id":"${SEARCH_ID}"}`;
  return wrapped(`{"status_code":0,"business_data":[${items}],"business_config":{${next}}}`);
}

const OTHERS = awemeLists({ author_id: '1007' });

export const tikhubDouyin: Simulation = {
  connector: 'tikhub',
  platform: 'douyin',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf: awemeId,
  answer,
  lists: { ...OTHERS.lists, ...DOUYIN_MORE.lists },
  things: { ...OTHERS.things, ...DOUYIN_MORE.things },
  faults: [
    { name: 'risk control', answer: nil('hit_shark'), code: 'UPSTREAM_REFUSED' },
    { name: 'a search that is no longer alive', answer: nil('empty_session'), code: 'UPSTREAM_ERROR' },
    { name: "TikHub's rate limit", answer: json('{"detail":{"code":429}}', 429), code: 'UPSTREAM_BUSY' },
    { name: 'no balance', answer: json('{"detail":{"code":402}}', 402), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};
