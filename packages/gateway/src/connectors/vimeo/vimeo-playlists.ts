// How Vimeo is asked for showcases and channels, which are its playlists, and for their videos. A token also opens what only its owner may
// see, so the playlist is looked up before its first page is asked for.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Page,
  Parsed,
  PlaylistInput,
  PlaylistVideosInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse, failed, unreadable } from '../parsing/failures.ts';
import { count, prose, publishedIso, segment, text, thumbnails, url } from '../parsing/fields.ts';
import { absent, isSameId, otherPlaylist } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place } from '../parsing/numbered-pages.ts';
import { type PlaylistEntry, playlistItems } from '../parsing/playlist-entries.ts';
import { isUnknown, paged, VIMEO_PAGE_MAX, type VimeoApi } from './vimeo-lists.ts';

/** A showcase is a number. A channel has a number or a name; the word before it tells the two numbers apart. */
const CHANNEL = 'channels/';

const FIELDS = [
  'uri,name,description,link,created_time,modified_time,pictures.sizes,privacy.view,metadata.connections.videos.total',
  'user.uri,user.name,user.link,user.pictures.sizes,user.metadata.connections.followers.total',
].join(',');
const MISSING = ['views', 'author.handle', 'author.verified'];

export function vimeoPlaylists(api: VimeoApi): Pick<ConnectorOperations, 'playlist.get' | 'playlist.videos'> {
  return {
    'playlist.get': {
      request: (input, provider) => playlistRequest(api, input, provider),
      parse: (response, input) => parsePlaylist(api, response, input),
      missing: MISSING,
      cost: 1,
    },
    'playlist.videos': {
      request: (input, provider) =>
        input.cursor === null ? playlistRequest(api, input, provider) : videosRequest(api, input, provider),
      parse: (response, input, provider) =>
        input.cursor === null
          ? afterPlaylist(api, response, input, provider)
          : parseVideos(api, response, input),
      pageItemsMax: VIMEO_PAGE_MAX,
      missing: api.missing,
      cost: 1,
    },
  };
}

function playlistPath(id: string): string {
  return id.startsWith(CHANNEL) ? `/channels/${segment(id.slice(CHANNEL.length))}` : `/albums/${segment(id)}`;
}

type Asked = Pick<PlaylistInput, 'playlist_id' | 'wantsRaw'>;

function playlistRequest({ get }: VimeoApi, { playlist_id }: Asked, provider: Provider): UpstreamRequest {
  return get(provider, playlistPath(playlist_id), new URLSearchParams({ fields: FIELDS }));
}

function videosRequest(api: VimeoApi, input: PlaylistVideosInput, provider: Provider): UpstreamRequest {
  const path = `${playlistPath(input.playlist_id)}/videos`;
  return api.get(provider, path, paged(input, { fields: api.fields }));
}

function afterPlaylist(
  api: VimeoApi,
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const playlist = parsePlaylist(api, response, input);
  if (playlist.kind !== 'record') return playlist;
  return {
    kind: 'follow_up',
    request: videosRequest(api, input, provider),
    parse: (answer) => (answer.kind === 'response' ? parseVideos(api, answer, input) : answer),
  };
}

function parsePlaylist(
  api: VimeoApi,
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: Asked,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  if (isUnknown(response)) return absent();
  if (response.status !== 200) return api.classify(response, 1);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
  const [own, ...others] = namesOf(api, body, playlist_id);
  if (own === undefined) return badResponse('the answer is no playlist');
  if (![own, ...others].some((name) => isSameId(name, playlist_id))) return otherPlaylist(response);
  const view = text(object(body.privacy).view);
  if (view === null) return badResponse('the playlist does not say who may see it');
  if (view !== 'anybody') return absent(view === 'password' ? 'password' : 'private');
  return { kind: 'record', record: toPlaylist(api, own, others, body), raw: body };
}

/** The ids that it answers to, its number first. `/users/9/albums/12` is the showcase 12, `/channels/927` a channel that may have a name too. */
function namesOf({ uriTail }: VimeoApi, { uri, link }: Json, asked: string): string[] {
  const number = uriTail(uri);
  if (number === null) return [];
  if (!asked.startsWith(CHANNEL)) return [number];
  const name = /\/channels\/([\w-]+)$/.exec(text(link) ?? '')?.[1];
  return [...new Set([number, name ?? number])].map((one) => CHANNEL + one);
}

function toPlaylist(api: VimeoApi, own: string, others: string[], body: Json): ParsedPlaylist {
  const { videos } = object(object(body.metadata).connections);
  return {
    ...blankPlaylist(own, MISSING),
    alt_ids: others,
    url: url(body.link),
    title: text(body.name),
    text: prose(body.description).text,
    author: api.toAuthor(object(body.user)),
    video_count: count(object(videos).total),
    published_at: publishedIso(body.created_time).published_at,
    updated_at: publishedIso(body.modified_time).published_at,
    thumbnails: thumbnails(array(object(body.pictures).sizes)),
  };
}

function parseVideos(
  api: VimeoApi,
  response: UpstreamResponse,
  input: PlaylistVideosInput,
): Page | Absent | AttemptFailure {
  if (isUnknown(response)) return absent();
  const read = api.readPage(response, input);
  if ('kind' in read) return read;
  const { upstream, place } = read;
  const entries: PlaylistEntry[] = [];
  const page = numberedPage(upstream, place, input.count, (raw) => {
    const video = api.toVideo(raw);
    entries.push({ position: before(place) + entries.length + 1, video, raw });
    return video;
  });
  if (page.kind !== 'page') return page;
  const found = playlistItems(entries, input);
  return 'kind' in found ? found : { ...page, ...found, body: response.body };
}

/** How many entries of the playlist come before this call's. Vimeo numbers pages, not entries. */
const before = ({ page, size, skip }: Place): number => (page - 1) * size + skip;
