// Reads addresses of PeerTube. Anyone can host it, so an address belongs to PeerTube only at a host that the settings
// name. Pure.
import {
  type AddressDetails,
  handleAt,
  playlistAt,
  type SiteFinding,
  searchAt,
  videoAt,
  type WebAddress,
} from '../address.ts';
import { startIn, startMark } from '../start-time.ts';

/** The two forms of an id that are the same on every host: long and short. */
const SHARED_ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[1-9A-HJ-NP-Za-km-z]{22})$/i;
/** `name`, or `name@host` for an actor on another host. */
const ACTOR = /^[\w.-]{1,60}(?:@[\w.:-]{1,253})?$/;
/** Paths that lead to one video, the longest first. */
const VIDEO_PATHS = [['videos', 'watch'], ['videos', 'embed'], ['w']];
const PLAYLIST_PATHS = [
  ['videos', 'watch', 'playlist'],
  ['video-playlists', 'embed'],
  ['video-playlists'],
  ['w', 'p'],
];
const ACTORS: Record<string, 'c' | 'a'> = { c: 'c', 'video-channels': 'c', a: 'a', accounts: 'a' };

export function readPeertube(address: WebAddress, origin: string): SiteFinding | null {
  const { host, query } = address;
  // Pages of an instance keep their state in `;name=value` after a path segment.
  const segments = address.segments.map((segment) => segment.split(';', 1)[0]!);
  const alt = { host };
  const playlist = idBehind(PLAYLIST_PATHS, segments);
  if (playlist !== null) return playlistAt(`${origin}/w/p/${playlist}`, playlist, alt);
  const video = idBehind(VIDEO_PATHS, segments);
  if (video !== null)
    return videoOf(video, origin, { ...alt, ...startIn(query.get('start'), query.get('t')) });
  const [first = '', second = ''] = segments;
  const form = Object.hasOwn(ACTORS, first) ? ACTORS[first] : undefined;
  if (form !== undefined && ACTOR.test(second)) return handleAt(`${origin}/${form}/${second}`, second, alt);
  // A channel or an account, whichever has the name.
  if (segments.length === 1 && first.startsWith('@') && ACTOR.test(first.slice(1)))
    return handleAt(`${origin}/${first}`, first.slice(1), alt);
  if (first === 'search') return searchAt(`${origin}/search?search=`, query.get('search'));
  return null;
}

function videoOf(id: string, origin: string, alt: AddressDetails): SiteFinding {
  return videoAt(`${origin}/w/${id}${startMark('?start=', alt, 's')}`, id, { alt });
}

function idBehind(paths: readonly string[][], segments: readonly string[]): string | null {
  const path = paths.find((parts) => parts.every((part, i) => part === segments[i]));
  const id = path === undefined ? undefined : segments[path.length];
  return id !== undefined && SHARED_ID.test(id) ? id : null;
}
