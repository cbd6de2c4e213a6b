// Reads addresses of TikTok. The app shares short links. Pure.
import {
  type AddressSite,
  authorAt,
  encoded,
  handleAt,
  isHandle,
  playlistAt,
  type SiteFinding,
  searchAt,
  shortLinkAt,
  videoAt,
} from '../address.ts';

const SITE = 'https://www.tiktok.com';
const SHORT_HOSTS = new Set(['vm.tiktok.com', 'vt.tiktok.com']);
const POST_ID = /^(\d{15,20})(?:\.html)?$/;
const SEC_UID = /^MS4wLjAB[\w-]{20,120}$/;
const SHORT_CODE = /^[\w-]{4,64}$/;
const LIST_ID = /(?:^|-)(\d{15,20})$/;

export const tiktokSite: AddressSite = {
  platform: 'tiktok',
  hosts: [
    'tiktok.com',
    'www.tiktok.com',
    'm.tiktok.com',
    ...SHORT_HOSTS,
    'tiktokv.com',
    'www.tiktokv.com',
    'm.tiktokv.com',
  ],
  read({ host, segments, query }) {
    const [first = '', second = '', third = ''] = segments;
    if (SHORT_HOSTS.has(host)) return shortLink(`https://${host}/`, first);
    if (first === 't') return shortLink(`${SITE}/t/`, second);
    if (first.startsWith('@')) return ofAuthor(first.slice(1), second, third);
    if (first === 'search') return searchAt(`${SITE}/search?q=`, query.get('q'));
    // `/embed/<id>`, `/embed/v2/<id>`, `/player/v1/<id>`, `/v/<id>.html`, `/share/video/<id>`.
    if (!['embed', 'player', 'v', 'share'].includes(first)) return null;
    return post('_', postId(second) ?? postId(third));
  },
};

function shortLink(before: string, code: string): SiteFinding | null {
  return SHORT_CODE.test(code) ? shortLinkAt(`${before}${code}/`) : null;
}

function postId(text: string): string | null {
  return POST_ID.exec(text)?.[1] ?? null;
}

/** The author in the address does not matter to the site: `@_` leads to the same post. */
function post(name: string, id: string | null): SiteFinding | null {
  if (id === null) return null;
  const handle = isHandle(name) && name !== '_' && !SEC_UID.test(name) ? name : null;
  return videoAt(`${SITE}/@${encoded(name)}/video/${id}`, id, { alt: handle === null ? {} : { handle } });
}

function ofAuthor(name: string, page: string, last: string): SiteFinding | null {
  if (page === 'video' || page === 'photo') return post(isHandle(name) ? name : '_', postId(last));
  if (page === 'playlist') {
    const id = LIST_ID.exec(last.slice(-300))?.[1];
    return id === undefined || !isHandle(name)
      ? null
      : playlistAt(`${SITE}/@${encoded(name)}/playlist/_-${id}`, id);
  }
  if (SEC_UID.test(name)) return authorAt(`${SITE}/@${name}`, name);
  return isHandle(name) ? handleAt(`${SITE}/@${encoded(name)}`, name) : null;
}
