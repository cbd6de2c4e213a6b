// How the YouTube Data API is asked for a playlist and its videos. Anybody who knows the id of an unlisted playlist gets it from YouTube, and
// playlists list unlisted videos too: so the playlist is looked up before its first page, and the videos of every page.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FollowUp,
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
import { badResponse } from '../parsing/failures.ts';
import { count, id, prose, publishedIso, segment, text, thumbnails } from '../parsing/fields.ts';
import { absent, listed, otherPlaylist } from '../parsing/found-videos.ts';
import { array, type Json, object, parseJson } from '../parsing/json.ts';
import { type PlaylistEntry, playlistItems, UNAVAILABLE } from '../parsing/playlist-entries.ts';
import { joined } from '../parsing/text.ts';
import {
  CUT_UPLOADS_MIN,
  LOOK_UP_COST,
  nextToken,
  reasonsOf,
  type YoutubeApi,
  youtubeList,
} from './youtube-api.ts';

const SITE = 'https://www.youtube.com';
const PAGE_MAX = 50;

const PLAYLIST_MISSING = [
  'alt_ids',
  'views',
  'updated_at',
  'author.handle',
  'author.avatar_url',
  'author.verified',
  'author.followers',
];

/** Reasons of a 403: the list is for its owner alone. */
const FOR_ITS_OWNER = ['playlistItemsNotAccessible', 'watchHistoryNotAccessible', 'watchLaterNotAccessible'];

export function youtubePlaylists(
  api: YoutubeApi,
): Pick<ConnectorOperations, 'playlist.get' | 'playlist.videos'> {
  return {
    'playlist.get': {
      request: (input, provider) =>
        playlistRequest(api, input.playlist_id, provider, 'snippet,contentDetails,status'),
      parse: (response, input) => parsePlaylist(api, response, input),
      missing: PLAYLIST_MISSING,
      cost: LOOK_UP_COST,
    },
    'playlist.videos': {
      request: (input, provider) =>
        api.get(provider, 'playlistItems', {
          part: 'contentDetails,snippet,status',
          playlistId: input.playlist_id,
          maxResults: String(Math.min(input.count, PAGE_MAX)),
          ...(input.cursor !== null && { pageToken: input.cursor }),
        }),
      parse: (response, input, provider) => new PlaylistPage(api, input, provider).parse(response),
      pageItemsMax: PAGE_MAX,
      missing: api.missing,
      cost: LOOK_UP_COST,
    },
  };
}

function playlistRequest(
  { get }: YoutubeApi,
  playlistId: string,
  provider: Provider,
  part: string,
): UpstreamRequest {
  return get(provider, 'playlists', { part, id: listed(playlistId, ',') });
}

function parsePlaylist(
  api: YoutubeApi,
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: Pick<PlaylistInput, 'playlist_id' | 'wantsRaw'>,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const said = youtubeList(api, response, wantsRaw, ['playlistNotFound']);
  if (said.kind !== 'list') return said;
  const [first] = array(said.body.items);
  if (first === undefined) return absent();
  const item = object(first);
  const own = id(item.id);
  if (own === null) return badResponse('no item is a playlist');
  if (own !== playlist_id) return otherPlaylist(response);
  const privacy = text(object(item.status).privacyStatus);
  if (privacy === null) return badResponse('the playlist does not say who may see it');
  if (privacy !== 'public') return absent('private');
  return { kind: 'record', record: toPlaylist(own, item), raw: item };
}

function toPlaylist(own: string, item: Json): ParsedPlaylist {
  const snippet = object(item.snippet);
  const channel = id(snippet.channelId);
  const blank = blankPlaylist(own, PLAYLIST_MISSING);
  return {
    ...blank,
    url: joined(SITE, '/playlist?list=', segment(own)),
    title: text(snippet.title),
    text: prose(snippet.description).text,
    author: {
      ...blank.author,
      id: channel,
      name: text(snippet.channelTitle),
      url: channel === null ? null : joined(SITE, '/channel/', segment(channel)),
    },
    video_count: count(object(item.contentDetails).itemCount),
    published_at: publishedIso(snippet.publishedAt).published_at,
    thumbnails: thumbnails(Object.values(object(snippet.thumbnails))),
  };
}

/** One page of a playlist: the list, the playlist itself on the first page, and the videos. */
class PlaylistPage {
  readonly #api: YoutubeApi;
  readonly #input: PlaylistVideosInput;
  readonly #provider: Provider;

  constructor(api: YoutubeApi, input: PlaylistVideosInput, provider: Provider) {
    this.#api = api;
    this.#input = input;
    this.#provider = provider;
  }

  parse(response: UpstreamResponse): Parsed<Page | Absent> {
    if (isForItsOwner(response)) return absent('private');
    const said = youtubeList(this.#api, response, this.#input.wantsRaw, ['playlistNotFound']);
    if (said.kind !== 'list') return said;
    const { body } = said;
    if (this.#input.cursor !== null) return this.#withVideos(body);
    const { playlist_id } = this.#input;
    return this.#after(playlistRequest(this.#api, playlist_id, this.#provider, 'status'), (answer) => {
      const playlist = parsePlaylist(this.#api, answer, { playlist_id, wantsRaw: false });
      return playlist.kind === 'record' ? this.#withVideos(body) : playlist;
    });
  }

  /** Without the look-up nobody knows which videos are public, so its failure is the failure of the page. */
  #withVideos(body: Json): Parsed<Page | Absent> {
    const ids = new Set(array(body.items).flatMap((item) => videoId(object(item)) ?? []));
    if (ids.size === 0) return this.#page(body, new Map());
    const wanted = { part: this.#api.parts, id: [...ids].join(',') };
    return this.#after(this.#api.get(this.#provider, 'videos', wanted), (answer) => {
      const said = youtubeList(this.#api, answer, false, []);
      if (said.kind !== 'list') return said;
      const videos = array(said.body.items).map(object);
      return this.#page(body, new Map(videos.map((video) => [id(video.id) ?? '', video])));
    });
  }

  #after(
    request: UpstreamRequest,
    next: (answer: UpstreamResponse) => Parsed<Page | Absent>,
  ): FollowUp<Page | Absent> {
    return {
      kind: 'follow_up',
      request,
      parse: (answer) => (answer.kind === 'response' ? next(answer) : answer),
    };
  }

  #page(body: Json, videos: ReadonlyMap<string, Json>): Page | AttemptFailure {
    const entries = array(body.items).map((item) => this.#entry(object(item), videos));
    const found = playlistItems(entries, this.#input);
    if ('kind' in found) return found;
    const { token, end } = nextToken(body, entries.length, this.#input);
    const isCut = end === 'exhausted' && (entries.at(-1)?.position ?? 0) >= CUT_UPLOADS_MIN;
    const total = count(object(body.pageInfo).totalResults);
    return {
      kind: 'page',
      ...found,
      cursor: token,
      end: isCut ? 'upstream_cap' : end,
      // The total includes entries whose video is not there any more.
      total: total === null ? null : { value: total, relation: 'approx' },
    };
  }

  /** A deleted or private video keeps its entry, and is not in the look-up. */
  #entry(item: Json, videos: ReadonlyMap<string, Json>): PlaylistEntry {
    const own = videoId(item);
    const place = count(object(item.snippet).position);
    const position = place === null ? null : place + 1;
    if (own === null) return { position, video: null, raw: item };
    const video = videos.get(own);
    return {
      position,
      video: video === undefined ? UNAVAILABLE : this.#api.wholeVideo(video),
      raw: item,
    };
  }
}

const videoId = (item: Json): string | null => id(object(item.contentDetails).videoId);

function isForItsOwner({ status, body }: UpstreamResponse): boolean {
  if (status !== 403) return false;
  const reasons = reasonsOf(object(object(parseJson(body, false)).error));
  return reasons.some((reason) => FOR_ITS_OWNER.includes(reason));
}
