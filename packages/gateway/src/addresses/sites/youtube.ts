// Reads addresses of YouTube and of its front-ends, which have the same paths. Pure.
import {
  type AddressSite,
  authorAt,
  encoded,
  handleAt,
  isHandle,
  playlistAt,
  type SiteFinding,
  searchAt,
  videoAt,
  type WebAddress,
} from '../address.ts';
import { fragmentStart, startIn, startMark } from '../start-time.ts';

const SITE = 'https://www.youtube.com';
const VIDEO_ID = /^[\w-]{11}$/;
const CHANNEL_ID = /^UC[\w-]{22}$/;
const LIST_ID = /^[\w-]{2,64}$/;
/** Path segments before an id. */
const PLAYERS = new Set(['shorts', 'live', 'embed', 'v', 'e']);
/** Pages of the player that have eleven characters but are not ids. */
const NO_IDS = new Set(['videoseries', 'live_stream']);

export const youtubeSite: AddressSite = {
  platform: 'youtube',
  hosts: [
    'youtube.com',
    'www.youtube.com',
    'm.youtube.com',
    'music.youtube.com',
    'gaming.youtube.com',
    'youtube-nocookie.com',
    'www.youtube-nocookie.com',
    'youtubekids.com',
    'www.youtubekids.com',
    'youtu.be',
  ],
  read(address) {
    const { host, segments } = address;
    return host === 'youtu.be' ? video(segments[0], address) : readYoutubePath(address);
  },
};

export function readYoutubePath(address: WebAddress): SiteFinding | null {
  const { segments, query } = address;
  const [first = '', second = ''] = segments;
  if (first === 'watch') return video(query.get('v') ?? second, address) ?? list(query);
  if (second === 'videoseries' || first === 'playlist') return list(query);
  if (second === 'live_stream') return channel(query.get('channel') ?? '');
  if (PLAYERS.has(first)) return video(second, address);
  if (first === 'clip' && LIST_ID.test(second))
    return videoAt(`${SITE}/clip/${second}`, null, { needs: 'lookup' });
  if (first === 'results') return searchAt(`${SITE}/results?search_query=`, query.get('search_query'));
  if (first === 'search') return searchAt(`${SITE}/results?search_query=`, query.get('q'));
  return author(first, second);
}

function video(id: string | undefined, { query, fragment }: WebAddress): SiteFinding | null {
  if (id === undefined || !VIDEO_ID.test(id) || NO_IDS.has(id)) return null;
  const list = query.get('list') ?? '';
  const alt = {
    ...startIn(query.get('t'), query.get('start'), fragmentStart(fragment)),
    ...(LIST_ID.test(list) && { playlist_id: list }),
  };
  return videoAt(`${SITE}/watch?v=${id}${startMark('&t=', alt)}`, id, { alt });
}

function list(query: URLSearchParams): SiteFinding | null {
  const id = query.get('list') ?? '';
  return LIST_ID.test(id) ? playlistAt(`${SITE}/playlist?list=${id}`, id) : null;
}

function channel(id: string): SiteFinding | null {
  return CHANNEL_ID.test(id) ? authorAt(`${SITE}/channel/${id}`, id) : null;
}

function author(first: string, second: string): SiteFinding | null {
  if (first === 'channel') return channel(second);
  if (first.startsWith('@') && isHandle(first.slice(1)))
    return handleAt(`${SITE}/@${encoded(first.slice(1))}`, first.slice(1));
  if ((first === 'c' || first === 'user') && isHandle(second))
    return handleAt(`${SITE}/${first}/${encoded(second)}`, second);
  return null;
}
