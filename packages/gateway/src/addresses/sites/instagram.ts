// Reads addresses of Instagram: reels by their code, and profiles. A post may be a picture; only its platform knows. Pure.
import { type AddressSite, handleAt, videoAt } from '../address.ts';

const SITE = 'https://www.instagram.com';
const CODE = /^[\w-]{5,40}$/;
const HANDLE = /^[\w.]{1,30}$/;
const VIDEO_PAGES = new Set(['reel', 'reels', 'p', 'tv']);
/** Pages that are not profiles. */
const OTHER_PAGES = new Set('about accounts api developer direct explore legal stories web'.split(' '));

export const instagramSite: AddressSite = {
  platform: 'instagram',
  hosts: ['instagram.com', 'www.instagram.com', 'm.instagram.com'],
  read({ segments: [first = '', second = '', third = ''] }) {
    const [kind, code] = VIDEO_PAGES.has(first) ? [first, second] : [second, third];
    if (VIDEO_PAGES.has(kind)) return CODE.test(code) ? videoAt(`${SITE}/reel/${code}/`, code) : null;
    const isProfile = second === '' && HANDLE.test(first) && !OTHER_PAGES.has(first);
    return isProfile ? handleAt(`${SITE}/${first}/`, first) : null;
  },
};
