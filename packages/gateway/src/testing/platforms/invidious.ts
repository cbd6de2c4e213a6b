// Owns a simulated Invidious: a bare list of 20 per numbered page whatever the caller wants, other things among the
// videos, and an empty list for ever after the last.
import { numberOf, type SimulatedAnswer, type SimulatedRequest, type Simulation } from './simulation.ts';

const PAGE_SIZE = 20;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const idOf = (n: number): string => `inv${String(n).padStart(8, '0')}`;

function record(n: number): unknown {
  return {
    type: 'video',
    title: `Cat number ${n}`,
    videoId: idOf(n),
    author: `Maker ${n % 9}`,
    authorId: `UC${n % 9}`,
    authorUrl: `/channel/UC${n % 9}`,
    authorVerified: n % 2 === 0,
    videoThumbnails: [{ quality: 'medium', url: `/vi/${idOf(n)}/mqdefault.jpg`, width: 320, height: 180 }],
    description: '',
    viewCount: 10 * n,
    lengthSeconds: 60 + n,
    published: 1_714_557_600 - n,
    publishedText: '1 year ago',
    liveNow: false,
  };
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const one = /\/api\/v1\/videos\/([^/]+)$/.exec(url.pathname)?.[1];
  if (one !== undefined) {
    const n = numberOf(idOf, decodeURIComponent(one), total);
    return n === null ? json({ error: 'Video unavailable' }, 404) : json(record(n));
  }
  if (!url.pathname.endsWith('/api/v1/search')) return json({ error: 'No such route' }, 404);
  const from = (Number(url.searchParams.get('page') ?? 1) - 1) * PAGE_SIZE;
  const length = Math.max(0, Math.min(PAGE_SIZE, total - from));
  const videos = Array.from({ length }, (_, i) => record(from + i));
  const channel = { type: 'channel', author: 'Maker 0', authorId: 'UC0', authorUrl: '/channel/UC0' };
  return json(videos.length > 2 ? videos.toSpliced(2, 0, channel) : videos);
}

export const invidious: Simulation = {
  connector: 'invidious',
  platform: 'youtube',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'unknown',
  idOf,
  answer,
  faults: [
    { name: 'a limit', answer: json({ error: 'Too many requests' }, 429), code: 'UPSTREAM_BUSY' },
    {
      name: 'a refusal by YouTube with status 200',
      answer: json({ error: 'Sign in to confirm that you are not a bot' }),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<html><body>Checking your browser</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'an object where a list was due', answer: json({ videos: [] }), code: 'UPSTREAM_ERROR' },
  ],
};
