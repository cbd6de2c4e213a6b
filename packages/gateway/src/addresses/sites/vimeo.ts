// Reads addresses of Vimeo. Reviews, events and videos on demand are not videos. Pure.
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

const SITE = 'https://vimeo.com';
const DIGITS = /^\d{1,12}$/;
const UNLISTED_HASH = /^[0-9a-f]{8,12}$/;
const NUMBERED_USER = /^user(\d{1,12})$/;
/** Pages that are not user names. */
const OTHER_PAGES = new Set(
  (
    'about album blog categories channels create enterprise event events explore features groups help home join log_in login ' +
    'manage ondemand privacy reviews search settings showcase stock terms upgrade upload user watch'
  ).split(' '),
);

export const vimeoSite: AddressSite = {
  platform: 'vimeo',
  hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
  read(address) {
    const { host, segments, query } = address;
    const [first = '', second = '', third = '', fourth = ''] = segments;
    if (host === 'player.vimeo.com') return first === 'video' ? video(second, third, address) : null;
    if (DIGITS.test(first)) return video(first, second, address);
    if (first === 'channels')
      return DIGITS.test(third) ? video(third, '', address) : collection(first, second);
    if (first === 'groups' && third === 'videos') return video(fourth, '', address);
    if (first === 'album' || first === 'showcase')
      return third === 'video' ? video(fourth, '', address) : collection(first, second);
    if (first === 'search') return searchAt(`${SITE}/search?q=`, query.get('q'));
    return user(first);
  },
};

function video(id: string, hash: string, { query, fragment }: WebAddress): SiteFinding | null {
  if (!DIGITS.test(id)) return null;
  const key = [hash, query.get('h') ?? ''].find((text) => UNLISTED_HASH.test(text));
  const alt = {
    ...(key !== undefined && { unlisted_hash: key }),
    ...startIn(fragmentStart(fragment), query.get('t')),
  };
  const path = key === undefined ? id : `${id}/${key}`;
  return videoAt(`${SITE}/${path}${startMark('#t=', alt, 's')}`, id, { alt });
}

/** A channel and a showcase may have the same number, so the id of a channel says that it is one. */
function collection(kind: string, name: string): SiteFinding | null {
  const id = kind === 'channels' ? `${kind}/${name}` : name;
  return isHandle(name) ? playlistAt(`${SITE}/${kind}/${encoded(name)}`, id) : null;
}

function user(name: string): SiteFinding | null {
  const id = NUMBERED_USER.exec(name)?.[1];
  if (id !== undefined) return authorAt(`${SITE}/${name}`, id);
  return isHandle(name) && !OTHER_PAGES.has(name) ? handleAt(`${SITE}/${encoded(name)}`, name) : null;
}
