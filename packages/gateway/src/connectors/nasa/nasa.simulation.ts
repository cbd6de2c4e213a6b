// A simulated NASA library: numbered pages of at most 100, a link to the next page while there is one, nothing beyond 10,000.
import {
  numberOf,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const PAGE_SIZE_MAX = 100;
const RESULTS_MAX = 10_000;

function json(body: unknown, status = 200): SimulatedAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

const idOf = (n: number): string => `NHQ_2024 cat ${n}`;
const folder = (n: number): string => `https://images-assets.nasa.gov/video/${encodeURIComponent(idOf(n))}`;

function item(n: number): unknown {
  return {
    href: `${folder(n)}/collection.json`,
    data: [
      {
        nasa_id: idOf(n),
        title: `Cat ${n}`,
        media_type: 'video',
        center: 'HQ',
        date_created: '2024-05-01T00:00:00Z',
        keywords: ['cat'],
        description: 'A cat',
      },
    ],
    links: [{ href: `${folder(n)}/thumb.jpg`, rel: 'preview', render: 'image' }],
  };
}

function pageOf(url: URL, total: number): SimulatedAnswer {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Math.min(Number(url.searchParams.get('page_size') ?? PAGE_SIZE_MAX), PAGE_SIZE_MAX);
  if (page * size > RESULTS_MAX) return json({ reason: 'Maximum number of search results' }, 400);
  const from = (page - 1) * size;
  const length = Math.max(0, Math.min(size, total - from));
  const items = Array.from({ length }, (_, i) => item(from + i));
  const next = { rel: 'next', prompt: 'Next', href: `${url.origin}/search?page=${page + 1}` };
  const links = from + size < total ? [next] : [];
  return json({
    collection: { version: '1.1', href: url.href, items, links, metadata: { total_hits: total } },
  });
}

function answer({ url }: SimulatedRequest, total: number): SimulatedAnswer {
  if (url.pathname === '/words.vtt')
    return {
      status: 200,
      headers: { 'content-type': 'text/vtt' },
      body: 'WEBVTT\n\n00:01.000 --> 00:02.000\nLift-off\n',
    };
  const captions = /^\/captions\/([^/]+)$/.exec(url.pathname)?.[1];
  if (captions !== undefined)
    return numberOf(idOf, decodeURIComponent(captions), total) === null
      ? json({ reason: 'No captions file found' }, 404)
      : json({ location: `${url.origin}/words.vtt` });
  if (url.pathname !== '/search' || url.searchParams.get('media_type') !== 'video')
    return json({ reason: 'Expected a search of videos' }, 400);
  const asked = url.searchParams.get('nasa_id');
  if (asked === null) return pageOf(url, total);
  const n = numberOf(idOf, asked, total);
  const items = n === null ? [] : [item(n)];
  return json({ collection: { items, metadata: { total_hits: items.length } } });
}

export const nasa: Simulation = {
  connector: 'nasa',
  platform: 'nasa',
  settings: {},
  reachable: (total) => total,
  lastEnd: () => 'exhausted',
  idOf,
  answer,
  things: { 'transcript.get': { ask: { id: idOf(0) }, id: idOf(0), absent: { id: idOf(999) } } },
  faults: [
    { name: 'a limit', answer: json({ message: 'Too Many Requests' }, 429), code: 'UPSTREAM_BUSY' },
    { name: 'a refusal', answer: { status: 403, body: '<html></html>' }, code: 'UPSTREAM_REFUSED' },
    {
      name: 'an outage',
      answer: json({ message: 'Endpoint request timed out' }, 504),
      code: 'UPSTREAM_ERROR',
    },
    { name: 'half an answer', answer: { status: 200, body: '{"collection":{"it' }, code: 'UPSTREAM_ERROR' },
  ],
};
