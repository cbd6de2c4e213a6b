// Playlists of Dailymotion, in the order of their owners. Private ones need a key of the owner, and are never given.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  FoundRecord,
  Page,
  Parsed,
  ParsedRecord,
  PlaylistVideosInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse, unreadable, withoutReason } from '../parsing/failures.ts';
import { count, decoded, id, publishedSeconds, segment, text } from '../parsing/fields.ts';
import { absent, isSameId, otherPlaylist } from '../parsing/found-videos.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { placeOf } from '../parsing/numbered-pages.ts';
import { type PlaylistEntry, playlistItems } from '../parsing/playlist-entries.ts';
import { ofPublicOwner } from '../parsing/proved-empty.ts';
import { joined, stripHtml, unixLines } from '../parsing/text.ts';
import { askedAgain, type DailymotionApi } from './dailymotion-authors.ts';
import { dailymotionOwner, dailymotionThumbnails, dailymotionVideo } from './dailymotion-record.ts';

const PAGES = 'https://www.dailymotion.com/playlist/';

const CORE_FIELDS = ['id', 'name', 'private', 'description', 'created_time', 'owner.id', 'owner.screenname'];
/** Optional fields: the platform refuses a request that names a field which it no longer has. */
const MORE_FIELDS = [
  'updated_time',
  'videos_total',
  'thumbnail_360_url',
  'thumbnail_720_url',
  'owner.username',
  'owner.url',
  'owner.avatar_720_url',
  'owner.verified',
];

const MISSING = ['alt_ids', 'author.followers', 'views'];

interface Asked {
  playlist_id: string;
  wantsRaw: boolean;
}

export function dailymotionPlaylists(
  api: DailymotionApi,
): Pick<ConnectorOperations, 'playlist.get' | 'playlist.videos'> {
  return {
    'playlist.get': {
      request: (input, provider) => playlistRequest(api, input, provider, [...CORE_FIELDS, ...MORE_FIELDS]),
      parse: (response, input, provider) =>
        askedAgain(api, response, playlistRequest(api, input, provider, CORE_FIELDS), (answer) =>
          readPlaylist(api, answer, input),
        ),
      missing: MISSING,
      cost: 1,
    },
    'playlist.videos': {
      request: (input, provider) =>
        videosRequest(api, input, provider, [...api.coreFields, ...api.moreFields]),
      parse: (response, input, provider) =>
        askedAgain(api, response, videosRequest(api, input, provider, api.coreFields), (answer) =>
          parseVideos(api, answer, input, provider),
        ),
      pageItemsMax: api.pageSizes.max,
      missing: api.missing,
      cost: 1,
    },
  };
}

const pathOf = ({ playlist_id }: Pick<Asked, 'playlist_id'>) => `/playlist/${segment(playlist_id)}`;

function playlistRequest(
  { get }: DailymotionApi,
  input: Asked,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  return get(provider, pathOf(input), { fields: fields.join(',') });
}

function videosRequest(
  { get, pageSizes }: DailymotionApi,
  input: PlaylistVideosInput,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  const { size, page } = placeOf(input, pageSizes);
  return get(provider, `${pathOf(input)}/videos`, {
    fields: fields.join(','),
    limit: String(size),
    page: String(page),
    ...(provider.options.family_filter === 'false' && { family_filter: 'false' }),
  });
}

function readPlaylist(
  api: DailymotionApi,
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: Asked,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const { error } = object(body);
  if (error !== undefined) return absence(object(error)) ?? api.classify(response, object(error));
  if (response.status !== 200) return withoutReason(response);
  if (!isObject(body)) return unreadable(response);
  const own = id(body.id);
  if (own === null || body.name === undefined) return badResponse('the answer is no playlist');
  if (!isSameId(own, playlist_id)) return otherPlaylist(response);
  if (body.private === true) return absent('private');
  return { kind: 'record', record: toPlaylist(own, body), raw: body };
}

/** Older servers do not name what is missing, but the playlist was all that was asked for. */
function absence({ type, code, error_data }: Json): Absent | null {
  const { object_type } = object(error_data);
  if (object_type !== undefined && object_type !== 'playlist') return null;
  if (type === 'not_found' || (object_type === 'playlist' && count(code) === 404)) return absent();
  return object_type === 'playlist' && count(code) === 403 ? absent('private') : null;
}

function toPlaylist(own: string, record: Json): ParsedPlaylist {
  const description = text(record.description);
  return {
    ...blankPlaylist(own, MISSING),
    url: joined(PAGES, segment(own)),
    title: decoded(record.name),
    text: (description && stripHtml(unixLines(description))) || null,
    author: dailymotionOwner(record),
    video_count: count(record.videos_total),
    published_at: publishedSeconds(record.created_time).published_at,
    updated_at: publishedSeconds(record.updated_time).published_at,
    thumbnails: dailymotionThumbnails(record),
  };
}

type Walked = Omit<PlaylistEntry, 'raw'> & ParsedRecord;

function parseVideos(
  api: DailymotionApi,
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const body = parseJson(response.body, input.wantsRaw);
  const missing = absence(object(object(body).error));
  if (missing !== null) return missing;
  return ofPublicOwner(entriesPage(api, response, input, provider), input, {
    request: playlistRequest(api, input, provider, CORE_FIELDS),
    read: (answer) => readPlaylist(api, answer, input),
  });
}

function entriesPage(
  api: DailymotionApi,
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  provider: Provider,
): Page | AttemptFailure {
  const { page: number, size, skip } = placeOf(input, api.pageSizes);
  let position = (number - 1) * size + skip;
  // The platform numbers no entries; their places follow from the page.
  const read = (record: Json): Walked | null => {
    position += 1;
    const own = id(record.id);
    return own === null ? null : { id: own, position, video: dailymotionVideo(record, provider) };
  };
  const page = api.parseList(response, parseJson(response.body, input.wantsRaw), input, read);
  if (page.kind !== 'page') return page;
  const taken = playlistItems(
    page.items.map(({ record, raw }) => ({ ...record, raw })),
    input,
  );
  return 'kind' in taken ? taken : { ...page, ...taken };
}
