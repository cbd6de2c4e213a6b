// Reads Kuaishou's answers as sellers pass them on: the `result` code, the feed, the cursor and the videos, in the app's form (camel or
// snake case) and in the web's. A refusal comes with an empty feed, so the code is checked first.
import type { ParsedVideo } from '../../domain/video.ts';
import type { Absent, AttemptFailure, FoundRecord, Page, PageInput, UpstreamResponse } from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  type Readable,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import {
  count,
  id,
  looseFlag,
  prose,
  publishedUnix,
  roundedCount,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { absent, foundVideo } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object } from '../parsing/json.ts';
import { publicItems, type ReadVideo } from '../parsing/public-items.ts';
import type { Onward } from '../parsing/sliced-pages.ts';
import { hashtags, joined } from '../parsing/text.ts';
import { containers, listNamed, outermost } from './nested-answer.ts';

/** What a page states about the end of its list. */
export interface KuaishouPage {
  /** The list had no entries of its kind, not just none that we could read. */
  isEmpty: boolean;
  /** `pcursor` as it came; null when the answer has none. */
  cursor: string | null;
}

export interface KuaishouFeed extends KuaishouPage {
  items: Page['items'];
}

/** Video search calls its list `mixFeeds`, with each item one level deeper; older routes call it `feeds`. */
const LISTS = ['mixFeeds', 'mix_feeds', 'feeds'];
const CURSORS = ['pcursor', 'nextCursor', 'cursor'];
const NO_MORE = 'no_more';
const RATE_LIMIT_SUSPEND_MS = 5_000; // The first back-off step that clients of the platform use.

const KUAISHOU_MISSING = [
  'embed_url',
  'title',
  'language',
  'region',
  'published_text',
  'author.url',
  'author.followers',
  'stats.danmaku',
  'license',
  'nsfw',
];

export function readKuaishouFeed(
  data: unknown,
  { bodyIsAnswer }: Pick<PageInput, 'bodyIsAnswer'>,
): KuaishouFeed | AttemptFailure {
  const within = containers(data);
  const list = Array.isArray(data) ? data : listNamed(within, LISTS);
  const holder = within.find((container) => Object.values(container).includes(list));
  const codes = [outermost(within, 'result'), holder?.result].flatMap((value) => id(value) ?? []);
  const refusal = codes.find((code) => code !== '1');
  if (refusal !== undefined) return byResult(refusal);
  const unanswered = sellersRefusal(within);
  if (unanswered !== null) return unanswered;
  if (list === null) return badResponse('no feed in the answer of Kuaishou');
  // Nothing states that the call succeeded: a blocked client gets an empty feed too.
  if (list.length === 0 && codes.length === 0) return badResponse('an empty feed without a result code');
  const videos = list.map(object).filter((entry) => !isOtherCard(entry));
  const items = publicItems(videos.map(toItem), bodyIsAnswer);
  if (!Array.isArray(items)) return items;
  return { items, isEmpty: videos.length === 0, cursor: kuaishouCursor(within) };
}

/** By the seller's own code for the app's answer; null when it is good or missing. */
export function sellersRefusal(within: readonly Json[]): AttemptFailure | null {
  const answered = id(outermost(within, 'responseCode')) ?? '0';
  return answered === '0' ? null : failed('refused', `response code ${answered.slice(0, 20)} of Kuaishou`);
}

/** As it came; null when the answer has none. */
export function kuaishouCursor(within: readonly Json[]): string | null {
  const cursor = CURSORS.map((name) => outermost(within, name)).find((value) => value !== undefined);
  return cursor === '' ? '' : id(cursor);
}

/** Fields where a detail route may put its one video. */
const DETAILS = ['photos', ...LISTS];

/** Reads one video, wherever the seller put it. No known code states that a video is gone; only an empty list with a good code does. */
export function readKuaishouVideo(
  response: UpstreamResponse,
  data: unknown,
  asked: string,
): FoundRecord | Absent | AttemptFailure {
  const within = containers(data);
  const code = id(outermost(within, 'result'));
  if (code !== null && code !== '1') return byResult(code);
  const list = listNamed(within, DETAILS);
  if (list?.length === 0 && code === '1') return absent();
  const video = (list ?? within.filter(isPhoto))
    .map(object)
    .map(videoIn)
    .find((one) => one.record !== null);
  if (video === undefined) return badResponse('no video in the answer of Kuaishou');
  const { record, raw } = video;
  return foundVideo(response, asked, { raw, names: namesOf(record!, asked) }, toReadable(video));
}

/** Other objects, such as the author, have an id too. */
const isPhoto = ({ photo, photoId, photo_id }: Json): boolean =>
  isObject(photo) || id(photoId) !== null || id(photo_id) !== null;

/** A video has a number and a short id. If an answer has only one of them, the other cannot be compared. */
function namesOf({ id: own, alt_ids }: ParsedVideo, asked: string): string[] {
  const names = [own, ...alt_ids];
  const isNumber = (name: string) => /^\d+$/.test(name);
  const isComparable = names.some((name) => isNumber(name) === isNumber(asked));
  return isComparable ? names : [...names, asked];
}

/** A failure by the platform's own code; null when the code is good or missing. */
export function kuaishouRefusal(within: readonly Json[]): AttemptFailure | null {
  const code = id(outermost(within, 'result'));
  return code === null || code === '1' ? null : byResult(code);
}

function byResult(code: string): AttemptFailure {
  const detail = `result ${code.slice(0, 20)} of Kuaishou`;
  if (code === '2') return failed('rate_limited', detail, RATE_LIMIT_SUSPEND_MS);
  if (code === '50') return failed('refused', detail);
  if (code === '2001') return failed('refused', `${detail}: it wants a captcha`);
  return badResponse(detail);
}

/**
 * The app's own rule: an empty or missing cursor and "no_more" end the list. An empty feed proves the end only with such a cursor, because
 * a blocked client gets empty feeds with a live cursor.
 */
export function afterKuaishouCursor({ isEmpty, cursor }: KuaishouPage, sent: string): Onward {
  if (cursor === NO_MORE || cursor === '') return { end: 'exhausted' };
  if (isEmpty) return { end: 'unknown' };
  if (cursor === null) return { end: 'exhausted' };
  return cursor === sent ? { end: 'unknown' } : { end: 'more', next: [cursor] };
}

/**
 * On routes with page numbers a missing cursor means nothing, and only an empty page ends the walk. A cursor that comes back unchanged
 * means that the route ignored both cursor and page number, and would give the same page for ever.
 */
export function afterKuaishouPage({ isEmpty, cursor }: KuaishouPage, sent: readonly string[]): Onward {
  const [page = '1', sentCursor] = sent;
  if (cursor === NO_MORE || cursor === '') return { end: 'exhausted' };
  if (isEmpty || (cursor !== null && cursor === sentCursor)) return { end: 'unknown' };
  return { end: 'more', next: [String(Number(page) + 1), ...(cursor === null ? [] : [cursor])] };
}

/** An entry that states its type and has no video is another kind of card: suggested searches, people. It may have an id too. */
const isOtherCard = ({ itemType, item_type, feed }: Json): boolean =>
  (itemType ?? item_type) !== undefined && !isObject(feed);

/** A video in either form, public or not. */
function videoIn(entry: Json): { record: ParsedVideo | null; raw: Json } {
  const raw = isObject(entry.feed) ? entry.feed : entry;
  return { record: isObject(raw.photo) ? fromWeb(raw, raw.photo) : fromApp(raw), raw };
}

function toItem(entry: Json): ReadVideo {
  const video = videoIn(entry);
  return { record: toReadable(video), raw: video.raw };
}

function toReadable({ record, raw }: { record: ParsedVideo | null; raw: Json }): Readable {
  return record !== null && isWithheld(raw) ? LEFT_OUT : record;
}

/** 0 is public. The other numbers mean private, under review and taken down; no document tells them apart. */
function isWithheld(raw: Json): boolean {
  const status = [raw, object(raw.photo)].map((part) => id(eitherCase(part)('photoStatus')));
  return status.some((said) => said !== null && said !== '0');
}

/** Sellers write the app's field names in camel or snake case. */
export function eitherCase(record: Json): (name: string) => unknown {
  return (name) => record[name] ?? record[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

/** One seller was seen to round the number and keep the text beside it, so texts go before numbers. */
function photoId(values: unknown[]): string | null {
  return values.map(text).find((value) => value !== null) ?? values.map(id).find((v) => v !== null) ?? null;
}

function fromApp(record: Json): ParsedVideo | null {
  const read = eitherCase(record);
  const found = photoId([record.photoId, record.photo_id, record.id]);
  if (found === null) return null;
  const shared = new URLSearchParams(text(read('shareInfo')) ?? '');
  const eid = shared.get('photoId');
  const caption = text(record.caption);
  const more = object(read('extParams'));
  return {
    ...blankVideo(found, KUAISHOU_MISSING),
    alt_ids: eid === null || eid === found ? [] : [eid],
    url: watchPage(eid ?? found),
    kind: kindOf(record),
    ...prose(caption),
    tags: hashtags(caption),
    ...publishedUnix(record.timestamp),
    duration_ms: count(more.video) || count(record.duration) || null,
    ...sizeOf(record, more),
    author: toAuthor(record),
    ...statsOf(read),
    thumbnails: thumbnails([...array(read('coverUrls')), ...array(record.cover_thumbnail_urls)].slice(0, 10)),
  };
}

/** Some routes give the size only among the parameters. */
function sizeOf(record: Json, { w, h }: Json): Pick<ParsedVideo, 'width' | 'height'> {
  const own = size(record);
  return own.width === null || own.height === null ? size({ width: w, height: h }) : own;
}

/** The author's fields stand beside the video's, or in an object of their own. */
function toAuthor(record: Json): ParsedVideo['author'] {
  const [own, inner] = [eitherCase(record), eitherCase(object(record.user))];
  const read = (name: string) => own(name) ?? inner(name);
  return {
    ...unknownAuthor,
    id: id(read('userId')),
    handle: text(read('kwaiId')),
    name: text(read('userName')),
    avatar_url: avatarOf([read('headUrl'), read('headurl'), read('headUrls'), read('headurls')]),
    verified: looseFlag(read('verified') ?? read('isVerified')),
  };
}

/** One address, or a list of mirrors. */
function avatarOf(values: unknown[]): string | null {
  const all = values.flatMap((value) => [
    ...texts(value),
    ...array(value).flatMap((mirror) => texts(object(mirror).url)),
  ]);
  return all.map((address) => url(address)).find((address) => address !== null) ?? null;
}

/** The id of a web item already is the short one. */
function fromWeb(record: Json, photo: Json): ParsedVideo | null {
  const found = photoId([photo.id, photo.photoId]);
  if (found === null) return null;
  const author = object(record.author);
  const read = eitherCase(photo);
  const caption = text(photo.originCaption) ?? text(photo.caption);
  const tags = array(record.tags).flatMap((tag) => text(object(tag).name)?.replace(/^#/, '') ?? []);
  const like = count(photo.realLikeCount) === null ? photo.likeCount : photo.realLikeCount;
  return {
    ...blankVideo(found, KUAISHOU_MISSING),
    url: watchPage(found),
    kind: kindOf(photo),
    ...prose(caption),
    tags: tags.length > 0 ? tags : hashtags(caption),
    ...publishedUnix(photo.timestamp),
    duration_ms: count(photo.duration) || null,
    ...size(photo),
    author: {
      ...unknownAuthor,
      id: id(author.id),
      name: text(author.name),
      avatar_url: url(author.headerUrl),
      verified: looseFlag(author.verified),
    },
    ...statsOf((name) => (name === 'likeCount' ? like : read(name))),
    thumbnails: thumbnails([photo.coverUrl]),
  };
}

/** The page of a video is known only by the short id. */
function watchPage(eid: string): string | null {
  return /^3x[\w-]+$/.test(eid) ? joined('https://www.kuaishou.com/short-video/', eid) : null;
}

function kindOf(record: Json): ParsedVideo['kind'] {
  const read = eitherCase(record);
  if (read('singlePicture') === true || record.video === false) return 'images';
  if (isObject(object(read('extParams')).atlas)) return 'images';
  const isVideo = record.video === true || count(record.duration) || count(object(read('extParams')).video);
  const hasFile = read('mainMvUrls') || record.photoUrl || array(record.photoUrls).length > 0;
  return isVideo || hasFile ? 'video' : 'unknown';
}

function statsOf(read: (name: string) => unknown): Pick<ParsedVideo, 'stats' | 'approx'> {
  const counts = {
    views: roundedCount(read('viewCount')),
    likes: roundedCount(read('likeCount')),
    comments: roundedCount(read('commentCount')),
    shares: roundedCount(read('shareCount')),
    saves: roundedCount(read('collectCount')),
    reposts: roundedCount(read('forwardCount')),
    downloads: roundedCount(read('downloadCount')),
  };
  const stats = Object.fromEntries(Object.entries(counts).map(([name, { value }]) => [name, value]));
  return {
    stats: { ...unknownStats, ...stats },
    approx: Object.entries(counts).flatMap(([name, { isApprox }]) => (isApprox ? [name] : [])),
  };
}
