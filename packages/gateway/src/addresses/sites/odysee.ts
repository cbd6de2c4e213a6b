// Reads addresses of Odysee and of its network (`lbry://`). A thing is a name and the beginning of its claim id,
// after its channel; only a whole claim id is permanent. Pure.
import {
  type AddressSite,
  authorAt,
  encoded,
  handleAt,
  playlistAt,
  type SiteFinding,
  searchAt,
  videoAt,
} from '../address.ts';
import { startIn, startMark } from '../start-time.ts';

const SITE = 'https://odysee.com';
/** A name without separators of the network; together with its claim it must stay within the length of an id. */
const CLAIM = /^(@?[^\s@:#/$?&=*%<>"\\^`{|}]{1,100})(?:[:#]([0-9a-f]{1,40}))?$/u;
const WHOLE_CLAIM_ID = /^[0-9a-f]{40}$/;
const LIST_ID = /^[\w-]{8,64}$/;

interface Claim {
  name: string;
  /** As much of the claim id as was written; empty when none was. */
  id: string;
}

export const odyseeSite: AddressSite = {
  platform: 'odysee',
  hosts: ['odysee.com', 'www.odysee.com'],
  read({ segments, query }) {
    const [first = '', page = '', ...rest] = segments;
    if (first !== '$') return readClaims(segments, query.get('t'));
    if (page === 'search') return searchAt(`${SITE}/$/search?q=`, query.get('q'));
    if (page === 'playlist' && LIST_ID.test(rest[0] ?? ''))
      return playlistAt(`${SITE}/$/playlist/${rest[0]}`, rest[0]!);
    return page === 'embed' || page === 'download' ? readClaims(embedded(rest), query.get('t')) : null;
  },
};

/** Reads `lbry://@channel#1/name#2`, without the scheme. */
export function readLbry(path: string): SiteFinding | null {
  return readClaims(
    path.split('/').filter((segment) => segment !== ''),
    null,
  );
}

/** Old player addresses have the claim id as a segment of its own. */
function embedded([name = '', claimId = '']: readonly string[]): string[] {
  return WHOLE_CLAIM_ID.test(claimId)
    ? [`${name}:${claimId}`]
    : [name, claimId].filter((part) => part !== '');
}

function readClaims(segments: readonly string[], start: string | null): SiteFinding | null {
  const claims = segments.slice(0, 2).map(claimOf);
  const [first, second] = claims;
  if (first === undefined || claims.includes(null)) return null;
  if (second === undefined) return first!.name.startsWith('@') ? channel(first!) : video([first!], start);
  return first!.name.startsWith('@') ? video([first!, second!], start) : null;
}

function claimOf(segment: string): Claim | null {
  const [, name, id = ''] = CLAIM.exec(segment) ?? [];
  return name === undefined ? null : { name, id };
}

function video(claims: readonly Claim[], start: string | null): SiteFinding {
  const alt = startIn(start);
  const url = SITE + claims.map(({ name, id }) => `/${nameIn(name)}${id && `:${id}`}`).join('');
  const { id } = claims.at(-1)!;
  const canonicalUrl = url + startMark('?t=', alt);
  if (WHOLE_CLAIM_ID.test(id)) return videoAt(canonicalUrl, id, { alt });
  const lbry = `lbry://${claims.map((claim) => claim.name + (claim.id && `#${claim.id}`)).join('/')}`;
  return videoAt(canonicalUrl, lbry, { alt, needs: 'lookup' });
}

function channel({ name, id }: Claim): SiteFinding {
  const url = `${SITE}/${nameIn(name)}${id && `:${id}`}`;
  const handle = name.slice(1);
  return WHOLE_CLAIM_ID.test(id)
    ? authorAt(url, id, { alt: { handle } })
    : handleAt(url, handle + (id && `#${id}`));
}

function nameIn(name: string): string {
  return name.startsWith('@') ? `@${encoded(name.slice(1))}` : encoded(name);
}
