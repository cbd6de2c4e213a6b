// A simulated Pixabay: numbered pages of 3 to 200, only the first 500 of its matches, and refusals as sentences.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const TOKEN = 'pixabay-test-key';
const RESULTS_MAX = 500;

function sentence(status: number, body: string): SimulatedAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

function json(body: string): SimulatedAnswer {
  return { status: 200, headers: { 'content-type': 'application/json' }, body };
}

const idOf = (n: number): string => String(50_000 + n * 3);

function record(n: number): unknown {
  const rendition = (width: number, height: number) => ({
    url: `https://cdn.example/${n}_${width}.mp4`,
    width,
    height,
    size: width * height,
    thumbnail: `https://cdn.example/${n}_${width}.jpg`,
  });
  return {
    id: Number(idOf(n)),
    pageURL: `https://pixabay.com/videos/id-${idOf(n)}/`,
    type: 'film',
    tags: 'cat, pet',
    duration: 5 + (n % 60),
    videos: { large: rendition(3840, 2160), medium: rendition(1920, 1080) },
    views: 1_000 - n,
    downloads: n,
    likes: n % 10,
    comments: 0,
    user_id: n % 9,
    user: `maker${n % 9}`,
    userImageURL: '',
  };
}

function byId(id: string, total: number): SimulatedAnswer {
  if (!/^\d+$/.test(id)) return sentence(400, '[ERROR 400] "id" is out of valid range.');
  const n = numberOf(idOf, id, total);
  const hits = n === null ? [] : [record(n)];
  return json(JSON.stringify({ total: hits.length, totalHits: hits.length, hits }));
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  const { searchParams } = url;
  if (searchParams.get('key') !== TOKEN) return sentence(401, '[ERROR 401] Invalid or missing API key.');
  if (!url.pathname.endsWith('/videos/')) return sentence(404, '[ERROR 404] Not found.');
  if (searchParams.has('id')) return byId(searchParams.get('id')!, total);
  if ((searchParams.get('q') ?? '').length > 100)
    return sentence(400, '[ERROR 400] "q" is out of valid range.');
  if (!['popular', null].includes(searchParams.get('order')))
    return sentence(400, '[ERROR 400] "order" is out of valid range.');
  const page = Number(searchParams.get('page') ?? 1);
  const size = Number(searchParams.get('per_page') ?? 20);
  const totalHits = Math.min(total, RESULTS_MAX);
  const from = (page - 1) * size;
  if (size < 3 || size > 200) return sentence(400, '[ERROR 400] "per_page" is out of valid range.');
  if (page < 1 || (page > 1 && from >= totalHits))
    return sentence(400, '[ERROR 400] "page" is out of valid range.');
  const length = Math.max(0, Math.min(size, totalHits - from));
  const hits = Array.from({ length }, (_, i) => record(from + i));
  return json(JSON.stringify({ total, totalHits, hits }));
}

const walked: Pick<Simulation, 'reachable' | 'lastEnd' | 'idOf'> = {
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total > RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
  idOf,
};

export const pixabay: Simulation = {
  connector: 'pixabay',
  platform: 'pixabay',
  settings: { token: TOKEN },
  ...walked,
  answer,
  lists: { 'video.popular': { ask: { category: 'animals' }, ...walked } },
  faults: [
    {
      name: 'the limit of calls a minute',
      answer: sentence(429, '[ERROR 429] API rate limit exceeded'),
      code: 'UPSTREAM_BUSY',
    },
    {
      name: 'a key that is not accepted',
      answer: sentence(400, '[ERROR 400] Invalid or missing API key.'),
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'a check page with status 200',
      answer: sentence(200, '<html><body>Just a moment...</body></html>'),
      code: 'UPSTREAM_REFUSED',
    },
    { name: 'half an answer', answer: json('{"total":9000,"totalHits":500,"hi'), code: 'UPSTREAM_ERROR' },
  ],
};
