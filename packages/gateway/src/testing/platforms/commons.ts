// Owns a simulated Wikimedia Commons: search by offset up to the 10,000th place, pages in no order, large batches in two
// parts, errors with status 200, and a refusal for callers that give no address.
import type { SimulatedAnswer, SimulatedRequest, Simulation } from './simulation.ts';

const LIMIT_MAX = 500;
const RESULTS_MAX = 10_000;
/** Files of one part; the rest of a batch comes with its second part. */
const FILES_MAX = 30;

function json(body: unknown, headers: Record<string, string> = {}): SimulatedAnswer {
  const all = { 'content-type': 'application/json; charset=utf-8', ...headers };
  return { status: 200, headers: all, body: JSON.stringify(body) };
}

const refused = (code: string, headers?: Record<string, string>): SimulatedAnswer =>
  json({ error: { code, info: 'No.' }, servedby: 'mw1' }, headers);

const idOf = (n: number): string => String(40_000_000 + n * 3);

function file(n: number): unknown {
  return {
    url: `https://upload.example/${n}.webm`,
    descriptionurl: `https://commons.wikimedia.org/wiki/File:Clip_${n}.webm`,
    thumburl: `https://upload.example/${n}.jpg`,
    width: 1920,
    height: 1080,
    size: 9,
    mime: 'video/webm',
    duration: n / 2,
    timestamp: '2024-05-01T10:00:00Z',
    user: 'u',
    extmetadata: { LicenseShortName: { value: 'CC BY 4.0' }, Artist: { value: '<a>n</a>' } },
  };
}

/** Sorted by page id backwards, so that nobody can rely on the order. */
function pagesOf(start: number, until: number, hasFile: (place: number) => boolean): unknown[] {
  return Array.from({ length: Math.max(0, until - start) }, (_, place) => ({
    pageid: Number(idOf(start + place)),
    ns: 6,
    title: `File:Clip ${start + place}.webm`,
    index: start + place + 1,
    ...(hasFile(place) && { imageinfo: [file(start + place)] }),
  })).toReversed();
}

function search(query: URLSearchParams, total: number): SimulatedAnswer {
  const offset = query.get('gsroffset') ?? '0';
  const limit = Number(query.get('gsrlimit') ?? 10);
  if (!/^\d{1,6}$/.test(offset)) return refused('badinteger');
  // Whoever goes on has to send back all of `continue`.
  if (query.has('gsroffset') && !query.has('continue')) return refused('badcontinue');
  const start = Number(offset);
  if (!(limit >= 1 && limit <= LIMIT_MAX && start + limit <= RESULTS_MAX)) return refused('badinteger');
  const until = Math.min(start + limit, total);
  if (until <= start) return json({ batchcomplete: true });
  const isSecondPart = query.has('iistart');
  if (until - start > FILES_MAX && !isSecondPart) {
    const onward = { iistart: '20240501100000', gsroffset: start, continue: 'gsroffset||info' };
    return json({ continue: onward, query: { pages: pagesOf(start, until, (place) => place < FILES_MAX) } });
  }
  const pages = pagesOf(start, until, (place) => !isSecondPart || place >= FILES_MAX);
  const onward = until < total && { continue: { gsroffset: until, continue: 'gsroffset||' } };
  return json({ batchcomplete: true, ...onward, query: { pages } });
}

function answer({ url, headers }: SimulatedRequest, total: number): SimulatedAnswer {
  if (!/@|https?:\/\//.test(headers['user-agent'] ?? ''))
    return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Please set a user-agent.' };
  if (url.pathname !== '/w/api.php') return { status: 404, body: 'Not found' };
  const query = url.searchParams;
  if (query.get('action') !== 'query' || query.get('formatversion') !== '2') return refused('badvalue');
  if (!query.get('gsrsearch')?.startsWith('filetype:video ')) return refused('missingparam');
  return search(query, total);
}

export const commons: Simulation = {
  connector: 'commons',
  platform: 'commons',
  settings: { user_agent: 'Reelgate/0.1 (ops@example.org)' },
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total > RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
  idOf,
  answer,
  faults: [
    {
      name: 'a limit, said with status 200',
      answer: refused('ratelimited', { 'retry-after': '5' }),
      code: 'UPSTREAM_BUSY',
    },
    { name: 'a block, said with status 200', answer: refused('blocked'), code: 'UPSTREAM_REFUSED' },
    {
      name: 'a check page with status 200',
      answer: {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '<!DOCTYPE html><html><body>Verify you are human.</body></html>',
      },
      code: 'UPSTREAM_REFUSED',
    },
    {
      name: 'half an answer',
      answer: {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: '{"batchcomplete":true,"qu',
      },
      code: 'UPSTREAM_ERROR',
    },
  ],
};
