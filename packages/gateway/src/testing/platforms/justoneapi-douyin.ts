// Owns a simulated Douyin behind JustOneAPI: numbered pages of 12, of which those after the first need the search's id.
import { code, isAuthorized, TOKEN, wrapped } from './justoneapi-envelope.ts';
import { awemeDetail, awemeId, awemeItem, garbage, json, range } from './short-video.ts';
import type { SimulatedAnswer, SimulatedRequest, Simulation } from './simulation.ts';

const PAGE_SIZE = 12;
const SEARCH_ID = '20261115000000000000000000000002';

function nil(reason: string): SimulatedAnswer {
  return wrapped(`{"status_code":0,"business_data":[],"search_nil_info":{"search_nil_type":"${reason}"}}`);
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { pathname, searchParams } = request.url;
  if (!isAuthorized(request)) return code(100, 401);
  if (pathname === '/api/douyin/get-video-detail/v2')
    return wrapped(awemeDetail(searchParams.get('videoId'), total));
  if (pathname !== '/api/douyin/search-video/v4') return json('{"error":"Not Found"}', 404);
  const page = Number(searchParams.get('page'));
  if (page > 1 && searchParams.get('searchId') !== SEARCH_ID) return nil('empty_session');
  const till = Math.min(page * PAGE_SIZE, total);
  const items = range((page - 1) * PAGE_SIZE, till).map((n) => `{"data":{"aweme_info":${awemeItem(n)}}}`);
  const next = `"has_more":${till < total ? 1 : 0},"next_page":{"search_id":"${SEARCH_ID}"}`;
  return wrapped(`{"business_data":[${items}],"business_config":{${next}}}`);
}

export const justoneapiDouyin: Simulation = {
  connector: 'justoneapi',
  platform: 'douyin',
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf: awemeId,
  answer,
  faults: [
    { name: 'the daily quota with status 200', answer: code(303), code: 'UPSTREAM_BUSY' },
    { name: 'a failed collection', answer: code(301), code: 'UPSTREAM_ERROR' },
    { name: 'risk control', answer: nil('antispam_check'), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};
