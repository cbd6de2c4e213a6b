// A simulated Xiaohongshu and a simulated Instagram behind TikHub: pages of a fixed size, of which the first goes on by number and session, the
// second by a token. Users and pictures stand among the videos.
import type { SimulatedAnswer, SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';
import { garbage, json, range } from '../short-video/short-video.simulation.ts';
import { isAuthorized, TOKEN, unauthorized, wrapped } from './tikhub-envelope.simulation.ts';

const NOTES_A_PAGE = 20;
const REELS_A_PAGE = 12;
const START = 1_714_557_600;

const noteId = (n: number): string => (0x66_00_00_00_00 + n).toString(16).padStart(24, '0');
const reelId = (n: number): string => `C${String(n).padStart(10, 'x')}`;
const said = (data: object): SimulatedAnswer => wrapped(JSON.stringify({ success: true, data }));
const refused = wrapped('{"success":false,"msg":"risk control","data":null}');

const note = (n: number) => ({
  model_type: 'note',
  note: {
    id: noteId(n),
    type: 'video',
    title: `Cat ${n}`,
    desc: `A cat #cat ${n}`,
    timestamp: START + n,
    xsec_token: `AB${n}=`,
    liked_count: n,
    collected_count: 1,
    comments_count: 2,
    shared_count: 3,
    images_list: [{ url: `https://pic.example/${n}.jpg` }],
    user: {
      userid: `5${String(n % 7).padStart(23, '0')}`,
      nickname: 'Ada',
      images: 'https://pic.example/ada.jpg',
    },
  },
});

function notes(query: URLSearchParams, total: number): SimulatedAnswer {
  const page = Number(query.get('page'));
  const session = { search_id: 's1', search_session_id: 'u1' };
  if (page > 1 && query.get('search_id') !== session.search_id) return refused;
  const from = (page - 1) * NOTES_A_PAGE;
  const till = Math.min(total, from + NOTES_A_PAGE);
  const found = range(from, till).map(note);
  const user = { model_type: 'user', user: { nickname: 'Ada' } };
  return said({
    items: page === 1 && total > 0 ? [user, ...found] : found,
    has_more: till < total,
    ...session,
  });
}

const reel = (n: number) => ({
  code: reelId(n),
  id: String(3_100_000_000_000_000_000n + BigInt(n)),
  media_type: 2,
  caption: { text: `A cat #cat ${n}` },
  taken_at: START + n,
  video_duration: 12.5,
  play_count: n,
  like_count: null,
  comment_count: 1,
  thumbnail_url: `https://pic.example/${n}.jpg`,
  user: {
    id: String(40 + (n % 7)),
    username: `maker${n % 7}`,
    full_name: 'Ada',
    is_verified: false,
    is_private: false,
  },
});

function reels(query: URLSearchParams, total: number): SimulatedAnswer {
  const from = Number(query.get('pagination_token')?.slice(1) ?? 0);
  const till = Math.min(total, from + REELS_A_PAGE);
  const data = { count: till - from, items: range(from, till).map(reel) };
  return wrapped(JSON.stringify({ data, pagination_token: till < total ? `t${till}` : null }));
}

const faults = [
  { name: "TikHub's rate limit", answer: json('{"detail":{"code":429}}', 429), code: 'UPSTREAM_BUSY' },
  { name: 'no balance', answer: json('{"detail":{"code":402}}', 402), code: 'UPSTREAM_REFUSED' },
  { name: 'a refusal by the platform', answer: refused, code: 'UPSTREAM_REFUSED' },
  ...garbage,
];

const simulated = (
  platform: string,
  path: string,
  idOf: (n: number) => string,
  page: (query: URLSearchParams, total: number) => SimulatedAnswer,
): Simulation => ({
  connector: `tikhub-${platform}`,
  platform,
  settings: { token: TOKEN },
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer(request: SimulatedRequest, total) {
    if (!isAuthorized(request)) return unauthorized;
    const { pathname, searchParams } = request.url;
    return pathname === `/api/v1/${path}` ? page(searchParams, total) : json('{"detail":"Not Found"}', 404);
  },
  faults,
});

export const tikhubXiaohongshu = simulated('xiaohongshu', 'xiaohongshu/app_v2/search_notes', noteId, notes);
export const tikhubInstagram = simulated('instagram', 'instagram/v2/search_reels', reelId, reels);
