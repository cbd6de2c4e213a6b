// Reads addresses of Douyin. Many pages show a video on top of themselves, which `modal_id` names. The app shares
// short links. Pure.
import {
  type AddressSite,
  authorAt,
  encoded,
  playlistAt,
  type SiteFinding,
  searchAt,
  shortLinkAt,
  videoAt,
} from '../address.ts';

const SITE = 'https://www.douyin.com';
const AWEME_ID = /^\d{15,20}$/;
const SEC_UID = /^MS4wLjAB[\w-]{20,120}$/;
const SHORT_CODE = /^[\w-]{4,64}$/;
const PAGES = new Set(['video', 'note']);

export const douyinSite: AddressSite = {
  platform: 'douyin',
  hosts: [
    'douyin.com',
    'www.douyin.com',
    'm.douyin.com',
    'v.douyin.com',
    'iesdouyin.com',
    'www.iesdouyin.com',
  ],
  read({ host, segments, query }) {
    if (host === 'v.douyin.com') return shortLink(segments[0] ?? '');
    const [first = '', second = ''] = segments[0] === 'share' ? segments.slice(1) : segments;
    const shown = query.get('modal_id') ?? query.get('vid') ?? (PAGES.has(first) ? second : '');
    if (AWEME_ID.test(shown)) return videoAt(`${SITE}/${first === 'note' ? first : 'video'}/${shown}`, shown);
    if (first === 'user') return user(second);
    if (first === 'collection') return mix(second);
    if (first === 'mix' && second === 'detail') return mix(segments.at(-1)!);
    if (first === 'search') return search(second);
    return first === 'root' && second === 'search' ? search(segments[2]) : null;
  },
};

function shortLink(code: string): SiteFinding | null {
  return SHORT_CODE.test(code) ? shortLinkAt(`https://v.douyin.com/${code}/`) : null;
}

function user(secUid: string): SiteFinding | null {
  return SEC_UID.test(secUid) ? authorAt(`${SITE}/user/${secUid}`, secUid) : null;
}

/** A playlist, which the app shares as `share/mix/detail/<id>`. */
function mix(id: string): SiteFinding | null {
  return AWEME_ID.test(id) ? playlistAt(`${SITE}/collection/${id}`, id) : null;
}

function search(keyword: string | undefined): SiteFinding | null {
  return searchAt(`${SITE}/search/`, keyword, `${SITE}/search/${encoded(keyword ?? '')}`);
}
