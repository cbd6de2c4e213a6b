// A simulated MediaWiki: search by offset up to the 10,000th result, pages in no order, large batches in parts, older versions offered when
// a file is alone in its batch, errors with status 200, and a refusal of clients without a contact address. With CirrusSearch it is
// Wikimedia Commons; without it, "filetype:video" is just words, and pictures are found too.
import {
  numberOf,
  present,
  type SimulatedAnswer,
  type SimulatedRequest,
  type Simulation,
} from '../../testing/platforms/simulation.ts';

const LIMIT_MAX = 500;
const RESULTS_MAX = 10_000;
const VERSIONS = 5;

interface Wiki {
  hasCirrus: boolean;
  /** Number of files in one part; the rest of a batch comes with the next one. */
  filesMax: number;
}

function json(body: unknown, headers: Record<string, string> = {}): SimulatedAnswer {
  const all = { 'content-type': 'application/json; charset=utf-8', ...headers };
  return { status: 200, headers: all, body: JSON.stringify(body) };
}

const refused = (code: string, headers?: Record<string, string>): SimulatedAnswer =>
  json({ error: { code, info: 'No.' }, servedby: 'mw1' }, headers);

const idOf = (n: number): string => String(40_000_000 + n * 3);

/** A search result: the n-th video, or a picture before it. */
interface Hit {
  n: number;
  isVideo: boolean;
}

const titleOf = ({ n, isVideo }: Hit): string =>
  isVideo ? `Datei:Clip ${n}.webm` : `Datei:Video still ${n}.jpg`;

/** `version` counts back from the newest, 0. */
function file({ n, isVideo }: Hit, version: number): unknown {
  const where = version === 0 ? '' : 'archive/';
  return {
    ...(version > 0 && { archivename: `${version}!${n}.webm` }),
    url: `https://upload.example/${where}${n}.webm`,
    descriptionurl: `https://wiki.example/wiki/Datei:Clip_${n}.webm`,
    thumburl: `https://upload.example/${where}${n}.jpg`,
    width: version === 0 ? 1920 : 320,
    height: version === 0 ? 1080 : 180,
    size: 9,
    mime: isVideo ? 'video/webm' : 'image/jpeg',
    mediatype: isVideo ? 'VIDEO' : 'BITMAP',
    duration: version === 0 ? n / 2 : 1,
    timestamp: `20${24 - version}-05-01T10:00:00Z`,
    user: 'u',
    extmetadata: { LicenseShortName: { value: 'CC BY 4.0' }, Artist: { value: '<a>n</a>' } },
  };
}

/** Only pages of a search have an index. */
function page(hit: Hit, index: number | null, version: number | null): unknown {
  return {
    pageid: Number(idOf(hit.n)) + (hit.isVideo ? 0 : 1),
    ns: 6,
    title: titleOf(hit),
    ...(index !== null && { index }),
    ...(version !== null && { imageinfo: [file(hit, version)] }),
  };
}

/** Files are sorted by the name of their page, not by relevance; pages come in no order. */
function batchOf(hits: Hit[], start: number, query: URLSearchParams, { filesMax }: Wiki): SimulatedAnswer {
  const names = hits.map(titleOf).toSorted();
  const from = query.get('iicontinue')?.split('|')[0] ?? names[0]!;
  const open = query.get('prop')?.includes('imageinfo') ? names.filter((name) => name >= from) : [];
  const filled = new Set(open.slice(0, filesMax));
  const version = Number(query.get('iistart') ?? 0);
  const pages = hits
    .map((hit, i) => page(hit, start + i + 1, filled.has(titleOf(hit)) ? version : null))
    .toReversed();
  const onward = { ...(start > 0 && { gsroffset: start }), continue: 'gsroffset||info' };
  if (open.length > filesMax)
    return json({ continue: { iicontinue: `${open[filesMax]}|2024`, ...onward }, query: { pages } });
  const isAlone = hits.length === 1 && open.length === 1 && version + 1 < VERSIONS;
  if (isAlone) return json({ continue: { iistart: String(version + 1), ...onward }, query: { pages } });
  return json({ batchcomplete: true, query: { pages } });
}

function search(query: URLSearchParams, all: Hit[], wiki: Wiki): SimulatedAnswer {
  const offset = query.get('gsroffset') ?? '0';
  const limit = Number(query.get('gsrlimit') ?? 10);
  if (!/^\d{1,6}$/.test(offset)) return refused('badinteger');
  // A continued request must send back all of `continue`.
  if (query.has('gsroffset') && !query.has('continue')) return refused('badcontinue');
  const start = Number(offset);
  if (!(limit >= 1 && limit <= LIMIT_MAX && start + limit <= RESULTS_MAX)) return refused('badinteger');
  const hits = all.slice(start, start + limit);
  if (hits.length === 0) return json({ batchcomplete: true });
  const answer = batchOf(hits, start, query, wiki);
  const body = JSON.parse(answer.body);
  if (body.batchcomplete && start + limit < all.length)
    body.continue = { gsroffset: start + limit, continue: 'gsroffset||' };
  return { ...answer, body: JSON.stringify(body) };
}

function hitsOf(query: URLSearchParams, videos: number[], { hasCirrus }: Wiki): Hit[] {
  const isFiltered = query.get('gsrsearch')?.startsWith('filetype:video ') === true;
  if (hasCirrus && isFiltered) return videos.map((n) => ({ n, isVideo: true }));
  if (isFiltered) return [];
  return videos.flatMap((n) => [
    { n, isVideo: false },
    { n, isVideo: true },
  ]);
}

const LANGUAGES = ['en', 'de'];

/** The addresses have the wiki's own host. */
function subtitles(origin: string, title: string): unknown {
  const track = (srclang: string) => {
    const query = new URLSearchParams({ action: 'timedtext', title, lang: srclang, trackformat: 'vtt' });
    return { src: `${origin}/w/api.php?${query}`, kind: 'subtitles', type: 'text/vtt', srclang, dir: 'ltr' };
  };
  return { videoinfo: [{ timedtext: LANGUAGES.map(track) }] };
}

function timedText(query: URLSearchParams, total: number): SimulatedAnswer {
  const n = numberOf((at) => titleOf({ n: at, isVideo: true }), query.get('title') ?? '', total);
  const lang = query.get('lang') ?? '';
  if (n === null || !LANGUAGES.includes(lang))
    return {
      ...json({ error: { code: 'timedtext-notfound', info: 'No.' } }),
      status: 404,
    };
  const body = `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nClip ${n} (${lang})\n`;
  return { status: 200, headers: { 'content-type': 'text/vtt; charset=utf-8' }, body };
}

/** Files by the number of their page, or by their title; 50 at most. */
function byPage({ searchParams: query, origin }: URL, total: number): SimulatedAnswer {
  const numbers = (query.get('pageids') ?? '').split('|').filter((id) => id !== '');
  if (numbers.length > 50) return refused('toomanyvalues');
  const hasSubtitles = query.get('viprop') === 'timedtext';
  const whole = (n: number) => {
    const found = page({ n, isVideo: true }, null, 0) as object;
    const listed = hasSubtitles ? subtitles(origin, titleOf({ n, isVideo: true })) : {};
    return { ...found, ...(listed as object) };
  };
  const byNumber = numbers.map((id) => {
    const n = numberOf(idOf, id, total);
    return n === null ? { pageid: Number(id), missing: true } : whole(n);
  });
  const titles = (query.get('titles') ?? '').split('|').filter((title) => title !== '');
  const byTitle = titles.map((title) => {
    const n = numberOf((at) => titleOf({ n: at, isVideo: true }), title, total);
    return n === null ? { ns: 6, title, missing: true } : whole(n);
  });
  return json({ batchcomplete: true, query: { pages: [...byNumber, ...byTitle].toReversed() } });
}

/** All files of one uploader, the newest first; no other uploader has any. Pages come in no order. */
function uploads(query: URLSearchParams, total: number): SimulatedAnswer {
  const all = Array.from({ length: query.get('gaiuser') === 'u' ? total : 0 }, (_, n) => n);
  const [from, limit] = [Number(query.get('gaicontinue') ?? 0), Number(query.get('gailimit'))];
  const pages = all.slice(from, from + limit).map((n) => {
    const timestamp = new Date(Date.UTC(2024, 0, 1) - n * 60_000).toISOString().replace('.000', '');
    const found = page({ n, isVideo: true }, null, 0) as { imageinfo: object[] };
    return { ...found, imageinfo: [{ ...found.imageinfo[0], timestamp }] };
  });
  const hasMore = from + limit < all.length;
  return json({
    batchcomplete: true,
    ...(hasMore && { continue: { gaicontinue: String(from + limit), continue: 'gaicontinue||' } }),
    ...(pages.length > 0 && { query: { pages: pages.toReversed() } }),
  });
}

function users(query: URLSearchParams): SimulatedAnswer {
  const name = query.get('ususers');
  const found =
    name === 'u' ? { userid: 7, name, registration: '2010-05-01T10:00:00Z' } : { name, missing: true };
  return json({ batchcomplete: true, query: { users: [found] } });
}

function wikiOf(wiki: Wiki): Simulation['answer'] {
  return ({ url, headers }: SimulatedRequest, total, gone) => {
    if (!/@|https?:\/\//.test(headers['user-agent'] ?? ''))
      return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Please set a user-agent.' };
    if (url.pathname !== '/w/api.php') return { status: 404, body: 'Not found' };
    const query = url.searchParams;
    if (query.get('action') === 'timedtext') return timedText(query, total);
    if (query.get('action') !== 'query' || query.get('formatversion') !== '2') return refused('badvalue');
    if (query.has('pageids') || query.has('titles')) return byPage(url, total);
    if (query.get('generator') === 'allimages') return uploads(query, total);
    if (query.get('list') === 'users') return users(query);
    if (!query.get('gsrsearch')) return refused('missingparam');
    const answer = search(query, hitsOf(query, present(total, gone), wiki), wiki);
    return query.get('siprop') === 'extensions' ? withExtensions(answer, wiki) : answer;
  };
}

function withExtensions(answer: SimulatedAnswer, { hasCirrus }: Wiki): SimulatedAnswer {
  const body = JSON.parse(answer.body);
  const extensions = ['TimedMediaHandler', ...(hasCirrus ? ['CirrusSearch'] : [])].map((name) => ({ name }));
  return { ...answer, body: JSON.stringify({ ...body, query: { ...body.query, extensions } }) };
}

export const commons: Simulation = {
  connector: 'commons',
  platform: 'commons',
  settings: { user_agent: 'Reelgate/0.1 (ops@example.org)' },
  reachable: (total) => Math.min(total, RESULTS_MAX),
  lastEnd: (total) => (total > RESULTS_MAX ? 'upstream_cap' : 'exhausted'),
  idOf,
  isByPlace: true,
  answer: wikiOf({ hasCirrus: true, filesMax: 30 }),
  lists: {
    'author.videos': {
      ask: { author_id: 'u' },
      alias: { handle: 'u' },
      absent: { author_id: 'nobody' },
      reachable: (total) => total,
      lastEnd: () => 'exhausted',
      idOf,
    },
  },
  things: {
    'author.get': { ask: { author_id: 'u' }, id: 'u', absent: { author_id: 'nobody' } },
    'transcript.get': { ask: { id: idOf(1), language: 'fr,de' }, id: idOf(1), absent: { id: '7' } },
  },
  faults: [
    {
      name: 'a limit, said with status 200',
      answer: refused('ratelimited', { 'retry-after': '5' }),
      code: 'UPSTREAM_BUSY',
    },
    { name: 'a block, said with status 200', answer: refused('blocked'), code: 'UPSTREAM_REFUSED' },
    { name: 'a value of ours that it rejects', answer: refused('badvalue'), code: 'UPSTREAM_ERROR' },
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

/** Sends so few files at a time that a page of ten needs four exchanges. */
export const slowWiki: Simulation = { ...commons, answer: wikiOf({ hasCirrus: true, filesMax: 3 }) };

export const wikiWithoutCirrus: Simulation = {
  ...commons,
  answer: wikiOf({ hasCirrus: false, filesMax: 30 }),
};
