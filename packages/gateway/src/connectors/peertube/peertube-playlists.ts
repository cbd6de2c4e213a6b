// Playlists of a PeerTube instance. An unlisted one opens for everyone who knows its uuid, and its list of videos does not say so: the first
// page of a walk looks up the playlist. The total counts places; a place whose video is gone or hidden keeps its number.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Page,
  ParsedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, id, publishedIso, segment, text, texts, url } from '../parsing/fields.ts';
import { absent, isSameId, otherPlaylist } from '../parsing/found-videos.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type PlaylistEntry, playlistItems, UNAVAILABLE } from '../parsing/playlist-entries.ts';
import { ofPublicOwner } from '../parsing/proved-empty.ts';
import { unixLines } from '../parsing/text.ts';
import {
  askedRange,
  classifyPage,
  classifyVideo,
  listPage,
  PEERTUBE_PAGE_MAX,
  peertubeRequest,
} from './peertube-answers.ts';
import {
  actor,
  hostOf,
  isPublic,
  LISTED_MISSING,
  listedVideo,
  peertubeThumbnails,
} from './peertube-record.ts';

const MISSING = ['author.verified', 'author.followers', 'views'];

export const peertubePlaylist: ConnectorOperations['playlist.get'] = {
  request: playlistRequest,
  parse: parsePlaylist,
  missing: MISSING,
  cost: 1,
};

export const peertubePlaylistVideos: ConnectorOperations['playlist.videos'] = {
  request: (input, provider) => {
    const { start, count: many } = askedRange(input);
    return peertubeRequest(provider, `${pathOf(input)}/videos`, { start, count: many });
  },
  parse: (response, input, provider) =>
    ofPublicOwner(entriesPage(response, input, provider), input, {
      request: playlistRequest(input, provider),
      read: (answer) => parsePlaylist(answer, input, provider),
    }),
  pageItemsMax: PEERTUBE_PAGE_MAX,
  missing: LISTED_MISSING,
  cost: 1,
};

type Asked = Pick<PlaylistInput, 'playlist_id' | 'wantsRaw'>;

function pathOf({ playlist_id }: Pick<Asked, 'playlist_id'>): string {
  return `/video-playlists/${segment(playlist_id)}`;
}

function playlistRequest(input: Pick<Asked, 'playlist_id'>, provider: Provider): UpstreamRequest {
  return peertubeRequest(provider, pathOf(input));
}

function parsePlaylist(
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: Asked,
  provider: Provider,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (response.status !== 200) return classifyVideo(response, body, { id: playlist_id });
  if (!isObject(body)) return unreadable(response);
  const uuid = id(body.uuid);
  // A video has a uuid too, but no number of videos.
  if (uuid === null || body.videosLength === undefined) return badResponse('the answer is no playlist');
  const names = [uuid, id(body.shortUUID), id(body.id)];
  if (!names.some((name) => isSameId(name, playlist_id))) return otherPlaylist(response);
  if (!isPublic(body)) return absent('private');
  return { kind: 'record', record: toPlaylist(uuid, body, provider), raw: body };
}

function toPlaylist(uuid: string, record: Json, provider: Provider): ParsedPlaylist {
  const home = url(record.url);
  const host = hostOf(record, home, provider);
  const description = text(record.description);
  const channel = object(record.videoChannel);
  return {
    ...blankPlaylist(uuid, MISSING),
    alt_ids: texts(record.shortUUID),
    url: home,
    title: text(record.displayName),
    text: description === null ? null : unixLines(description),
    // A playlist of a person need not belong to a channel.
    author: actor(text(channel.name) === null ? object(record.ownerAccount) : channel, host),
    video_count: count(record.videosLength),
    published_at: publishedIso(record.createdAt).published_at,
    updated_at: publishedIso(record.updatedAt).published_at,
    thumbnails: peertubeThumbnails(record, host),
  };
}

/** An entry as an item of a walk by offset: its own id marks where the walk stands, since one video may stand in two places. */
type Walked = Omit<PlaylistEntry, 'raw'> & ParsedRecord;

function entriesPage(
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  provider: Provider,
): Page | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return refusal(response, body, input);
  const page = listPage(response, body, input, (record) => entryOf(record, provider));
  if (page.kind !== 'page') return page;
  const entries = page.items.map(({ record, raw }) => ({ ...record, raw }));
  const taken = playlistItems(entries, input);
  return 'kind' in taken ? taken : { ...page, ...taken };
}

function refusal(
  response: UpstreamResponse,
  body: unknown,
  input: PlaylistVideosInput,
): Page<never> | Absent | AttemptFailure {
  const said = classifyVideo(response, body, { id: input.playlist_id });
  return said.kind === 'absent' ? said : classifyPage(response, body, input);
}

/** Of a deleted (1), private (2) or blocked (3) video the instance says nothing. An unlisted one stands there whole. */
function entryOf(record: Json, provider: Provider): Walked | null {
  const own = id(record.id);
  if (own === null || record.video === undefined) return null;
  const video = record.video === null ? UNAVAILABLE : listedVideo(object(record.video), provider);
  return { id: own, position: placeOf(record), video };
}

function placeOf({ position }: Json): number | null {
  const place = count(position);
  return place === null || place < 1 ? null : place;
}
