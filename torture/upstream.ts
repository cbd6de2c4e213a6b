// The fake platform: a separate process that answers like a PeerTube instance, one port per provider. Every request is written to its
// journal before a byte of the answer is sent, with a nonce that the answer carries. A round starts it with: upstream.ts SEED EPOCH JOURNAL
// PROVIDER:PLATFORM… It reports its ports to its parent.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { collectedList, isCollected, isWatched, newsAt } from './gather-offers.ts';
import { IN_PASSING, Journal, type UpstreamEvent } from './journal.ts';
import { commentsOf, cuesOf, hiddenOf, isHidden, isHiddenLabel, isThere, isTurnedAway } from './offers.ts';
import { diceOf } from './seed.ts';
import { FAULT_NAMES, FAULTS, MISCONDUCT } from './upstream-faults.ts';
import { conductOf, isWalked, listOf as listAt } from './walk-offers.ts';

/** Which share of requests gets a fault, and which faults there are; the parent may send it at any time. */
export interface UpstreamOrder {
  level: number;
  faults: string[] | null;
}

/** Latency of a good answer; real platforms are slower, but a run has only minutes. */
const LATENCY_MS_MAX = 25;
const PAGE = 3;

const [seedText, epochText, file, ...names] = process.argv.slice(2);
const seed = Number(seedText);
const journal = new Journal<UpstreamEvent>(file!, BigInt(epochText!));
let order: UpstreamOrder = { level: 0, faults: null };
let requests = 0;
/** How often each keyword was asked for. A round ends long before this grows large. */
const asked = new Map<string, number>();

const addressAt = (i: number): string => `https://tube.example/videos/watch/${i}`;

function record(nonce: string, keyword: string, uuid: string, i = 0, url = addressAt(i)): unknown {
  const privacy = isHidden(uuid) ? { privacy: { id: 3, label: 'Private' } } : {};
  // A refusal page has nothing but a title, which the gateway's rule checks.
  if (isTurnedAway(keyword)) return { id: i, uuid, name: nonce, url, isLocal: true, ...privacy };
  return {
    ...privacy,
    id: i,
    uuid,
    name: nonce,
    description: keyword,
    duration: i,
    publishedAt: '2024-05-01T10:00:00.000Z',
    isLocal: true,
    embedPath: `/videos/embed/${i}`,
    url,
    views: i,
    account: { name: 'a', host: 'tube.example', avatars: [] },
    channel: { name: 'c', displayName: 'C', host: 'tube.example', avatars: [] },
  };
}

function comment(nonce: string, i: number): unknown {
  const id = 1_000 + i;
  return { id, threadId: id, inReplyToCommentId: null, text: nonce, totalReplies: 0, account: null };
}

const CAPTIONS = '/lazy-static/video-captions/';

/** The first cue has the platform's mark. */
function captions(nonce: string, video: string): string {
  const cues = Array.from({ length: cuesOf(video) }, (_, i) => (i === 0 ? nonce : `line ${i}`));
  return `WEBVTT\n\n${cues.map((text, i) => `00:0${i}.000 --> 00:0${i}.900\n${text}\n`).join('\n')}`;
}

/** Of every video, a private one too. */
const captionsList = (video: string) => ({
  total: 1,
  data: [{ language: { id: 'en', label: 'English' }, captionPath: `${CAPTIONS}${video}-en.vtt` }],
});

/** The question in the words of the journals, and its answer at the time of the journal: a file as text, anything else as JSON. */
interface Question {
  keyword: string;
  body(nonce: string, atNs: number): unknown;
}

/** Looked up for another question, whose own request has the mark. */
const inPassing = (video: string, body: unknown): Question => ({
  keyword: IN_PASSING + video,
  body: () => body,
});

function questionOf({ pathname, searchParams: query }: URL, platform: string): Question {
  const ids = query.getAll('uuids[]');
  if (ids.length > 0) {
    const found = ids.filter((id) => isThere(id) || isHidden(id));
    const keyword = ids.join(',');
    return { keyword, body: (nonce) => listOf(found.map((id) => record(nonce, keyword, id))) };
  }
  if (pathname.startsWith(CAPTIONS)) {
    const file = pathname.slice(CAPTIONS.length).replace(/-en\.vtt$/, '');
    return { keyword: file, body: (nonce) => captions(nonce, file) };
  }
  const [, video, rest] = /^\/api\/v1\/videos\/([^/]+)\/?(comment-threads|captions)?$/.exec(pathname) ?? [];
  if (video !== undefined && rest === undefined) return inPassing(video, record('a video', '', video));
  if (video !== undefined && rest === 'captions') return inPassing(video, captionsList(video));
  if (video !== undefined) {
    const [start, count] = [Number(query.get('start')), Number(query.get('count'))];
    const places = Array.from({ length: commentsOf(video) }, (_, i) => i).slice(start, start + count);
    const body = (nonce: string) => ({
      total: commentsOf(video),
      data: places.map((i) => comment(nonce, i)),
    });
    return { keyword: video, body };
  }
  const keyword = query.get('search') ?? '';
  const listAtTime = longListOf(platform, keyword);
  if (listAtTime !== null)
    return { keyword, body: (nonce, atNs) => partOf(listAtTime(atNs), keyword, query, nonce) };
  const found = Array.from({ length: PAGE }, (_, i) => uuidOf(i));
  if (isHiddenLabel(keyword)) found.splice(1, 0, hiddenOf(uuidOf(0)));
  return { keyword, body: (nonce) => listOf(found.map((id, i) => record(nonce, keyword, id, i))) };
}

/** Lists with pages; null for any other keyword. A watched list depends on the time. */
function longListOf(
  platform: string,
  keyword: string,
): ((atNs: number) => { id: string; address: string }[]) | null {
  if (isWalked(keyword)) return () => listAt(platform, keyword);
  if (isCollected(keyword)) return () => collectedList(platform, keyword);
  return isWatched(keyword) ? (atNs) => newsAt(keyword, atNs) : null;
}

/** The requested part of a long list. */
function partOf(
  all: readonly { id: string; address: string }[],
  keyword: string,
  query: URLSearchParams,
  nonce: string,
): unknown {
  const [start, count] = [Number(query.get('start')), Number(query.get('count'))];
  const data = all
    .slice(start, start + count)
    .map(({ id, address }, i) => record(nonce, keyword, id, start + i, address));
  return { total: all.length, data };
}

const listOf = (data: unknown[]) => ({ total: data.length, data });
const uuidOf = (i: number): string => `0f8b1c1e-0000-4000-8000-${i.toString(16).padStart(12, '0')}`;

/** A rule of the gateway treats such titles as a refusal. */
const TURNED_AWAY = ' captcha';

function answer(
  provider: string,
  platform: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const question = questionOf(new URL(request.url ?? '/', 'http://upstream'), platform);
  const { keyword } = question;
  const times = (asked.get(keyword) ?? 0) + 1;
  asked.set(keyword, times);
  const dice = diceOf(seed, 'answer', provider, keyword, times);
  const conduct = conductOf(platform, keyword);
  const drawn = dice.chance(order.level) ? dice.pick(order.faults ?? FAULT_NAMES) : 'none';
  const fault = conduct === 'good' ? drawn : conduct;
  const how = conduct === 'good' ? FAULTS[fault] : MISCONDUCT[conduct];
  const good = fault === 'none' || how?.good === true;
  const nonce = `nonce-${++requests}-${provider}${isTurnedAway(keyword) ? TURNED_AWAY : ''}`;
  const { t } = journal.write({ provider, platform, keyword, nonce, fault, good });
  const said = question.body(nonce, t);
  const body = typeof said === 'string' ? said : JSON.stringify(said);
  const { socket } = request;
  if (fault !== 'none') {
    how?.act({ request, response, socket, body, nonce, dice });
    return;
  }
  const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  setTimeout(send, dice.int(LATENCY_MS_MAX));
}

async function serve(provider: string, platform: string): Promise<[string, number]> {
  const server = createServer((request, response) => {
    response.on('error', () => {});
    answer(provider, platform, request, response);
  });
  server.on('connection', (socket) => socket.on('error', () => {}));
  // The gateway must close an idle connection first; otherwise a request may meet a closing one.
  server.keepAliveTimeout = 10_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return [provider, (server.address() as { port: number }).port];
}

process.on('message', (message: UpstreamOrder) => {
  order = message;
});
process.on('disconnect', () => process.exit(0));
const ports = await Promise.all(names.map((name) => serve(...(name.split(':') as [string, string]))));
process.send?.({ ports: Object.fromEntries(ports) });
