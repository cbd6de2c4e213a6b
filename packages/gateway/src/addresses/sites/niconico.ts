// Reads addresses of NicoNico. Pure.
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

const SITE = 'https://www.nicovideo.jp';
const VIDEO_ID = /^(?:sm|nm|so)?\d{1,12}$/;
const DIGITS = /^\d{1,12}$/;

export const niconicoSite: AddressSite = {
  platform: 'niconico',
  hosts: [
    'nicovideo.jp',
    'www.nicovideo.jp',
    'sp.nicovideo.jp',
    'embed.nicovideo.jp',
    'ch.nicovideo.jp',
    'nico.ms',
  ],
  read({ host, segments, query }) {
    const [first = '', second = '', third = '', fourth = ''] = segments;
    const from = query.get('from');
    if (host === 'nico.ms') return video(first, from);
    if (host === 'ch.nicovideo.jp')
      return isHandle(first) ? handleAt(`https://${host}/${encoded(first)}`, first) : null;
    if (first === 'watch' || first === 'shorts') return video(second, from);
    if (first === 'search') return searchAt(`${SITE}/search/`, second, `${SITE}/search/${encoded(second)}`);
    if (first === 'mylist') return mylist(second);
    if (first !== 'user' || !DIGITS.test(second)) return null;
    return third === 'mylist' ? mylist(fourth) : authorAt(`${SITE}/user/${second}`, second);
  },
};

function video(id: string, from: string | null): SiteFinding | null {
  if (!VIDEO_ID.test(id)) return null;
  const alt = startIn(from);
  return videoAt(`${SITE}/watch/${id}${startMark('?from=', alt)}`, id, { alt });
}

function mylist(id: string): SiteFinding | null {
  return DIGITS.test(id) ? playlistAt(`${SITE}/mylist/${id}`, id) : null;
}
