// Reads addresses of Coub. Pure.
import { type AddressSite, handleAt, searchAt, videoAt } from '../address.ts';

const SITE = 'https://coub.com';
const VIDEO_ID = /^[0-9a-z]{2,12}$/;
const CHANNEL = /^[\w.-]{2,60}$/;
/** Pages that are not channels. */
const OTHER_PAGES = new Set(
  'api best community dev explore hot random rising royal stories tags weekly'.split(' '),
);

export const coubSite: AddressSite = {
  platform: 'coub',
  hosts: ['coub.com', 'www.coub.com'],
  read({ segments: [first = '', second = ''], query }) {
    if (first === 'view' || first === 'embed')
      return VIDEO_ID.test(second) ? videoAt(`${SITE}/view/${second}`, second) : null;
    if (first === 'search') return searchAt(`${SITE}/search?q=`, query.get('q'));
    return CHANNEL.test(first) && !OTHER_PAGES.has(first) ? handleAt(`${SITE}/${first}`, first) : null;
  },
};
