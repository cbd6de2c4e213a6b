// Reads addresses of Rutube. Pure.
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
} from '../address.ts';
import { startIn, startMark } from '../start-time.ts';

const SITE = 'https://rutube.ru';
const VIDEO_ID = /^[0-9a-f]{32}$/;
const DIGITS = /^\d{1,12}$/;
const PRIVATE_KEY = /^[\w-]{8,64}$/;

export const rutubeSite: AddressSite = {
  platform: 'rutube',
  hosts: ['rutube.ru', 'www.rutube.ru', 'm.rutube.ru'],
  read({ segments, query }) {
    const [first = '', second = '', third = ''] = segments;
    if (first === 'video' && second === 'person') return person(third);
    if (first === 'video' && second === 'private') return video(third, query);
    if (first === 'video' || first === 'shorts') return video(second, query);
    if (first === 'play' && second === 'embed') return video(third, query);
    if (first === 'channel') return person(second);
    if (first === 'plst' && DIGITS.test(second)) return playlistAt(`${SITE}/plst/${second}/`, second);
    if (first === 'search') return searchAt(`${SITE}/search/?query=`, query.get('query'));
    return first === 'u' && isHandle(second) ? handleAt(`${SITE}/u/${encoded(second)}/`, second) : null;
  },
};

/** `p` is the key of an unlisted video. */
function video(id: string, query: URLSearchParams): SiteFinding | null {
  if (!VIDEO_ID.test(id)) return null;
  const key = query.get('p') ?? '';
  const isPrivate = PRIVATE_KEY.test(key);
  const alt = { ...(isPrivate && { unlisted_hash: key }), ...startIn(query.get('t')) };
  const path = isPrivate ? `private/${id}/?p=${key}` : `${id}/`;
  return videoAt(`${SITE}/video/${path}${startMark(isPrivate ? '&t=' : '?t=', alt)}`, id, { alt });
}

function person(id: string): SiteFinding | null {
  return DIGITS.test(id) ? authorAt(`${SITE}/channel/${id}/`, id) : null;
}
