// Reads addresses of Dailymotion. Pure.
import {
  type AddressSite,
  encoded,
  handleAt,
  playlistAt,
  type SiteFinding,
  searchAt,
  videoAt,
} from '../address.ts';
import { startIn, startMark } from '../start-time.ts';

const SITE = 'https://www.dailymotion.com';
/** Public ids start with x, private ones with k. Everything after the first `_` is ignored. */
const VIDEO_ID = /^([xk][0-9A-Za-z]{2,20})(?:_|$)/;
const LIST_ID = /^(x[0-9A-Za-z]{2,20})(?:_|$)/;
const USER_NAME = /^[\w.-]{2,60}$/;
/** Pages of the site that are not user names. */
const RESERVED = new Set(['about', 'feed', 'help', 'legal', 'library', 'signin', 'topics', 'us', 'watch']);

export const dailymotionSite: AddressSite = {
  platform: 'dailymotion',
  hosts: [
    'dailymotion.com',
    'www.dailymotion.com',
    'touch.dailymotion.com',
    'm.dailymotion.com',
    'geo.dailymotion.com',
    'dai.ly',
  ],
  // It has had domains in many countries, such as its first one, dailymotion.fr.
  readsHost: /^(?:www\.)?dailymotion\.[a-z]{2,3}$/,
  read({ host, segments, query }) {
    const [first = '', second = '', third = ''] = segments;
    if (host === 'dai.ly') return video(first, query);
    if (host === 'geo.dailymotion.com') return video(query.get('video') ?? '', query);
    if (first === 'video') return video(second, query);
    if ((first === 'embed' || first === 'swf') && second === 'video') return video(third, query);
    if (first === 'playlist') return playlist(second);
    if (first === 'search')
      return searchAt(`${SITE}/search/`, second, `${SITE}/search/${encoded(second)}/videos`);
    return user(first === 'user' ? second : first);
  },
};

function video(text: string, query: URLSearchParams): SiteFinding | null {
  const id = VIDEO_ID.exec(text)?.[1];
  if (id === undefined) return null;
  const list = LIST_ID.exec(query.get('playlist') ?? '')?.[1];
  const alt = { ...startIn(query.get('start')), ...(list !== undefined && { playlist_id: list }) };
  return videoAt(`${SITE}/video/${id}${startMark('?start=', alt)}`, id, { alt });
}

function playlist(text: string): SiteFinding | null {
  const id = LIST_ID.exec(text)?.[1];
  return id === undefined ? null : playlistAt(`${SITE}/playlist/${id}`, id);
}

function user(name: string): SiteFinding | null {
  return USER_NAME.test(name) && !RESERVED.has(name) ? handleAt(`${SITE}/${name}`, name) : null;
}
