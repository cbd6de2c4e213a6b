// Reads addresses of the Internet Archive. Pure.
import { type AddressSite, encoded, handleAt, isHandle, searchAt, videoAt } from '../address.ts';
import { startIn, startMark } from '../start-time.ts';

const SITE = 'https://archive.org';
const ITEM_ID = /^[A-Za-z0-9][\w.-]{2,99}$/;
const PAGES = new Set(['details', 'embed', 'download', 'metadata']);

export const archiveSite: AddressSite = {
  platform: 'archive',
  hosts: ['archive.org', 'www.archive.org'],
  read({ segments: [first = '', second = '', file], query }) {
    if (first === 'search' || first === 'search.php')
      return searchAt(`${SITE}/search?query=`, query.get('query'));
    if (!PAGES.has(first)) return null;
    if (second.startsWith('@') && isHandle(second.slice(1)))
      return handleAt(`${SITE}/details/${second}`, second.slice(1));
    if (!ITEM_ID.test(second)) return null;
    const alt = startIn(query.get('start'));
    // One file of an item with several: the item lists its files.
    const path = file === undefined ? second : `${second}/${encoded(file)}`;
    const needs = file === undefined ? null : 'lookup';
    return videoAt(`${SITE}/details/${path}${startMark('?start=', alt)}`, second, { alt, needs });
  },
};
