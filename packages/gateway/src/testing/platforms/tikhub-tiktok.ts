// Owns a simulated TikTok behind TikHub: by offset, at most 20 at once, and more than that is refused.
import { awemeDetail, awemeId, awemeItem, garbage, json, range } from './short-video.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulation } from './simulation.ts';
import { isAuthorized, TOKEN, unauthorized, wrapped } from './tikhub-envelope.ts';

const PAGE_SIZE_MAX = 20;

function nil(reason: string): SimulatedAnswer {
  return wrapped(
    `{"status_code":0,"search_item_list":[],"has_more":0,"search_nil_info":{"search_nil_item":"${reason}"}}`,
  );
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  if (!isAuthorized(request)) return unauthorized;
  if (request.url.pathname === '/api/v1/tiktok/app/v3/fetch_one_video_v3')
    return wrapped(awemeDetail(request.url.searchParams.get('aweme_id'), total));
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

export const tikhubTiktok: Simulation = {
  connector: 'tikhub',
  platform: 'tiktok',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf: awemeId,
  answer,
  faults: [
    { name: 'a check of the caller', answer: nil('verify_check'), code: 'UPSTREAM_REFUSED' },
    { name: 'a reason that nobody knows', answer: nil('new_reason'), code: 'UPSTREAM_REFUSED' },
    { name: "TikHub's rate limit", answer: json('{"detail":{"code":429}}', 429), code: 'UPSTREAM_BUSY' },
    ...garbage,
  ],
};
