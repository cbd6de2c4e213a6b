// A simulated Bilibili behind TikHub: numbered pages of at most 50, no more than 1,000 results, and codes of its own inside the envelope.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';
import { garbage, json } from '../short-video/short-video.simulation.ts';
import { isAuthorized, TOKEN, unauthorized, wrapped } from './tikhub-envelope.simulation.ts';

const RESULTS_MAX = 1_000;
const idOf = (n: number): string => `BV1${String(n).padStart(9, 'x')}`;
const said = (data: object): SimulatedAnswer => wrapped(JSON.stringify({ code: 0, message: '0', data }));
const refused = (code: number): SimulatedAnswer => wrapped(JSON.stringify({ code, message: 'no', ttl: 1 }));

const found = (n: number) => ({
  type: 'video',
  bvid: idOf(n),
  aid: 170_000 + n,
  title: `<em class="keyword">Cat</em> ${n}`,
  pic: `//i0.example/${n}.jpg`,
  pubdate: 1_714_557_600 + n,
  duration: '3:20',
  mid: 7,
  author: 'Ada',
  play: n,
});

function page(query: URLSearchParams, total: number): SimulatedAnswer {
  const [number, size] = [Number(query.get('page')), Number(query.get('page_size'))];
  const numResults = Math.min(total, RESULTS_MAX);
  const from = (number - 1) * size;
  const length = Math.max(0, Math.min(size, numResults - from));
  const result = Array.from({ length }, (_, i) => found(from + i));
  return said({ page: number, pagesize: size, numResults, numPages: Math.ceil(numResults / size), result });
}

function answer(request: SimulatedRequest, total: number): SimulatedAnswer {
  const { pathname, searchParams } = request.url;
  if (!isAuthorized(request)) return unauthorized;
  if (pathname === '/api/v1/bilibili/web/fetch_general_search') return page(searchParams, total);
  if (pathname !== '/api/v1/bilibili/web/fetch_one_video') return json('{"detail":"Not Found"}', 404);
  const n = numberOf(idOf, searchParams.get('bv_id') ?? '', total);
  if (n === null) return refused(-404);
  return said({
    bvid: idOf(n),
    aid: 170_000 + n,
    title: `Cat ${n}`,
    state: 0,
    owner: { mid: 7, name: 'Ada' },
  });
}

export const tikhubBilibili: Simulation = {
  connector: 'tikhub-bilibili',
  platform: 'bilibili',
  settings: { token: TOKEN },
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total >= RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
  idOf,
  answer,
  faults: [
    { name: 'risk control', answer: refused(-412), code: 'UPSTREAM_REFUSED' },
    { name: "TikHub's rate limit", answer: json('{"detail":{"code":429}}', 429), code: 'UPSTREAM_BUSY' },
    { name: 'no balance', answer: json('{"detail":{"code":402}}', 402), code: 'UPSTREAM_REFUSED' },
    ...garbage,
  ],
};
