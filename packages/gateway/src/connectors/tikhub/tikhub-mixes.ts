// Playlists of Douyin at TikHub. Douyin calls them mixes. Each video states its number in the mix.
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
  UpstreamResponse,
} from '../connector.ts';
import { blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, id, publishedUnix, segment, text, thumbnails } from '../parsing/fields.ts';
import { absent, otherPlaylist } from '../parsing/found-videos.ts';
import { isObject, type Json, object } from '../parsing/json.ts';
import { playlistItems } from '../parsing/playlist-entries.ts';
import { provedEmpty } from '../parsing/proved-empty.ts';
import { readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { joined } from '../parsing/text.ts';
import {
  AWEME_LISTS,
  awemeEntries,
  awemeItem,
  awemePicture,
  awemeStatus,
  awemeVideoAuthor,
} from '../short-video/aweme.ts';
import { containers, outermost } from '../short-video/nested-answer.ts';
import { afterPosts, SELLER_PAGE_ITEMS_MAX, VIDEO_PARTS } from '../short-video/short-video-lists.ts';
import { askTikhub, TIKHUB_PAGE_SIZE, type TikhubPath, tikhubData } from './tikhub-lists.ts';

const PLATFORMS = ['douyin'];

export const tikhubPlaylist: ConnectorOperations['playlist.get'] = {
  request: (input, provider) => askTikhub(provider, mixPath(input)),
  parse: parseMix,
  platforms: PLATFORMS,
  missing: [],
  cost: 1,
};

export const tikhubPlaylistVideos: ConnectorOperations['playlist.videos'] = {
  request: (input, provider) => askTikhub(provider, videosPath(input)),
  parse: parseVideos,
  platforms: PLATFORMS,
  pageItemsMax: SELLER_PAGE_ITEMS_MAX,
  ...VIDEO_PARTS,
};

function mixPath({ playlist_id }: Pick<PlaylistInput, 'playlist_id'>): TikhubPath {
  return { path: 'douyin/app/v3/fetch_video_mix_detail', query: { mix_id: playlist_id } };
}

function videosPath({ playlist_id, cursor }: PlaylistVideosInput): TikhubPath {
  const [at = '0'] = readSlicedPlace(cursor).parts;
  return {
    path: 'douyin/app/v3/fetch_video_mix_post_list',
    query: { mix_id: playlist_id, cursor: at, count: TIKHUB_PAGE_SIZE },
  };
}

/** Only an answer with a good status that states `null` proves that there is no such mix. */
function parseMix(
  response: UpstreamResponse,
  input: Pick<PlaylistInput, 'playlist_id' | 'wantsRaw'>,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const said = tikhubData(response, input.wantsRaw, mixPath(input));
  if ('kind' in said) return said;
  const within = containers(said.data);
  const refusal = awemeStatus(within);
  if (refusal !== null) return refusal;
  const mix = outermost(within, 'mix_info');
  if (!isObject(mix)) {
    const isNone = within.some(({ mix_info }) => mix_info === null);
    return isNone && id(outermost(within, 'status_code')) === '0'
      ? absent()
      : badResponse('the answer is no mix');
  }
  const mixId = id(mix.mix_id);
  if (mixId === null) return badResponse('the answer is no mix');
  if (mixId !== input.playlist_id) return otherPlaylist(response);
  return { kind: 'record', record: toPlaylist(mix, mixId), raw: mix };
}

function toPlaylist(mix: Json, mixId: string): ParsedPlaylist {
  const counts = object(mix.statis);
  return {
    ...blankPlaylist(mixId, []),
    url: joined('https://www.douyin.com/collection/', segment(mixId)),
    title: text(mix.mix_name),
    text: text(mix.desc),
    author: awemeVideoAuthor(object(mix.author), 'douyin'),
    video_count: count(counts.updated_to_episode),
    views: count(counts.play_vv),
    published_at: publishedUnix(mix.create_time).published_at,
    updated_at: publishedUnix(mix.update_time).published_at,
    thumbnails: thumbnails(awemePicture(mix.cover_url)),
  };
}

function parseVideos(
  response: UpstreamResponse,
  input: PlaylistVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  return provedEmpty(videosPage(response, input), input, {
    request: askTikhub(provider, mixPath(input)),
    read: (answer) => parseMix(answer, input),
  });
}

/** A page that is cut is fetched again for its next part; what is not there is counted with its first part. */
function videosPage(response: UpstreamResponse, input: PlaylistVideosInput): Page | AttemptFailure {
  const said = tikhubData(response, input.wantsRaw, videosPath(input));
  if ('kind' in said) return said;
  const read = awemeEntries(said.data, AWEME_LISTS, true);
  if ('kind' in read) return read;
  const entries = read.list.map((entry) => {
    const { record, raw } = awemeItem(object(entry), 'douyin');
    return { position: placeOf(raw), video: record, raw };
  });
  const found = playlistItems(entries, input);
  if ('kind' in found) return found;
  const stand = readSlicedPlace(input.cursor);
  const onward = afterPosts({ ...read, entries: entries.length }, read.cursor, stand.parts[0] ?? '0');
  const page = slicePage(found.items, stand, input.count, onward);
  return { ...page, unavailable: stand.skip === 0 ? found.unavailable : 0 };
}

function placeOf({ mix_info }: Json): number | null {
  return count(object(object(mix_info).statis).current_episode) || null;
}
