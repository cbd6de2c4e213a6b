// Owns a simulated Piped: pages of 20 whatever the caller wants, hung together by tokens as long as YouTube's, with other
// things among the videos and the word null for a token after the last page.
import { numberOf, type SimulatedAnswer, type SimulatedRequest, type Simulation } from './simulation.ts';

const PAGE_SIZE = 20;
/** About as long as a continuation of YouTube's is. */
const CONTINUATION_CHARS = 400;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const idOf = (n: number): string => `ppd${String(n).padStart(8, '0')}`;

function record(n: number): unknown {
  return {
    url: `/watch?v=${idOf(n)}`,
    type: 'stream',
    title: `Cat number ${n}`,
    thumbnail: `https://proxy.example/vi/${idOf(n)}.jpg`,
    uploaderName: `Maker ${n % 9}`,
    uploaderUrl: `/channel/UC${n % 9}`,
    uploaderAvatar: null,
    uploadedDate: '3 months ago',
    shortDescription: null,
    duration: 60 + n,
    views: 10 * n,
    uploaded: -1,
    uploaderVerified: false,
    isShort: false,
  };
}

function tokenFor(from: number): string {
  const id = `page-${from}-`.padEnd(CONTINUATION_CHARS, 'Eg%3D');
  return JSON.stringify({
    url: 'https://www.youtube.com/youtubei/v1/search?prettyPrint=false',
    id,
    ids: null,
    cookies: null,
    body: null,
  });
}

/** Where the asked page begins; null for a token that this instance did not give. */
function fromOf({ pathname, searchParams }: URL): number | null {
  if (pathname.endsWith('/nextpage/search')) {
    const token = searchParams.get('nextpage') ?? '';
    const from = Number(/"page-(\d+)-/.exec(token)?.[1] ?? Number.NaN);
    return token === tokenFor(from) ? from : null;
  }
  return pathname.endsWith('/search') ? 0 : null;
}

/** The id stands nowhere but in the address of the picture. */
function stream(id: string, total: number): SimulatedAnswer {
  const n = numberOf(idOf, id, total);
  if (n === null) return json({ error: 'a trace', message: 'This video is unavailable' }, 500);
  return json({
    title: `Cat number ${n}`,
    description: 'One<br>Two',
    thumbnailUrl: `https://proxy.example/vi_webp/${id}/maxresdefault.webp`,
    uploader: `Maker ${n % 9}`,
    uploaderUrl: `/channel/UC${n % 9}`,
    uploaderSubscriberCount: -1,
    uploaded: 1_714_557_600_000,
    visibility: 'public',
    tags: [],
    duration: 60 + n,
    views: 10 * n,
    likes: n,
    livestream: false,
    relatedStreams: [record(n + 1)],
  });
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const one = /\/streams\/([^/]+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) return stream(decodeURIComponent(one), total);
  const from = fromOf(url);
  if (from === null) return json({ error: 'a trace', message: 'nextpage is a required parameter' }, 400);
  const length = Math.max(0, Math.min(PAGE_SIZE, total - from));
  const videos = Array.from({ length }, (_, i) => record(from + i));
  const channel = { url: '/channel/UC0', type: 'channel', name: 'Maker 0' };
  const items = videos.length > 3 ? videos.toSpliced(3, 0, channel) : videos;
  const nextpage = from + PAGE_SIZE < total ? tokenFor(from + PAGE_SIZE) : 'null';
  return json({ items, nextpage, suggestion: null, corrected: false });
}

export const piped: Simulation = {
  connector: 'piped',
  platform: 'youtube',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  faults: [
    { name: 'a limit', answer: json({ message: 'Too many requests' }, 429), code: 'UPSTREAM_BUSY' },
    {
      name: 'a refusal by YouTube with status 200',
      answer: json({ error: 'a trace', message: 'reCaptcha Challenge requested' }),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'the site in place of the API',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!DOCTYPE html><title>Piped</title>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'an answer of another shape', answer: json({ results: [] }), code: 'UPSTREAM_ERROR' },
  ],
};
