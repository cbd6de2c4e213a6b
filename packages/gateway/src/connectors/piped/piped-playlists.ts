// The playlists of a Piped. Its pages also have the places whose video is private or deleted, so the place of an entry follows from how many came before;
// the cursor keeps that number beside the token.
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
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, segment, text, thumbnails, url } from '../parsing/fields.ts';
import { type Json, object } from '../parsing/json.ts';
import { type PlaylistEntry, playlistItems, UNAVAILABLE } from '../parsing/playlist-entries.ts';
import { readSlicedPlace, type SlicedPlace, writeSlicedPlace } from '../parsing/sliced-pages.ts';
import { stripHtml } from '../parsing/text.ts';
import { channel } from '../youtube-front-ends/youtube-front-end.ts';
import { isGone, playlistAddress, playlistBody } from '../youtube-front-ends/youtube-front-end-playlists.ts';
import { afterPipedPage, PIPED_PAGE_ITEMS_MAX, pipedPage } from './piped-api.ts';

const PLAYLIST_MISSING = [
  'alt_ids',
  'views',
  'published_at',
  'updated_at',
  'author.verified',
  'author.followers',
];

type ToVideo = (item: Json) => ParsedVideo | null;

export const pipedPlaylist: ConnectorOperations['playlist.get'] = {
  request: ({ playlist_id }, provider) => pipedPage(provider, pathOf(playlist_id), null),
  parse: parsePlaylist,
  missing: PLAYLIST_MISSING,
  cost: 1,
};

export function pipedPlaylistVideos(
  toVideo: ToVideo,
  missing: readonly string[],
): ConnectorOperations['playlist.videos'] {
  return {
    request: ({ playlist_id, cursor }, provider) =>
      pipedPage(provider, pathOf(playlist_id), placeOf(cursor).token),
    parse: (response, input) => parseVideos(response, input, toVideo),
    pageItemsMax: PIPED_PAGE_ITEMS_MAX,
    missing,
    cost: 1,
  };
}

const pathOf = (id: string): string => `/playlists/${segment(id)}`;

function parsePlaylist(
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: PlaylistInput,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const read = playlistBody(response, wantsRaw);
  if ('kind' in read) return read;
  const { body } = read;
  const title = text(body.name);
  if (title === null || !Array.isArray(body.relatedStreams)) return badResponse('the answer is no playlist');
  const words = text(body.description);
  const record: ParsedPlaylist = {
    ...blankPlaylist(playlist_id, PLAYLIST_MISSING),
    url: playlistAddress(playlist_id),
    title,
    text: words && stripHtml(words),
    author: {
      ...channel(body.uploaderUrl),
      name: text(body.uploader),
      avatar_url: url(body.uploaderAvatar),
    },
    // -1 where it is not known.
    video_count: count(body.videos),
    thumbnails: thumbnails([body.thumbnailUrl]),
  };
  return { kind: 'record', record, raw: body };
}

interface Place extends Pick<SlicedPlace, 'skip'> {
  /** null for the first page. */
  token: string | null;
  /** Number of entries on the pages before. */
  before: number;
}

function placeOf(cursor: string | null): Place {
  const { skip, parts } = readSlicedPlace(cursor);
  const [token = '', before = '0'] = parts;
  return { skip, token: token || null, before: Number(before) };
}

const writePlace = ({ skip, token, before }: Place): string =>
  writeSlicedPlace({ skip, parts: [token ?? '', String(before)] });

function parseVideos(
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  toVideo: ToVideo,
): Page | Absent | AttemptFailure {
  const read = playlistBody(response, input.wantsRaw);
  if ('kind' in read) return read;
  const { relatedStreams: all, nextpage, videos } = read.body;
  if (!Array.isArray(all)) return badResponse('the answer has no list of videos');
  const place = placeOf(input.cursor);
  const most = Math.min(input.count, PIPED_PAGE_ITEMS_MAX);
  const till = input.bodyIsAnswer === true ? all.length : place.skip + most;
  const entries = all.slice(place.skip, till).map(
    (raw, i): PlaylistEntry => ({
      position: place.before + place.skip + i + 1,
      video: readEntry(object(raw), toVideo),
      raw,
    }),
  );
  const page = playlistItems(entries, input);
  if ('kind' in page) return page;
  const value = count(videos);
  const total = value === null ? null : ({ value, relation: 'approx' } as const);
  return { kind: 'page', ...page, total, ...onward(all.length, till, place, nextpage) };
}

function onward(
  entries: number,
  till: number,
  place: Place,
  nextpage: unknown,
): Pick<Page, 'end' | 'cursor'> {
  if (till < entries) return { end: 'more', cursor: writePlace({ ...place, skip: till }) };
  const after = afterPipedPage(nextpage, entries, place.token ?? undefined);
  if (after.end !== 'more') return { end: after.end, cursor: null };
  const [token = null] = after.next;
  return { end: 'more', cursor: writePlace({ skip: 0, token, before: place.before + entries }) };
}

function readEntry(item: Json, toVideo: ToVideo): PlaylistEntry['video'] {
  if (item.type !== undefined && item.type !== 'stream') return null;
  return isGone(item.title, item.uploaderName) ? UNAVAILABLE : toVideo(item);
}
