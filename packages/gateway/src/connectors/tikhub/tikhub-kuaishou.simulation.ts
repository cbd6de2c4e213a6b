// A simulated Kuaishou behind TikHub. Video search has numbered pages of 20 and never states that it is over: the page after the last is
// empty. The comprehensive search goes by cursor and ends with "no_more".

import type { SimulatedAnswer, SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';
import {
  garbage,
  json,
  kuaishouDetail,
  kuaishouId,
  kuaishouItem,
  range,
} from '../short-video/short-video.simulation.ts';
import {
  commentedPhoto,
  kuaishouComments,
  kuaishouLists,
  kuaishouPosts,
  kuaishouProfile,
  kuaishouUser,
  numberedUsers,
} from '../short-video/short-video-lists.simulation.ts';
import { isAuthorized, TOKEN, unauthorized, wrapped } from './tikhub-envelope.simulation.ts';

const PAGE_SIZE = 20;
const NUMBERED = '/api/v1/kuaishou/app/search_video_v2';
const BY_CURSOR = '/api/v1/kuaishou/app/search_comprehensive';

const APP = '/api/v1/kuaishou/app';

/** Answers everything but a search; null for a search. */
function beside({ pathname, searchParams: query }: URL, total: number): string | null {
  const [photo, pcursor] = [query.get('photo_id'), query.get('pcursor')];
  if (pathname === `${APP}/fetch_one_video`) return commentedPhoto(photo) ?? kuaishouDetail(photo, total);
  if (pathname === `${APP}/fetch_user_post_v2`) return kuaishouPosts(query.get('user_id'), pcursor, total);
  if (pathname === `${APP}/search_user_v2`) {
    const users = numberedUsers(query.get('page'), total).map((n) => `{"user":${kuaishouUser(n)}}`);
    return `{"result":1,"mixFeeds":[${users}]}`;
  }
  if (pathname === `${APP}/fetch_one_user_v2`) return kuaishouProfile(query.get('user_id'));
  if (pathname === `${APP}/fetch_one_video_comment`) return kuaishouComments({ photo, pcursor }, total);
  if (pathname !== '/api/v1/kuaishou/web/fetch_one_video_sub_comment') return null;
  return kuaishouComments({ photo, root: query.get('root_comment_id'), pcursor }, total);
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  if (!isAuthorized(request)) return unauthorized;
  const { pathname, searchParams } = request.url;
  const other = beside(request.url, total);
  if (other !== null) return wrapped(other);
  if (pathname === NUMBERED) {
    const page = Number(searchParams.get('page') ?? 1);
    return feed(page, total, String(page));
  }
  if (pathname !== BY_CURSOR) return json('{"detail":"Not Found"}', 404);
  const page = Number(searchParams.get('pcursor') || 0) + 1;
  return feed(page, total, page * PAGE_SIZE < total ? String(page) : 'no_more');
}

function feed(page: number, total: number, pcursor: string): SimulatedAnswer {
  const from = (page - 1) * PAGE_SIZE;
  const items = range(from, Math.min(from + PAGE_SIZE, total)).map((n) => `{"feed":${kuaishouItem(n)}}`);
  return wrapped(`{"result":1,"ussid":"u","pcursor":"${pcursor}","mixFeeds":[${items}]}`);
}

const OTHERS = kuaishouLists();

export const tikhubKuaishou: Simulation = {
  connector: 'tikhub',
  platform: 'kuaishou',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf: kuaishouId,
  answer,
  lists: {
    ...OTHERS.lists,
    'author.videos': { ...OTHERS.lists['author.videos']!, alias: { author_id: '3xmaker' } },
  },
  things: OTHERS.things,
  faults: [
    { name: "Kuaishou's rate limit", answer: wrapped('{"result":2,"feeds":[]}'), code: 'UPSTREAM_BUSY' },
    { name: 'a refused call', answer: wrapped('{"result":50,"feeds":[]}'), code: 'UPSTREAM_REFUSED' },
    { name: 'a captcha', answer: wrapped('{"result":2001,"feeds":[]}'), code: 'UPSTREAM_REFUSED' },
    {
      name: "TikHub's rate limit",
      answer: json('{"detail":{"code":429}}', 429),
      code: 'UPSTREAM_BUSY',
    },
    ...garbage,
  ],
};

/** The same platform through its other route. Not in the list, which has one simulation of each platform. */
export const tikhubKuaishouByCursor: Simulation = {
  ...tikhubKuaishou,
  settings: { token: TOKEN, options: { kuaishou_route: 'search_comprehensive' } },
  lastEnd: () => 'exhausted',
};
