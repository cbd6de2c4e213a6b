// Reads addresses of Wikimedia Commons: pages of files, and the files themselves. Pure.
import { type AddressSite, authorAt, encoded, type SiteFinding, searchAt, videoAt } from '../address.ts';
import { fragmentStart, startIn, startMark } from '../start-time.ts';

const SITE = 'https://commons.wikimedia.org';
const FILES_HOST = 'upload.wikimedia.org';
/** A title has at most 240 bytes. */
const TITLE_CHARS_MAX = 240;
const PAGE_ID = /^\d{1,12}$/;
/** Characters that a wiki does not allow in a title. */
const FORBIDDEN = /[#<>[\]{|}\p{Cc}]/u;

export const commonsSite: AddressSite = {
  platform: 'commons',
  hosts: ['commons.wikimedia.org', 'commons.m.wikimedia.org', FILES_HOST],
  read({ host, segments, query, fragment }) {
    if (host === FILES_HOST) return file(storedName(segments), fragment);
    const [first = '', ...rest] = segments;
    if (first === 'wiki') return page(rest.join('/'), fragment);
    const pageId = query.get('curid') ?? '';
    if (PAGE_ID.test(pageId)) return videoAt(`${SITE}/?curid=${pageId}`, pageId);
    const found = page(query.get('title') ?? '', fragment);
    return found ?? searchAt(`${SITE}/w/index.php?search=`, query.get('search'));
  },
};

/** `/wikipedia/commons/a/ab/Name.webm`; below `transcoded` the folder has the name of the file. */
function storedName([wiki, commons, ...path]: readonly string[]): string {
  if (wiki !== 'wikipedia' || commons !== 'commons') return '';
  return (path[0] === 'transcoded' ? path[3] : path[2]) ?? '';
}

function page(title: string, fragment: string): SiteFinding | null {
  const [, space = '', name = ''] = /^([^:]{1,20}):(.*)$/s.exec(title) ?? [];
  if (space === 'File' || space === 'Image') return file(name, fragment);
  return space === 'User' && isTitle(name)
    ? authorAt(`${SITE}/wiki/User:${encoded(spaceless(name))}`, spaced(name))
    : null;
}

/** The platform's own id is a number, which must be looked up by the title. */
function file(name: string, fragment: string): SiteFinding | null {
  if (!isTitle(name)) return null;
  const alt = startIn(fragmentStart(fragment));
  const url = `${SITE}/wiki/File:${encoded(spaceless(name))}${startMark('#t=', alt)}`;
  return videoAt(url, `File:${spaced(name)}`, { alt, needs: 'lookup' });
}

function isTitle(name: string): boolean {
  return name !== '' && name.length <= TITLE_CHARS_MAX && !FORBIDDEN.test(name);
}

const spaced = (name: string) => name.replaceAll('_', ' ');
const spaceless = (name: string) => name.replaceAll(' ', '_');
