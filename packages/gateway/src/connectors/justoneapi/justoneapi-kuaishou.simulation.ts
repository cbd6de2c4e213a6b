// A simulated Kuaishou behind JustOneAPI: in version 2, numbered pages of 20 without any sign of the end; in version 1, a cursor that ends
// with "no_more".

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
import { code, isAuthorized, TOKEN, wrapped } from './justoneapi-envelope.simulation.ts';

const PAGE_SIZE = 20;

/** Answers everything but a search; null for a search. */
function beside({ pathname, searchParams: query }: URL, total: number): string | null {
  const [photo, pcursor, author] = [query.get('videoId'), query.get('pcursor'), query.get('userId')];
  if (pathname === '/api/kuaishou/get-video-detail/v2')
    return commentedPhoto(photo) ?? kuaishouDetail(photo, total);
  if (pathname === '/api/kuaishou/get-user-video-list/v2') return kuaishouPosts(author, pcursor, total);
  if (pathname === '/api/kuaishou/search-user/v2')
    return `{"result":1,"users":[${numberedUsers(query.get('page'), total).map(kuaishouUser)}]}`;
  if (pathname === '/api/kuaishou/get-user-detail/v1') return kuaishouProfile(author);
  return pathname === '/api/kuaishou/get-video-comment/v1'
    ? kuaishouComments({ photo, pcursor }, total)
    : null;
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { pathname, searchParams } = request.url;
  if (!isAuthorized(request)) return code(100, 401);
  const other = beside(request.url, total);
  if (other !== null) return wrapped(other);
  if (pathname === '/api/kuaishou/search-video/v2') return feed(Number(searchParams.get('page')), total, '');
  if (pathname !== '/api/kuaishou/search-video/v1') return json('{"error":"Not Found"}', 404);
  const page = Number(searchParams.get('cursor') ?? 0) + 1;
  return feed(page, total, `"pcursor":"${page * PAGE_SIZE < total ? page : 'no_more'}",`);
}

function feed(page: number, total: number, cursor: string): SimulatedAnswer {
  const from = (page - 1) * PAGE_SIZE;
  const items = range(from, Math.min(from + PAGE_SIZE, total)).map(kuaishouItem);
  return wrapped(`{"result":1,${cursor}"feeds":[${items}]}`);
}

const OTHERS = kuaishouLists();

export const justoneapiKuaishou: Simulation = {
  connector: 'justoneapi',
  platform: 'kuaishou',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf: kuaishouId,
  answer,
  // JustOneAPI sells no replies of Kuaishou.
  lists: {
    'author.videos': OTHERS.lists['author.videos']!,
    'video.comments': OTHERS.lists['video.comments']!,
    'author.search': OTHERS.lists['author.search']!,
  },
  things: OTHERS.things,
  faults: [
    { name: 'the rate limit with status 200', answer: code(302), code: 'UPSTREAM_BUSY' },
    { name: 'no balance with status 200', answer: code(601), code: 'UPSTREAM_REFUSED' },
    { name: 'a refused call', answer: wrapped('{"result":50,"feeds":[]}'), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};

/** The same platform through its other version. Not in the list, which has one simulation of each platform. */
export const justoneapiKuaishouByCursor: Simulation = {
  ...justoneapiKuaishou,
  settings: { token: TOKEN, options: { kuaishou_version: 'v1' } },
  lastEnd: () => 'exhausted',
};
