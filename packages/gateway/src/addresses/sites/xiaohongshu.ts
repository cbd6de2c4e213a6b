// Reads addresses of Xiaohongshu. The token in an address only opens the page, and no route takes it. Pure.
import { type AddressSite, authorAt, searchAt, videoAt } from '../address.ts';

const SITE = 'https://www.xiaohongshu.com';
const ID = /^[0-9a-f]{24}$/;

export const xiaohongshuSite: AddressSite = {
  platform: 'xiaohongshu',
  hosts: ['xiaohongshu.com', 'www.xiaohongshu.com'],
  read({ segments: [first = '', second = '', third = ''], query }) {
    if (first === 'search_result') return searchAt(`${SITE}/search_result?keyword=`, query.get('keyword'));
    if (first === 'user' && second === 'profile')
      return ID.test(third) ? authorAt(`${SITE}/user/profile/${third}`, third) : null;
    const note = first === 'explore' ? second : first === 'discovery' && second === 'item' ? third : '';
    return ID.test(note) ? videoAt(`${SITE}/explore/${note}`, note) : null;
  },
};
