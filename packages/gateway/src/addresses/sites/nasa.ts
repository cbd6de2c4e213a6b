// Reads addresses of NASA's Image and Video Library. An address does not say whether it is a video or a picture. Pure.
import { type AddressSite, encoded, searchAt, videoAt } from '../address.ts';

const SITE = 'https://images.nasa.gov';
const ID_CHARS_MAX = 200;
/** As its pages were named until 2023. */
const OLD_PAGE = /^details-(.+?)(?:\.html)?$/;

export const nasaSite: AddressSite = {
  platform: 'nasa',
  hosts: ['images.nasa.gov'],
  read({ segments: [first = '', second = ''], query }) {
    if (first.startsWith('search')) return searchAt(`${SITE}/search?q=`, query.get('q'));
    const id = first === 'details' ? second : (OLD_PAGE.exec(first)?.[1] ?? '');
    return id === '' || id.length > ID_CHARS_MAX ? null : videoAt(`${SITE}/details/${encoded(id)}`, id);
  },
};
