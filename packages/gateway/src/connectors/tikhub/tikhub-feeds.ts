// Lists of TikHub that the platform chooses: videos beside one video on Douyin, and the popular videos of a country on TikTok.
import type { PopularTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
  Page,
  Parsed,
  PopularInput,
  Provider,
  RelatedInput,
  UpstreamResponse,
} from '../connector.ts';
import { blankVideo } from '../parsing/blank-records.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import { id, looseFlag, prose, secondsToMs, text, thumbnails, url } from '../parsing/fields.ts';
import { valued } from '../parsing/filters.ts';
import { type Json, object } from '../parsing/json.ts';
import { provedEmpty } from '../parsing/proved-empty.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { hashtags } from '../parsing/text.ts';
import { readAwemeList } from '../short-video/aweme.ts';
import { containers, listNamed, outermost } from '../short-video/nested-answer.ts';
import { SELLER_PAGE_ITEMS_MAX, VIDEO_PARTS } from '../short-video/short-video-lists.ts';
import {
  askTikhub,
  readTikhubVideo,
  TIKHUB_PAGE_SIZE,
  type TikhubPath,
  tikhubData,
  tikhubVideoPath,
} from './tikhub-lists.ts';

export const tikhubRelated: ConnectorOperations['video.related'] = {
  request: (input, provider) => askTikhub(provider, relatedPath(input)),
  parse: parseRelated,
  platforms: ['douyin'],
  pageItemsMax: SELLER_PAGE_ITEMS_MAX,
  ...VIDEO_PARTS,
};

/** The documented size of a page. */
const POPULAR_SIZE = 10;
/** The numbers of days that the route documents; 7 is its default. */
const DAYS: Record<string, string> = { week: '7', month: '30' };
const POPULAR_FILTERS: PopularTable = { region: 'exact', 'period=week': 'exact', 'period=month': 'exact' };

/** Fields that the ranking never gives. */
const POPULAR_MISSING = [
  'embed_url',
  'title',
  'language',
  'region',
  'published_at',
  'published_text',
  'width',
  'height',
  'author.id',
  'author.handle',
  'author.name',
  'author.url',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.views',
  'stats.likes',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'approx',
  'license',
  'nsfw',
];

export const tikhubPopular: ConnectorOperations['video.popular'] = {
  request: (input, provider) => askTikhub(provider, popularPath(input, provider)),
  parse: parsePopular,
  platforms: ['tiktok'],
  filters: (platform) => (platform === 'tiktok' ? POPULAR_FILTERS : {}),
  pageItemsMax: POPULAR_SIZE,
  missing: POPULAR_MISSING,
  cost: 1,
};

function relatedPath({ id: aweme_id, cursor }: RelatedInput): TikhubPath {
  const [refresh_index = '1'] = readSlicedPlace(cursor).parts;
  return {
    path: 'douyin/web/fetch_related_posts',
    query: { aweme_id, refresh_index, count: TIKHUB_PAGE_SIZE },
  };
}

function parseRelated(
  response: UpstreamResponse,
  input: RelatedInput,
  provider: Provider,
): Parsed<Page | Absent> {
  return provedEmpty(relatedPage(response, input), input, {
    request: askTikhub(provider, tikhubVideoPath(input, provider)),
    read: (answer) => readTikhubVideo(answer, input, provider),
  });
}

function relatedPage(response: UpstreamResponse, input: RelatedInput): Page | AttemptFailure {
  const said = tikhubData(response, input.wantsRaw, relatedPath(input));
  if ('kind' in said) return said;
  const list = readAwemeList(said.data, 'douyin', input, { isOwned: true });
  if ('kind' in list) return list;
  const others = list.items.filter(({ record }) => record.id !== input.id);
  const stand = readSlicedPlace(input.cursor);
  return slicePage(others, stand, input.count, afterNumber(list.hasMore, list.entries, stand.parts));
}

/** Pages are numbered from 1. */
function afterNumber(hasMore: boolean | null, entries: number, [page = '1']: readonly string[]): Onward {
  if (hasMore === false) return { end: 'exhausted' };
  if (hasMore === null || entries === 0) return { end: 'unknown' };
  return { end: 'more', next: [String(Number(page) + 1)] };
}

function popularPath({ region, period, cursor }: PopularInput, { options }: Provider): TikhubPath {
  const [page = '1'] = readSlicedPlace(cursor).parts;
  const query = {
    page,
    ...valued({ period: period && DAYS[period] }),
    limit: String(POPULAR_SIZE),
    order_by: 'vv',
    country_code: region ?? options.tiktok_region ?? 'US',
  };
  return { path: 'tiktok/ads/get_popular_trends', query };
}

/** The ranking has a code of its own within TikHub's envelope. */
function parsePopular(
  response: UpstreamResponse,
  input: PopularInput,
  provider: Provider,
): Page | AttemptFailure {
  const said = tikhubData(response, input.wantsRaw, popularPath(input, provider));
  if ('kind' in said) return said;
  const within = containers(said.data);
  const code = id(outermost(within, 'code')) ?? '0';
  if (code !== '0') return failed('refused', `code ${code.slice(0, 20)} of the ranking`);
  const list = listNamed(within, ['videos']);
  if (list === null) return badResponse('no list of videos in the ranking');
  const items = list.map(object).flatMap(rankedItem);
  if (items.length === 0 && list.length > 0) return badResponse('no video of the ranking is readable');
  const stand = readSlicedPlace(input.cursor);
  const hasMore = looseFlag(outermost(within, 'has_more'));
  return slicePage(items, stand, input.count, afterNumber(hasMore, list.length, stand.parts));
}

/** What the ranking calls a title is the caption. */
function rankedItem(raw: Json): Page['items'] {
  const videoId = id(raw.item_id) ?? id(raw.id);
  if (videoId === null) return [];
  const caption = text(raw.title);
  const record: ParsedVideo = {
    ...blankVideo(videoId, POPULAR_MISSING),
    url: url(raw.item_url),
    ...prose(caption),
    tags: hashtags(caption),
    duration_ms: secondsToMs(raw.duration),
    thumbnails: thumbnails([{ url: raw.cover }]),
  };
  return [{ record, raw }];
}
