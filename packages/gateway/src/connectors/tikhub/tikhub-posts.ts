// The adapters to searches of Xiaohongshu and Instagram as TikHub sells them: its envelope and key, and one table of routes. Each row asks in
// its platform's own words and reads its records; pages, ends and failures are read alike. Only what is a video, and public, is delivered.
import { NO_KNOWN_GAPS } from '../../domain/coverage.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AttemptFailure,
  Connector,
  IdForms,
  Page,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  type Readable,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import {
  flag,
  id,
  looseFlag,
  number,
  prose,
  publishedUnix,
  roundedCount,
  secondsToMs,
  segment,
  text,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { TIME_CHECKS, valued } from '../parsing/filters.ts';
import { INSTAGRAM_IDS, XIAOHONGSHU_IDS } from '../parsing/id-forms.ts';
import { array, isObject, type Json, object } from '../parsing/json.ts';
import { publicItems } from '../parsing/public-items.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { hashtags, joined, unixLines } from '../parsing/text.ts';
import { openTikhub, tikhubRequest } from './tikhub-envelope.ts';

/** How one platform is asked, and how its answer is read. */
interface Route {
  platform: string;
  path: string;
  /** What it is asked beside the keyword. `parts` is where the walk stands; empty on the first page. */
  query(input: SearchInput, parts: readonly string[]): Record<string, string>;
  /** The items of one page at most. */
  pageItemsMax: number;
  filters: FilterTable;
  missing: readonly string[];
  /** Whether an entry is a video: pictures, users and words to search for stand among them. */
  isVideo(entry: Json): boolean;
  read(entry: Json): Readable;
  /** Where the list goes on. `outer` is the object around the one that has the list. */
  onward(list: Json, outer: Json, parts: readonly string[]): Onward;
}

/** Fields that neither platform gives here. */
const MISSING = [
  'embed_url',
  'language',
  'region',
  'width',
  'height',
  'published_text',
  'author.followers',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'license',
  'nsfw',
] as const;
const XIAOHONGSHU_MISSING = [...MISSING, 'stats.views', 'author.verified'];
const INSTAGRAM_MISSING = [...MISSING, 'title', 'stats.saves'];

/** Xiaohongshu's own words for the kinds of notes. */
const VIDEO_NOTES = '视频笔记';
const ANY_TIME = '不限';
const XIAOHONGSHU_ORDERS: Record<string, string> = {
  newest: 'time_descending',
  likes: 'popularity_descending',
};
/** The search gives no more of a text than this. */
const PREVIEW_LENGTH = 60;

const XIAOHONGSHU: Route = {
  platform: 'xiaohongshu',
  path: 'xiaohongshu/app_v2/search_notes',
  pageItemsMax: 20,
  filters: {
    ...TIME_CHECKS,
    tag: 'checked',
    'sort=relevance': 'exact',
    'sort=newest': 'exact',
    'sort=likes': 'exact',
  },
  missing: XIAOHONGSHU_MISSING,
  query({ sort }, [page = '1', search_id, search_session_id]) {
    return valued({
      page,
      sort_type: XIAOHONGSHU_ORDERS[sort ?? 'relevance'] ?? 'general',
      note_type: VIDEO_NOTES,
      time_filter: ANY_TIME,
      search_id: search_id || undefined,
      search_session_id: search_session_id || undefined,
    });
  },
  isVideo: ({ model_type = 'note', note }) =>
    model_type === 'note' && (text(object(note).type) ?? 'video') === 'video',
  read: ({ note }) => (isObject(note) ? noteOf(note) : null),
  onward(list, _outer, [page = '1', ...session]) {
    const hasMore = looseFlag(list.has_more);
    if (hasMore === false) return { end: 'exhausted' };
    if (hasMore === null || array(list.items).length === 0) return { end: 'unknown' };
    const next = [text(list.search_id) ?? session[0] ?? '', text(list.search_session_id) ?? session[1] ?? ''];
    return { end: 'more', next: [String(Number(page) + 1), ...next] };
  },
};

/** The only kind of its media that is a video. */
const INSTAGRAM_VIDEO = 2;

const INSTAGRAM: Route = {
  platform: 'instagram',
  path: 'instagram/v2/search_reels',
  pageItemsMax: 12,
  filters: { ...TIME_CHECKS, tag: 'checked', 'sort=relevance': 'exact' },
  missing: INSTAGRAM_MISSING,
  query: (_input, [token]) => valued({ pagination_token: token }),
  // The others are pictures and albums.
  isVideo: ({ media_type = INSTAGRAM_VIDEO }) => number(media_type) === INSTAGRAM_VIDEO,
  read: reelOf,
  onward(list, outer, [sent]) {
    const holder = [outer, list].find((one) => 'pagination_token' in one);
    // Only an answer that has the token's name says by its absence that there is no next page.
    if (holder === undefined) return { end: 'unknown' };
    const token = text(holder.pagination_token);
    if (token === null || token === '') return { end: 'exhausted' };
    return array(list.items).length === 0 || token === sent
      ? { end: 'unknown' }
      : { end: 'more', next: [token] };
  },
};

interface Sold {
  name: string;
  route: Route;
  ids: IdForms;
  keyword: string;
  notes: string;
  unproved: readonly string[];
}

function sold({ name, route, ids, keyword, notes, unproved }: Sold): Connector {
  return {
    name,
    facts: {
      website: 'https://tikhub.io',
      docs: 'https://docs.tikhub.io',
      // Paths are those of documents, what records are made of those of clients.
      proof: { checkedAt: '2026-11-19', by: 'client', unproved },
      baseUrl: 'https://api.tikhub.io',
      platforms: [route.platform],
      keyNeeded: true,
      resale: 'own-key',
      keyword,
      // Links to pictures are signed; how long they work is not documented. This leaves a caller some hours.
      retention: { ...NO_RETENTION_RULES, linkSeconds: 10_800 },
      notes: `Each call with code 200 is billed by TikHub, an empty one too. ${notes} From mainland China set base_url to https://api.tikhub.dev.`,
    },
    options: {},
    coverage: NO_KNOWN_GAPS,
    redirects: false,
    ids,
    operations: {
      'video.search': {
        request: (input, provider) => ask(route, input, provider),
        parse: (response, input) => parsePage(route, response, input),
        pageItemsMax: route.pageItemsMax,
        missing: route.missing,
        cost: 1,
        filters: () => route.filters,
      },
    },
  };
}

export const tikhubXiaohongshu = sold({
  name: 'tikhub-xiaohongshu',
  route: XIAOHONGSHU,
  ids: XIAOHONGSHU_IDS,
  keyword:
    "Passed on to the search of Xiaohongshu's app as text; nothing is known of addresses or operators there.",
  notes:
    'Only notes with a video are asked for. The search gives the first 60 characters of a text. Path and parameters are those of its ' +
    'documents, fields those of public clients that tried them with a key in 2026; no answer was recorded.',
  unproved: ['How long its links work.', 'That its kind of note alone leaves pictures out.'],
});

export const tikhubInstagram = sold({
  name: 'tikhub-instagram',
  route: INSTAGRAM,
  ids: INSTAGRAM_IDS,
  keyword:
    'Passed on to the search for reels as text; one word finds more than several. Nothing is known of addresses or operators there.',
  notes:
    'It searches reels. TikHub takes no free credit for it. Two equal searches may find different reels, so a later page may repeat or ' +
    'miss some. Path and parameters are those of its SDK, fields those of public clients; no answer was recorded.',
  unproved: ['Where the token for the next page stands.', 'How long its links work.'],
});

function ask({ path, query }: Route, input: SearchInput, provider: Provider): UpstreamRequest {
  const { parts } = readSlicedPlace(input.cursor);
  const parameters = new URLSearchParams({ keyword: input.keyword, ...query(input, parts) });
  return tikhubRequest(provider, { path: `${path}?${parameters}` });
}

function parsePage(route: Route, response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  const opened = openTikhub(response, input.wantsRaw);
  if ('kind' in opened) return opened;
  const { envelope } = opened;
  const foreign = foreignAnswer(response, object(envelope.params).keyword, input.keyword);
  if (foreign !== null) return foreign;
  const outer = object(envelope.data);
  if (flag(outer.success) === false) return failed('refused', 'the platform refused the search');
  const list = object(outer.data);
  if (!Array.isArray(list.items)) return badResponse('the answer has no list of items');
  const entries = list.items.map(object).filter(route.isVideo);
  const read = entries.map((raw) => ({ record: route.read(raw), raw }));
  const items = publicItems(read, input.bodyIsAnswer);
  if (!Array.isArray(items)) return items;
  const place = readSlicedPlace(input.cursor);
  return slicePage(items, place, input.count, route.onward(list, outer, place.parts));
}

/** A note of Xiaohongshu. Its figures are numbers, or texts such as "1.2万". */
function noteOf(note: Json): Readable {
  const videoId = id(note.id) ?? id(note.note_id);
  if (videoId === null) return null;
  const info = object(note.interact_info);
  const clip = object(note.video_info_v2);
  const user = object(note.user);
  const authorId = id(user.userid) ?? id(user.user_id);
  const token = text(note.xsec_token);
  const words = prose(note.desc, unixLines);
  const cut = words.text !== null && [words.text.length, [...words.text].length].includes(PREVIEW_LENGTH);
  return {
    ...blankVideo(videoId, XIAOHONGSHU_MISSING),
    // Without its token the address opens for nobody.
    url: joined(
      'https://www.xiaohongshu.com/explore/',
      segment(videoId),
      token === null ? '' : `?${new URLSearchParams({ xsec_token: token, xsec_source: 'pc_search' })}`,
    ),
    title: text(note.title) || null,
    ...words,
    text_truncated: words.text_truncated || cut,
    tags: hashtags(words.text),
    ...publishedUnix(note.timestamp),
    duration_ms: secondsToMs(object(object(clip.media).video).duration),
    thumbnails: thumbnails([object(clip.image).thumbnail, object(array(note.images_list)[0]).url]),
    author: {
      ...unknownAuthor,
      id: authorId,
      handle: text(user.red_id),
      name: text(user.nickname),
      url: authorId && joined('https://www.xiaohongshu.com/user/profile/', segment(authorId)),
      avatar_url: url(user.images) ?? url(user.avatar),
    },
    ...figures({
      likes: note.liked_count ?? info.liked_count,
      comments: note.comments_count ?? info.comment_count,
      shares: note.shared_count ?? info.share_count,
      saves: note.collected_count ?? info.collected_count,
    }),
  };
}

function reelOf(reel: Json): Readable {
  const code = id(reel.code);
  const user = object(reel.user);
  if (code === null) return null;
  if (flag(user.is_private) === true) return LEFT_OUT;
  const caption = prose(object(reel.caption).text, unixLines);
  const handle = text(user.username);
  const other = id(reel.id) ?? id(reel.pk);
  return {
    ...blankVideo(code, INSTAGRAM_MISSING),
    alt_ids: other === null || other === code ? [] : [other],
    url: joined('https://www.instagram.com/reel/', segment(code), '/'),
    ...caption,
    tags: hashtags(caption.text),
    ...publishedUnix(reel.taken_at),
    duration_ms: secondsToMs(reel.video_duration),
    thumbnails: thumbnails([reel.thumbnail_url, ...array(object(reel.image_versions).items)]),
    author: {
      ...unknownAuthor,
      id: id(user.id) ?? id(user.pk),
      handle,
      name: text(user.full_name),
      url: handle && joined('https://www.instagram.com/', segment(handle), '/'),
      avatar_url: url(user.profile_pic_url),
      verified: flag(user.is_verified),
    },
    // Likes that the author hides are null.
    ...figures({
      views: reel.play_count ?? reel.ig_play_count,
      likes: reel.like_count,
      comments: reel.comment_count,
      shares: reel.share_count,
    }),
  };
}

function figures(
  given: Partial<Record<keyof ParsedVideo['stats'], unknown>>,
): Pick<ParsedVideo, 'stats' | 'approx'> {
  const counts = Object.entries(given).map(([name, value]) => [name, roundedCount(value)] as const);
  return {
    stats: { ...unknownStats, ...Object.fromEntries(counts.map(([name, { value }]) => [name, value])) },
    approx: counts.flatMap(([name, { isApprox }]) => (isApprox ? [name] : [])),
  };
}
