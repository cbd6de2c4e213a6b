// A simulated TikTok behind TikHub: by offset, at most 20 at once; more than that is refused.

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
  TIKTOK_POPULAR,
  TIKTOK_TRANSCRIPT,
  tiktokRanking,
} from '../short-video/short-video-lists.simulation.ts';
import { isAuthorized, TOKEN, unauthorized, wrapped } from './tikhub-envelope.simulation.ts';

const PAGE_SIZE_MAX = 20;

function nil(reason: string): SimulatedAnswer {
  return wrapped(
    `{"status_code":0,"search_item_list":[],"has_more":0,"search_nil_info":{"search_nil_item":"${reason}"}}`,
  );
}

const APP = '/api/v1/tiktok/app/v3';

/** Answers everything but a search; null for a search. */
function beside({ pathname, origin, searchParams: query }: URL, total: number): string | null {
  const from = Number(query.get('cursor') ?? 0);
  const video = query.get('aweme_id');
  if (pathname === `${APP}/fetch_one_video_v3`)
    return captionedAweme(video, origin) ?? awemeDetail(video, total);
  if (pathname === `${APP}/fetch_user_post_videos`)
    return awemePosts(query.get('sec_user_id'), query.get('max_cursor'), total);
  if (pathname === '/api/v1/tiktok/ads/get_popular_trends') return tiktokRanking(query.get('page'), total);
  if (pathname === `${APP}/fetch_user_search_result`) return awemeUsers(Number(query.get('offset')), total);
  if (pathname === `${APP}/handler_user_profile`) return awemeProfile(query);
  if (pathname === `${APP}/fetch_video_comments`) return awemeComments({ video, from }, total);
  if (pathname !== `${APP}/fetch_video_comment_replies`) return null;
  return awemeComments({ video: query.get('item_id'), root: query.get('comment_id'), from }, total);
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const file = captionFile(request.url.pathname);
  if (file !== null) return file;
  if (!isAuthorized(request)) return unauthorized;
  const other = beside(request.url, total);
  if (other !== null) return wrapped(other);
  const { pathname, searchParams } = request.url;
  if (pathname !== '/api/v1/tiktok/app/v3/fetch_video_search_result')
    return json('{"detail":"Not Found"}', 404);
  const offset = Number(searchParams.get('offset') ?? 0);
  const count = Number(searchParams.get('count') ?? PAGE_SIZE_MAX);
  if (count > PAGE_SIZE_MAX) return nil('invalid_count');
  const till = Math.min(offset + count, total);
  const items = range(offset, till).map((n) => `{"type":1,"aweme_info":${awemeItem(n)}}`);
  const next = `"cursor":${till},"has_more":${till < total ? 1 : 0}`;
  return wrapped(`{"status_code":0,${next},"search_item_list":[${items}]}`);
}

const OTHERS = awemeLists({ handle: 'maker' });

export const tikhubTiktok: Simulation = {
  connector: 'tikhub',
  platform: 'tiktok',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf: awemeId,
  answer,
  lists: { ...OTHERS.lists, 'video.popular': TIKTOK_POPULAR },
  things: { ...OTHERS.things, 'transcript.get': TIKTOK_TRANSCRIPT },
  faults: [
    { name: 'a check of the caller', answer: nil('verify_check'), code: 'UPSTREAM_REFUSED' },
    { name: 'an unknown reason', answer: nil('new_reason'), code: 'UPSTREAM_REFUSED' },
    { name: "TikHub's rate limit", answer: json('{"detail":{"code":429}}', 429), code: 'UPSTREAM_BUSY' },
    ...garbage,
  ],
};
