// What the sellers of Kuaishou, Douyin and TikTok have in common besides the search: an author's videos, comments, replies and profiles,
// each in the platform's own form. A platform's cursor is always sent back unchanged.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  FoundRecord,
  Page,
  PageInput,
  RepliesInput,
  UpstreamResponse,
} from '../connector.ts';
import { id, looseFlag } from '../parsing/fields.ts';
import { object } from '../parsing/json.ts';
import { type Onward, readSlicedPlace, type SlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { type AwemePlatform, inAppForm, readAwemeList, readAwemeVideo } from './aweme.ts';
import { readAwemeAuthor } from './aweme-author.ts';
import { afterComments, readAwemeComments } from './aweme-comments.ts';
import { afterKuaishouCursor, readKuaishouFeed, readKuaishouVideo } from './kuaishou.ts';
import { readKuaishouAuthor } from './kuaishou-author.ts';
import { readKuaishouComments } from './kuaishou-comments.ts';
import { containers, outermost } from './nested-answer.ts';

export type ShortVideoPlatform = AwemePlatform | 'kuaishou';

const NAMES: readonly string[] = ['kuaishou', 'douyin', 'tiktok'];

export const SELLER_PAGE_ITEMS_MAX = 50;

/** Fields that the sellers never give for a video. */
export const SHORT_VIDEO_MISSING = ['embed_url', 'published_text', 'stats.danmaku', 'license', 'nsfw'];

const COMMENT_MISSING = ['url', 'published_text', 'edited_at', 'rating', 'position_ms', 'author.followers'];

/** What the sellers' operations for single videos have in common. */
export const VIDEO_PARTS = { missing: SHORT_VIDEO_MISSING, cost: 1 };
/** What the sellers' lists of an author's videos have in common. */
export const AUTHOR_VIDEOS_PARTS = {
  looksUpHandles: true,
  sorts: ['newest'],
  pageItemsMax: SELLER_PAGE_ITEMS_MAX,
  ...VIDEO_PARTS,
} as const;
/** What the sellers' lists of comments and of replies have in common. */
export const COMMENT_PARTS = { pageItemsMax: SELLER_PAGE_ITEMS_MAX, missing: COMMENT_MISSING, cost: 1 };

/** An unknown name counts as Kuaishou. The configuration accepts no such name, so no request is ever made for one. */
export function shortVideoPlatform(platform: string): ShortVideoPlatform {
  return NAMES.includes(platform) ? (platform as ShortVideoPlatform) : 'kuaishou';
}

/** How the long id of an author on Douyin and TikTok begins. */
const LONG_ID = /^MS4wLjAB/;

/** The id that lists of videos need: a number on Kuaishou, the long id on the others. null when it must be looked up. */
export function listId(platform: ShortVideoPlatform, authorId: string | undefined): string | null {
  if (authorId === undefined) return null;
  return (platform === 'kuaishou' ? /^\d+$/ : LONG_ID).test(authorId) ? authorId : null;
}

/** Where a walk over an author's videos stands: the platform's cursor, and the id that was looked up for it. */
export function authorStand({ cursor }: PageInput): { cursor: string | null; authorId: string | null } {
  const [at, authorId] = readSlicedPlace(cursor).parts;
  return { cursor: at === undefined || at === '' ? null : at, authorId: authorId ?? null };
}

export function readAuthorVideos(
  platform: ShortVideoPlatform,
  data: unknown,
  input: PageInput,
  authorId: string,
): Page | AttemptFailure {
  const read = platform === 'kuaishou' ? feedOf(data, input) : postsOf(data, platform, input);
  if ('kind' in read) return read;
  return slicePage(read.items, standAt(input, authorId), input.count, withAuthor(read.onward, authorId));
}

interface ReadList {
  items: Page['items'];
  onward: Onward;
}

function feedOf(data: unknown, input: PageInput): ReadList | AttemptFailure {
  const feed = readKuaishouFeed(data, input);
  if ('kind' in feed) return feed;
  return { items: feed.items, onward: afterKuaishouCursor(feed, authorStand(input).cursor ?? '') };
}

function postsOf(data: unknown, platform: AwemePlatform, input: PageInput): ReadList | AttemptFailure {
  const list = readAwemeList(data, platform, input, { isOwned: true });
  if ('kind' in list) return list;
  const cursor = id(outermost(containers(data), 'max_cursor')) ?? list.cursor;
  const items = list.items.map((item) => (isHeldAtTop(item.raw) ? pinnedItem(item) : item));
  return { items, onward: afterPosts(list, cursor, authorStand(input).cursor) };
}

/** An author can pin up to three videos above the newest. */
function isHeldAtTop(raw: unknown): boolean {
  return looseFlag(inAppForm(object(raw)).is_top) === true;
}

function pinnedItem({ record, raw }: Page['items'][number]): Page['items'][number] {
  return { record: { ...record, pinned: true }, raw };
}

/** A cursor that does not change would repeat the page. */
export function afterPosts(
  { hasMore, entries }: { hasMore: boolean | null; entries: number },
  cursor: string | null,
  sent: string | null,
): Onward {
  if (hasMore === false) return { end: 'exhausted' };
  if (entries === 0 || cursor === null || cursor === sent) return { end: 'unknown' };
  return { end: 'more', next: [cursor] };
}

/** If only a part of the first page was delivered, the next slice needs the same id. */
function standAt({ cursor }: PageInput, authorId: string): SlicedPlace {
  const { skip, parts } = readSlicedPlace(cursor);
  return { skip, parts: [parts[0] ?? '', authorId] };
}

function withAuthor(onward: Onward, authorId: string): Onward {
  return onward.end === 'more' ? { end: 'more', next: [...onward.next, authorId] } : onward;
}

export function readAuthorProfile(
  platform: ShortVideoPlatform,
  data: unknown,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  return platform === 'kuaishou' ? readKuaishouAuthor(data) : readAwemeAuthor(data, platform);
}

export function readShortVideo(
  response: UpstreamResponse,
  platform: ShortVideoPlatform,
  data: unknown,
  videoId: string,
): FoundRecord | Absent | AttemptFailure {
  if (platform === 'kuaishou') return readKuaishouVideo(response, data, videoId);
  return readAwemeVideo(response, data, { id: videoId, platform });
}

/** The cursor of the next page of comments; null on the first page. */
export function commentsCursor({ cursor }: PageInput): string | null {
  return readSlicedPlace(cursor).parts[0] ?? null;
}

/** With `numbered`, the seller numbers its pages, and the platform's cursor is not used. */
export function readShortVideoComments(
  platform: ShortVideoPlatform,
  data: unknown,
  input: CommentsInput | RepliesInput,
  { isNumbered = false }: { isNumbered?: boolean } = {},
): Page<ParsedComment> | AttemptFailure {
  const root = 'comment_id' in input ? input.comment_id : null;
  const stand = readSlicedPlace(input.cursor);
  const sent = commentsCursor(input);
  if (platform === 'kuaishou') {
    const list = readKuaishouComments(data, { video: input.id, root });
    if ('kind' in list) return list;
    const page = slicePage(list.items, stand, input.count, afterKuaishouCursor(list, sent ?? ''));
    // In an answer with replies, the count is that of the whole video.
    return root === null ? withTotal(page, list.total) : page;
  }
  const list = readAwemeComments(data, { platform, video: input.id, root });
  if ('kind' in list) return list;
  const cursor = isNumbered ? String(Number(sent ?? '1') + 1) : list.cursor;
  const page = slicePage(list.items, stand, input.count, afterComments({ ...list, cursor }, sent ?? '0'));
  return withTotal(page, list.total);
}

/** The count includes replies, and comments that were removed since. */
function withTotal(page: Page<ParsedComment>, value: number | null): Page<ParsedComment> {
  return value === null ? page : { ...page, total: { value, relation: 'approx' } };
}

/** Whether the author of a video switched comments off. */
export function isCommentless(raw: unknown): boolean {
  const { status, aweme_control } = inAppForm(object(raw));
  const said = [object(status).allow_comment, object(aweme_control).can_show_comment];
  return said.some((flag) => looseFlag(flag) === false);
}
