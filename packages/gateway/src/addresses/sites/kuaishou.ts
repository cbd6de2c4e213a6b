// Reads addresses of Kuaishou. The app shares short links. Pure.
import { type AddressSite, authorAt, type SiteFinding, searchAt, shortLinkAt, videoAt } from '../address.ts';

const SITE = 'https://www.kuaishou.com';
/** An id of the website (`3x…`), or the number of a photo; only their lengths are certain. */
const PHOTO_ID = /^(?:3x[0-9a-z]{10,20}|\d{10,20})$/;
const USER_ID = /^(?:3x[0-9a-z]{10,20}|\d{5,20})$/;
const SHORT_CODE = /^[\w-]{4,64}$/;

export const kuaishouSite: AddressSite = {
  platform: 'kuaishou',
  hosts: [
    'kuaishou.com',
    'www.kuaishou.com',
    'v.kuaishou.com',
    'c.kuaishou.com',
    'm.kuaishou.com',
    'live.kuaishou.com',
    // Hosts of pages that the app shares.
    'v.m.chenzhongtech.com',
    'm.gifshow.com',
    'www.gifshow.com',
  ],
  read({ host, segments, query }) {
    const [first = '', second = '', third = ''] = segments;
    if (first === 'short-video' || first === 'video') return video(second);
    if (first === 'fw' && second === 'photo') return video(third);
    if (host === 'live.kuaishou.com') return first === 'u' ? video(third) : null;
    if (first === 'profile') return user(second);
    if (first === 'search') return searchAt(`${SITE}/search/video?searchKey=`, query.get('searchKey'));
    if (first === 'f' && SHORT_CODE.test(second)) return shortLinkAt(`${SITE}/f/${second}`);
    return host === 'v.kuaishou.com' && SHORT_CODE.test(first)
      ? shortLinkAt(`https://v.kuaishou.com/${first}`)
      : null;
  },
};

function video(id: string): SiteFinding | null {
  return PHOTO_ID.test(id) ? videoAt(`${SITE}/short-video/${id}`, id) : null;
}

function user(id: string): SiteFinding | null {
  return USER_ID.test(id) ? authorAt(`${SITE}/profile/${id}`, id) : null;
}
