// Rutube's playlists. The list of one may hold videos that were hidden or deleted since; they are counted, and not delivered.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
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
import { blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse, notPublic, unreadable, withoutReason } from '../parsing/failures.ts';
import { count, decoded, id, segment, text, thumbnails } from '../parsing/fields.ts';
import { absent, otherPlaylist } from '../parsing/found-videos.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { playlistItems } from '../parsing/playlist-entries.ts';
import { ofPublicVideo } from '../parsing/proved-empty.ts';
import { type Onward, readSlicedPlace, writeSlicedPlace } from '../parsing/sliced-pages.ts';
import { joined, stripHtml, unixLines } from '../parsing/text.ts';
import {
  isHidden,
  isRutubeUnknown,
  RUTUBE_MISSING,
  RUTUBE_SITE,
  toRutubeVideo,
  toRutubeVideoAuthor,
} from './rutube-record.ts';

const MISSING = ['alt_ids', 'views', 'published_at', 'updated_at'];

/** How the connector asks, and reads a page of numbered results. */
export interface RutubeApi {
  get(path: string, query: Record<string, string>, provider: Provider): UpstreamRequest;
  pageNumber(input: PlaylistVideosInput): string;
  /** The results of a page, and whether another one follows. */
  readResults(
    response: UpstreamResponse,
    input: PlaylistVideosInput,
  ): { body: Json; results: unknown[] } | AttemptFailure;
  onward(body: Json, input: PlaylistVideosInput): Onward;
  pageItemsMax: number;
}

export function rutubePlaylist({ get }: Pick<RutubeApi, 'get'>): ConnectorOperations['playlist.get'] {
  return {
    request: (input, provider) => get(pathOf(input), {}, provider),
    parse: parsePlaylist,
    missing: MISSING,
    cost: 1,
  };
}

export function rutubePlaylistVideos(api: RutubeApi): ConnectorOperations['playlist.videos'] {
  return {
    request: (input, provider) =>
      api.get(`${pathOf(input)}/videos`, { page: api.pageNumber(input) }, provider),
    // Whether the list of a hidden playlist is kept back is not known, so the first page looks at the playlist.
    parse: (response, input, provider) =>
      ofPublicVideo(parseVideos(response, input, api), input, {
        request: api.get(pathOf(input), {}, provider),
        read: (answer) => parsePlaylist(answer, input),
      }),
    pageItemsMax: api.pageItemsMax,
    missing: RUTUBE_MISSING,
    cost: 1,
  };
}

const pathOf = ({ playlist_id }: PlaylistInput): string => `playlist/custom/${segment(playlist_id)}`;

function parsePlaylist(
  response: UpstreamResponse,
  { playlist_id, wantsRaw }: PlaylistInput,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  if (isRutubeUnknown(response)) return absent();
  if (response.status !== 200) return withoutReason(response);
  const raw = parseJson(response.body, wantsRaw);
  if (!isObject(raw)) return unreadable(response);
  const record = toPlaylist(raw);
  if (record === null) return badResponse('the answer is no playlist');
  if (record.id !== playlist_id) return otherPlaylist(response);
  return isHidden(raw) ? absent('private') : { kind: 'record', record, raw };
}

function toPlaylist(raw: Json): ParsedPlaylist | null {
  const playlistId = id(raw.id);
  const title = decoded(raw.title);
  if (playlistId === null || title === null) return null;
  const words = text(raw.description);
  return {
    ...blankPlaylist(playlistId, MISSING),
    url: joined(RUTUBE_SITE, '/plst/', segment(playlistId), '/'),
    title,
    text: (words && stripHtml(unixLines(words))) || null,
    author: toRutubeVideoAuthor(object(raw.author)),
    video_count: count(raw.videos_count),
    thumbnails: thumbnails([raw.thumbnail_url]),
  };
}

function parseVideos(
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  api: RutubeApi,
): Page | Absent | AttemptFailure {
  if (input.cursor === null && isRutubeUnknown(response)) return absent();
  const read = api.readResults(response, input);
  if ('kind' in read) return read;
  const { body, results } = read;
  if (input.bodyIsAnswer === true && results.some((record) => isHidden(object(record)))) return notPublic();
  const place = readSlicedPlace(input.cursor);
  const till = place.skip + input.count;
  const before = placesBefore(body, api.pageNumber(input));
  const entries = results.slice(place.skip, till).map((raw, i) => ({
    position: before === null ? null : before + place.skip + i + 1,
    video: toRutubeVideo(object(raw)),
    raw,
  }));
  const found = playlistItems(entries, input);
  if ('kind' in found) return found;
  if (till < results.length)
    return page(found, { cursor: writeSlicedPlace({ ...place, skip: till }), end: 'more' });
  const next = api.onward(body, input);
  if (next.end !== 'more') return page(found, { cursor: null, end: next.end });
  return page(found, { cursor: writeSlicedPlace({ skip: 0, parts: next.next }), end: 'more' });
}

function page(
  found: Required<Pick<Page, 'items' | 'unavailable'>>,
  onward: Pick<Page, 'cursor' | 'end'>,
): Page {
  return { kind: 'page', ...found, ...onward, total: null };
}

/** How many places come before this page; null when the answer does not state the size of its pages. */
function placesBefore({ per_page }: Json, pageNumber: string): number | null {
  if (pageNumber === '1') return 0;
  const size = count(per_page);
  return size === null ? null : (Number(pageNumber) - 1) * size;
}
