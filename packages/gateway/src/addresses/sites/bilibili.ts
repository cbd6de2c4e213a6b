// Reads addresses of Bilibili. Numbers that begin with `av` are older names, which no route takes. Pure.
import { type AddressSite, authorAt, searchAt, videoAt } from '../address.ts';

const VIDEO_ID = /^BV[0-9A-Za-z]{10}$/;
const AUTHOR_ID = /^[1-9]\d{0,18}$/;

export const bilibiliSite: AddressSite = {
  platform: 'bilibili',
  hosts: ['bilibili.com', 'www.bilibili.com', 'm.bilibili.com', 'space.bilibili.com', 'search.bilibili.com'],
  read({ host, segments: [first = '', second = ''], query }) {
    if (host === 'search.bilibili.com')
      return searchAt('https://search.bilibili.com/all?keyword=', query.get('keyword'));
    if (host === 'space.bilibili.com')
      return AUTHOR_ID.test(first) ? authorAt(`https://space.bilibili.com/${first}`, first) : null;
    if (first !== 'video' || !VIDEO_ID.test(second)) return null;
    return videoAt(`https://www.bilibili.com/video/${second}`, second);
  },
};
