// The playlists of Invidious. A page is asked for by the place of its first entry. The instance begins up to fifty places earlier, and gives
// two hundred entries or more, whatever the caller wants.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Page,
  PlaylistInput,
  PlaylistVideosInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist, missingFrom } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, segment, text, thumbnails } from '../parsing/fields.ts';
import { absent, otherPlaylist } from '../parsing/found-videos.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { type PlaylistEntry, playlistItems, UNAVAILABLE } from '../parsing/playlist-entries.ts';
import { readSlicedPlace, writeSlicedPlace } from '../parsing/sliced-pages.ts';
import { channel, FRONT_END_MISSING } from '../youtube-front-ends/youtube-front-end.ts';
import { isGone, playlistAddress, playlistBody } from '../youtube-front-ends/youtube-front-end-playlists.ts';
import { INVIDIOUS_PAGE_ITEMS_MAX, invidiousRequest } from './invidious-api.ts';

/** So many places before the requested one are given as well. */
const LOOKBACK = 50;

/** The instance writes the present moment where it cannot read when a playlist was changed. */
const PLAYLIST_MISSING = [
  'alt_ids',
  'published_at',
  'updated_at',
  'author.handle',
  'author.verified',
  'author.followers',
];

const ENTRY_MISSING = [
  ...FRONT_END_MISSING,
  'text',
  'published_text',
  'stats.views',
  'author.handle',
  'author.avatar_url',
  'author.verified',
];

type ToVideo = (record: Json, provider: Provider) => ParsedVideo | null;

export const invidiousPlaylist: ConnectorOperations['playlist.get'] = {
  request: ({ playlist_id }, provider) => invidiousRequest(provider, `playlists/${segment(playlist_id)}`),
  parse: parsePlaylist,
  missing: PLAYLIST_MISSING,
  cost: 1,
};

export function invidiousPlaylistVideos(toVideo: ToVideo): ConnectorOperations['playlist.videos'] {
  return {
    request: videosRequest,
    parse: (response, input, provider) =>
      parseVideos(response, input, (record) => readEntry(record, provider, toVideo)),
    pageItemsMax: INVIDIOUS_PAGE_ITEMS_MAX,
    missing: ENTRY_MISSING,
    cost: 1,
  };
}

/** Lists of an instance's own users are not YouTube's. */
function publicBody(
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: PlaylistInput,
): { body: Json } | Absent | AttemptFailure {
  const read = playlistBody(response, wantsRaw);
  if ('kind' in read) return read;
  const { type, playlistId, isListed } = read.body;
  if (text(playlistId) === null) return badResponse('the answer is no playlist');
  if (playlistId !== playlist_id) return otherPlaylist(response);
  return isListed === false || type === 'invidiousPlaylist' ? absent('private') : read;
}

function parsePlaylist(
  response: UpstreamResponse,
  input: PlaylistInput,
  { baseUrl }: Provider,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const read = publicBody(response, input);
  if ('kind' in read) return read;
  const { body } = read;
  const record: ParsedPlaylist = {
    ...blankPlaylist(input.playlist_id, PLAYLIST_MISSING),
    url: playlistAddress(input.playlist_id),
    title: text(body.title),
    text: text(body.description),
    author: {
      ...channel(body.authorUrl),
      name: text(body.author),
      avatar_url: thumbnails(array(body.authorThumbnails), baseUrl)[0]?.url ?? null,
    },
    // Instances write 0 where they cannot read YouTube's number.
    video_count: count(body.videoCount) || null,
    views: count(body.viewCount) || null,
    thumbnails: thumbnails([body.playlistThumbnail], baseUrl),
  };
  return { kind: 'record', record, raw: body };
}

/** Our cursor is the place of the next entry, from 0. */
const placeFrom = (cursor: string | null): number => readSlicedPlace(cursor).skip;

/** Where the body is the answer, no entry may come twice: the instance is asked for the place from which it looks back to ours. */
function videosRequest(
  { playlist_id, cursor, bodyIsAnswer }: PlaylistVideosInput,
  provider: Provider,
): UpstreamRequest {
  const from = placeFrom(cursor);
  const index = bodyIsAnswer === true ? from + LOOKBACK : from;
  const query: Record<string, string> = from === 0 ? {} : { index: String(index) };
  return invidiousRequest(provider, `playlists/${segment(playlist_id)}`, query);
}

interface PlacedEntry extends PlaylistEntry {
  /** From 0. */
  place: number;
}

function parseVideos(
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  read: (record: Json) => PlaylistEntry['video'],
): Page | Absent | AttemptFailure {
  const found = publicBody(response, input);
  if ('kind' in found) return found;
  const { videos, videoCount } = found.body;
  if (!Array.isArray(videos)) return badResponse('the answer has no list of videos');
  const from = placeFrom(input.cursor);
  const all = placed(videos, from, read).filter(({ place }) => place >= from);
  const taken =
    input.bodyIsAnswer === true ? all : all.slice(0, Math.min(input.count, INVIDIOUS_PAGE_ITEMS_MAX));
  const page = playlistItems(taken, input);
  if ('kind' in page) return page;
  const value = count(videoCount) || null;
  const total = value === null ? null : ({ value, relation: 'approx' } as const);
  const next = (taken.at(-1)?.place ?? from - 1) + 1;
  const end = endAt(next, { isCut: taken.length < all.length, isEmpty: taken.length === 0, value });
  const cursor = end === 'more' ? writeSlicedPlace({ skip: next, parts: [] }) : null;
  return { kind: 'page', ...page, cursor, end, total };
}

/** The list has ended when the last place by YouTube's own count was reached. Places at its end that YouTube hides are never reached. */
function endAt(
  next: number,
  { isCut, isEmpty, value }: { isCut: boolean; isEmpty: boolean; value: number | null },
): Page['end'] {
  if (isCut) return 'more';
  if (value !== null && next >= value) return 'exhausted';
  return isEmpty ? 'unknown' : 'more';
}

/** An entry without a place of its own, as deleted ones are, stands behind the one before. */
function placed(
  videos: readonly unknown[],
  from: number,
  read: (record: Json) => PlaylistEntry['video'],
): PlacedEntry[] {
  let last = Math.max(0, from - LOOKBACK) - 1;
  return videos.map((raw) => {
    const record = object(raw);
    const index = count(record.index);
    last = index !== null && index > last ? index : last + 1;
    return { place: last, position: last + 1, video: read(record), raw };
  });
}

function readEntry(record: Json, provider: Provider, toVideo: ToVideo): PlaylistEntry['video'] {
  if (record.type !== undefined && record.type !== 'video') return null;
  if (record.videoId === '' || isGone(record.title, record.author)) return UNAVAILABLE;
  const video = toVideo(record, provider);
  if (video === null) return null;
  // An instance takes every entry without a length for a broadcast.
  const kind = record.liveNow === true ? 'unknown' : 'video';
  return { ...video, kind, live: null, missing: missingFrom(ENTRY_MISSING) };
}
