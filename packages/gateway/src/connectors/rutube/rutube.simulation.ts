// A simulated Rutube: numbered pages of twenty, whatever is asked for, and a statement whether there is a next one.
import type { SimulatedAnswer, SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';

const PAGE_SIZE = 20;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Tracks of each video. */
const CAPTIONS = ['ru', 'en'].map((code) => ({ code, langTitle: code, file: `/captions/${code}.vtt` }));
const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nДоброе утро.\n';

const AUTHOR = { id: 7, name: 'Автор', avatar_url: null, site_url: 'https://rutube.ru/channel/7/' };

const idOf = (n: number): string => n.toString(16).padStart(32, '0');

function record(n: number): unknown {
  return {
    id: idOf(n),
    title: `Видео ${n}`,
    description: '',
    thumbnail_url: `https://pic.example/${n}.jpg`,
    video_url: `https://rutube.ru/video/${idOf(n)}/`,
    embed_url: `https://rutube.ru/play/embed/${idOf(n)}`,
    duration: n,
    hits: n,
    publication_ts: '2024-05-01T10:00:00',
    author: AUTHOR,
    is_adult: false,
    is_hidden: false,
    is_deleted: false,
    is_livestream: false,
  };
}

/** Every tenth video of the playlist was deleted. */
const isGone = (n: number): boolean => n % 10 === 9;
const listed = (n: number): unknown => ({ ...(record(n) as object), is_deleted: isGone(n) });
const goneOf = (total: number): number => Math.floor(total / 10);

function pageOf(url: URL, total: number, read: (n: number) => unknown = record): SimulatedAnswer {
  const page = Number(url.searchParams.get('page') ?? 1);
  const from = (page - 1) * PAGE_SIZE;
  if (page > 1 && from >= total) return json({ detail: 'Invalid page.' }, 404);
  const length = Math.min(PAGE_SIZE, total - from);
  const results = Array.from({ length }, (_, i) => read(from + i));
  const hasNext = from + PAGE_SIZE < total;
  const next = hasNext ? `https://rutube.ru/api/x?page=${page + 1}` : null;
  return json({ has_next: hasNext, next, previous: null, page, per_page: PAGE_SIZE, results });
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  if (url.pathname.startsWith('/captions/'))
    return { status: 200, headers: { 'content-type': 'text/vtt' }, body: VTT };
  if (url.searchParams.get('format') !== 'json') return json({ detail: 'XML' }, 406);
  if (url.pathname === '/api/search/video/' || url.pathname === '/search/video/') return pageOf(url, total);
  const [, list, part] = /\/playlist\/custom\/([^/]+)\/(videos\/)?$/.exec(url.pathname) ?? [];
  if (list !== undefined && list !== '5') return json({ detail: 'Not found' }, 404);
  if (list !== undefined)
    return part === undefined
      ? json({ id: 5, title: 'Плейлист', videos_count: total })
      : pageOf(url, total, listed);
  const [, kind, name] = /\/(video\/person|profile\/user)\/([^/]+)\/$/.exec(url.pathname) ?? [];
  if (kind !== undefined && name !== '7') return json({ detail: 'Not found' }, 404);
  if (kind === 'profile/user') return json({ ...AUTHOR, subscribers_count: 3, video_count: total });
  if (kind !== undefined) return pageOf(url, total);
  const [, what, found] = /\/(video|play\/options)\/([0-9a-f]{32})\/$/.exec(url.pathname) ?? [];
  const n = found === undefined ? -1 : Number.parseInt(found, 16);
  if (n < 0 || n >= total) return json({ detail: 'Not found' }, 404);
  return json(what === 'video' ? record(n) : { effective_video: idOf(n), captions: CAPTIONS });
}

export const rutube: Simulation = {
  connector: 'rutube',
  platform: 'rutube',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  lists: {
    'author.videos': {
      ask: { author_id: '7' },
      absent: { author_id: '8' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
    'playlist.videos': {
      ask: { playlist_id: '5' },
      absent: { playlist_id: '6' },
      reachable: (total) => total - goneOf(total),
      lastEnd: () => 'exhausted',
      idOf: (n) => idOf(n + Math.floor(n / 9)),
      unavailable: goneOf,
    },
  },
  things: {
    'author.get': { ask: { author_id: '7' }, id: '7', absent: { author_id: '8' } },
    'playlist.get': { ask: { playlist_id: '5' }, id: '5', absent: { playlist_id: '6' } },
    'transcript.get': { ask: { id: idOf(0), language: 'de,en' }, id: idOf(0), absent: { id: idOf(999) } },
  },
  faults: [
    { name: 'a limit', answer: json({ detail: 'Request was throttled.' }, 429), code: 'UPSTREAM_BUSY' },
    { name: 'a refusal', answer: { status: 403, body: '<html></html>' }, code: 'UPSTREAM_REFUSED' },
    { name: 'an outage', answer: json({}, 500), code: 'UPSTREAM_ERROR' },
    { name: 'half an answer', answer: { status: 200, body: '{"has_next":tr' }, code: 'UPSTREAM_ERROR' },
  ],
};
