// Reads addresses of the two stock sites, Pexels and Pixabay: a number after a readable name. Pure.
import { type AddressSite, authorAt, handleAt, isHandle, type SiteFinding, videoAt } from '../address.ts';

const NUMBERED = /(?:^|-)(\d{1,12})$/;
/** The language of the page: `de-de`, `pt-br`, `de`. */
const LANGUAGE = /^[a-z]{2}(?:-[a-z]{2})?$/;

function numberOf(text: string | undefined): string | null {
  return text === undefined || text.length > 300 ? null : (NUMBERED.exec(text)?.[1] ?? null);
}

function withoutLanguage(segments: readonly string[]): readonly string[] {
  return LANGUAGE.test(segments[0] ?? '') ? segments.slice(1) : segments;
}

export const pexelsSite: AddressSite = {
  platform: 'pexels',
  hosts: ['pexels.com', 'www.pexels.com'],
  read({ segments }) {
    const [first = '', second] = withoutLanguage(segments);
    const id = first === 'video' ? numberOf(second) : null;
    if (id !== null) return videoAt(`https://www.pexels.com/video/${id}/`, id);
    const name = first.startsWith('@') ? first.slice(1) : '';
    return isHandle(name) ? handleAt(`https://www.pexels.com/@${name}/`, name) : null;
  },
};

export const pixabaySite: AddressSite = {
  platform: 'pixabay',
  hosts: ['pixabay.com', 'www.pixabay.com'],
  read({ segments }) {
    const [first, second] = withoutLanguage(segments);
    const id = numberOf(second);
    if (id === null) return null;
    if (first === 'videos') return videoAt(`https://pixabay.com/videos/id-${id}/`, id);
    return first === 'users' ? pixabayUser(second ?? '', id) : null;
  },
};

function pixabayUser(name: string, id: string): SiteFinding | null {
  return isHandle(name) ? authorAt(`https://pixabay.com/users/${name}/`, id) : null;
}
