// Owns a simulated Kuaishou behind JustOneAPI: numbered pages of 20 without any sign of the end in version 2, a cursor that
// ends with "no_more" in version 1.
import { code, isAuthorized, TOKEN, wrapped } from './justoneapi-envelope.ts';
import { garbage, json, kuaishouDetail, kuaishouId, kuaishouItem, range } from './short-video.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulation } from './simulation.ts';

const PAGE_SIZE = 20;

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { pathname, searchParams } = request.url;
  if (!isAuthorized(request)) return code(100, 401);
  if (pathname === '/api/kuaishou/get-video-detail/v2')
    return wrapped(kuaishouDetail(searchParams.get('videoId'), total));
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

export const justoneapiKuaishou: Simulation = {
  connector: 'justoneapi',
  platform: 'kuaishou',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf: kuaishouId,
  answer,
  faults: [
    { name: 'the rate limit with status 200', answer: code(302), code: 'UPSTREAM_BUSY' },
    { name: 'no balance with status 200', answer: code(601), code: 'UPSTREAM_REFUSED' },
    { name: 'a refused call', answer: wrapped('{"result":50,"feeds":[]}'), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};

/** The same platform by its other version. Not in the list, which has one simulation of each platform. */
export const justoneapiKuaishouByCursor: Simulation = {
  ...justoneapiKuaishou,
  settings: { token: TOKEN, options: { kuaishou_version: 'v1' } },
  lastEnd: () => 'exhausted',
};
