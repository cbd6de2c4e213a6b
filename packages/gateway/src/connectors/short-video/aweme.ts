// Reads Douyin's and TikTok's answers as sellers pass them on: the status, the reason for an empty list, the state that the next page
// needs, and the videos, which are called "aweme". An empty list on these platforms is more often a refusal than an end, so a reason that
// is not known to mean the end counts as a refusal.

import type { AbsenceReason } from '../../domain/failure.ts';
import { listedTracks } from '../../domain/transcript/tracks.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AttemptFailureKind,
  FoundRecord,
  Page,
  PageInput,
  UpstreamResponse,
} from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  type SeldomGiven,
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
  secondsToMs,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { absent, foundVideo, otherVideo } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object } from '../parsing/json.ts';
import { publicItems, type ReadVideo } from '../parsing/public-items.ts';
import { hashtags, joined } from '../parsing/text.ts';
import { containers, listNamed, outermost } from './nested-answer.ts';
import { tiktokTracks } from './tiktok-captions.ts';
import { fromWebItem, isWebItem, WEB_ABSENCES } from './tiktok-web.ts';

export type AwemePlatform = 'douyin' | 'tiktok';

export interface AwemeList {
  items: Page['items'];
  /** Number of entries of the list, including those that are not videos. */
  entries: number;
  /** null when the answer does not state it. */
  hasMore: boolean | null;
  cursor: string | null;
  searchId: string | null;
  /** Part of the search's state on some routes; sent back unchanged. */
  backtrace: string | null;
}

export const AWEME_LISTS = [
  'search_item_list',
  'business_data',
  'aweme_list',
  'item_list',
  'itemList',
  'video_list',
  'data',
];

/** `search_nil_info`: why a list is empty. */
const NIL: Record<string, AttemptFailureKind | 'end'> = {
  hit_shark: 'refused',
  verify_check: 'refused',
  antispam_check: 'refused',
  // The search expired upstream, so the walk cannot go on.
  empty_session: 'not_found',
  invalid_count: 'input_rejected',
  federation_empty: 'end',
};

const AWEME_MISSING = ['embed_url', 'published_text', 'approx', 'stats.danmaku', 'license', 'nsfw'];
const GIVES: SeldomGiven = ['music', 'captions', 'location', 'mentions'];

/**
 * With `isOwned`, an empty list makes the connector look up its owner. So the list itself may be missing where the answer states that it
 * has ended.
 */
export function readAwemeList(
  data: unknown,
  platform: AwemePlatform,
  { bodyIsAnswer }: Pick<PageInput, 'bodyIsAnswer'>,
  { isOwned = false }: { isOwned?: boolean } = {},
): AwemeList | AttemptFailure {
  const read = awemeEntries(data, AWEME_LISTS, isOwned);
  if ('kind' in read) return read;
  const { list, ...onward } = read;
  const items = publicItems(
    list.map((entry) => awemeItem(object(entry), platform)),
    bodyIsAnswer,
  );
  return Array.isArray(items) ? { items, entries: list.length, ...onward } : items;
}

/** What an answer states about its next page. */
export type AwemeOnward = Omit<AwemeList, 'items' | 'entries'>;

/** The list of an answer under one of the names, with what the answer states about the next page. */
export function awemeEntries(
  data: unknown,
  names: readonly string[],
  isOwned = false,
): ({ list: unknown[] } & AwemeOnward) | AttemptFailure {
  const within = containers(data);
  const refusal = awemeStatus(within);
  if (refusal !== null) return refusal;
  const given = Array.isArray(data) ? data : listNamed(within, names);
  const list = given === null && isOwned && isSaidToEnd(within) ? [] : given;
  const nil = list === null || list.length === 0 ? nilReason(within) : null;
  if (nil !== null && nil !== 'end') return nil;
  if (list === null && nil === null) return badResponse('no list in the answer');
  return { list: list ?? [], ...onwardOf(within), ...(nil === 'end' && { hasMore: false }) };
}

/** The status is good and there is nothing more, both stated by the platform. */
function isSaidToEnd(within: readonly Json[]): boolean {
  const status = id(outermost(within, 'status_code')) ?? id(outermost(within, 'statusCode'));
  return status === '0' && onwardOf(within).hasMore === false;
}

/** Why a video is withheld, as numbers or words. 8 means deleted or blocked for legal reasons in this country; nothing tells which. */
const FILTER_REASONS: Record<string, AbsenceReason> = {
  '5': 'private',
  '10': 'private',
  status_self_see: 'private',
  status_part_see: 'private',
};

/** Reads one video. If it is missing, only a stated reason proves that it does not exist: no video and no reason is a refusal. */
export function readAwemeVideo(
  response: UpstreamResponse,
  data: unknown,
  { id: asked, platform }: { id: string; platform: AwemePlatform },
): FoundRecord | Absent | AttemptFailure {
  const within = containers(data);
  const refusal = webAbsence(within) ?? awemeStatus(within);
  if (refusal !== null) return refusal;
  const detail = outermost(within, 'aweme_detail') ?? listNamed(within, ['aweme_details', 'aweme_list'])?.[0];
  const items = [detail, ...within.filter(isWhole)].map((entry) => awemeItem(object(entry), platform));
  const item = items.find(({ record }) => record !== null);
  if (item === undefined) return filteredOut(response, within, asked);
  const aweme = inAppForm(item.raw);
  const found = foundVideo(response, asked, { raw: item.raw, names: [id(aweme.aweme_id)] }, item.record);
  return found.kind === 'absent' ? absent(withheldReason(aweme) ?? found.reason) : found;
}

/** A flag, or a number of which only 0 means "no". */
const isSet = (value: unknown): boolean => looseFlag(value) ?? (count(value) ?? 0) > 0;

/**
 * Why an item is not public; null when it is. `private_status` is 1 for its author only and 2 for friends; `part_see` is a selected part of
 * the audience. `video_hide_search` and `reviewed` also have these values on public videos, so they are ignored.
 */
function withheldReason({ status, author }: Json): AbsenceReason | null {
  const { is_delete, is_prohibited, is_private, private_status, part_see, self_see, in_reviewing } =
    object(status);
  if ([is_delete, is_prohibited].some(isSet)) return 'deleted';
  const isKept = [is_private, private_status, part_see, self_see, in_reviewing, object(author).secret];
  return isKept.some(isSet) ? 'private' : null;
}

/** An entry that only states why a video is withheld also has its id, but no other fields. */
function isWhole({ filter_reason, detail_msg }: Json): boolean {
  return filter_reason === undefined && detail_msg === undefined;
}

function filteredOut(
  response: UpstreamResponse,
  within: readonly Json[],
  asked: string,
): Absent | AttemptFailure {
  const entry = object(listNamed(within, ['filter_list'])?.[0] ?? outermost(within, 'filter_detail'));
  const reason = id(entry.reason ?? entry.filter_reason);
  if (reason === null) return failed('refused', 'no video, and no reason for it');
  const named = id(entry.aweme_id);
  if (named !== null && named !== asked) return otherVideo(response);
  return absent(Object.hasOwn(FILTER_REASONS, reason) ? FILTER_REASONS[reason] : 'unknown');
}

/** The web's own code for a video that is not public; null when the answer has no such code. */
export function webAbsence(within: readonly Json[]): Absent | null {
  const code = id(outermost(within, 'statusCode')) ?? '';
  return Object.hasOwn(WEB_ABSENCES, code) ? absent(WEB_ABSENCES[code]) : null;
}

/** A failure by the platform's own status; null when the status is good or missing. */
export function awemeStatus(within: readonly Json[]): AttemptFailure | null {
  const status = id(outermost(within, 'status_code')) ?? id(outermost(within, 'statusCode'));
  return status === null || status === '0' ? null : failed('refused', `status code ${status.slice(0, 20)}`);
}

/** null when the answer gives no reason. */
function nilReason(within: readonly Json[]): AttemptFailure | 'end' | null {
  const { search_nil_type, search_nil_item } = object(outermost(within, 'search_nil_info'));
  const reasons = [search_nil_type, search_nil_item].flatMap((value) => text(value) ?? []);
  const against = reasons.find((reason) => NIL[reason] !== 'end');
  if (against === undefined) return reasons.length > 0 ? 'end' : null;
  const kind = Object.hasOwn(NIL, against) ? NIL[against] : 'refused';
  return failed(kind as AttemptFailureKind, `an empty list: ${against.slice(0, 40)}`);
}

/** Newer routes keep the state of the next page in a separate object. */
function onwardOf(within: readonly Json[]): AwemeOnward {
  const next = object(outermost(within, 'next_page'));
  const more = outermost(within, 'has_more') ?? outermost(within, 'hasMore');
  const moreCount = count(more);
  return {
    hasMore: looseFlag(more) ?? (moreCount === null ? null : moreCount > 0),
    cursor: id(next.cursor) ?? id(outermost(within, 'cursor')),
    searchId: id(next.search_id) ?? id(outermost(within, 'search_id')) ?? id(outermost(within, 'logid')),
    backtrace: text(outermost(within, 'backtrace')),
  };
}

/** Cards of people, sounds and topics between the videos are left out. */
export function awemeItem(entry: Json, platform: AwemePlatform): ReadVideo {
  const inner = object(entry.data);
  const raw = [entry.aweme_info, inner.aweme_info, entry.data, entry.item, entry].find(
    (value): value is Json => isObject(value) && (id(value.aweme_id) !== null || isWebItem(value)),
  );
  if (raw === undefined) return { record: null, raw: entry };
  const aweme = inAppForm(raw);
  if (withheldReason(aweme) !== null) return { record: LEFT_OUT, raw };
  return { record: toVideo(aweme, id(aweme.aweme_id)!, platform), raw };
}

export function inAppForm(record: Json): Json {
  return id(record.aweme_id) === null && isWebItem(record) ? fromWebItem(record) : record;
}

function toVideo(record: Json, videoId: string, platform: AwemePlatform): ParsedVideo {
  const video = object(record.video);
  const author = awemeVideoAuthor(object(record.author), platform);
  const kind = kindOf(record, video);
  const caption = text(record.desc);
  return {
    ...blankVideo(videoId, AWEME_MISSING, GIVES),
    url: sharedPage(record, videoId) ?? watchPage(videoId, author.handle, platform),
    kind,
    title: text(record.item_title),
    ...prose(caption),
    tags: tagsOf(record, caption),
    language: awemeLanguage(record.desc_language),
    region: region(record.region),
    ...publishedUnix(record.create_time),
    duration_ms: kind === 'images' ? null : (durationMs(video.duration) ?? durationMs(record.duration)),
    ...size(video),
    author,
    stats: toStats(object(record.statistics)),
    thumbnails: thumbnails(['cover', 'origin_cover'].flatMap((name) => awemePicture(video[name]))),
    music: toMusic(object(record.music)),
    // A video without captions has no list of them, and neither has one whose captions a route leaves out.
    captions: array(object(video.cla_info).caption_infos).length > 0 ? true : null,
    location: text(object(record.poi_info).poi_name),
    mentions: array(record.text_extra).flatMap((extra) => texts(object(extra).user_unique_id)),
    ...(platform === 'tiktok' && transcripts(video)),
  };
}

/** Absent where none is listed, because some routes leave them out. */
function transcripts(video: Json): Pick<ParsedVideo, 'tracks'> {
  const tracks = tiktokTracks(video);
  return tracks.length === 0 ? {} : { tracks: listedTracks(tracks) };
}

function toMusic(music: Json): ParsedVideo['music'] {
  const sound = {
    id: text(music.id_str) ?? text(music.mid) ?? id(music.id),
    title: text(music.title),
    author: text(music.author),
  };
  return sound.id === null && sound.title === null ? null : sound;
}

/** The duration is in milliseconds; some answers give it in seconds with a fraction. */
function durationMs(value: unknown): number | null {
  return (count(value) ?? secondsToMs(value)) || null;
}

function kindOf(record: Json, video: Json): ParsedVideo['kind'] {
  const images = [...array(record.images), ...array(object(record.image_post_info).images)];
  if (images.length > 0) return 'images';
  return isObject(video.play_addr) || durationMs(video.duration) !== null ? 'video' : 'unknown';
}

/**
 * The address that the app shares, without its query, which contains who shared it, when and on what device. null when only the query names
 * the video.
 */
function sharedPage(record: Json, videoId: string): string | null {
  const shared = url(record.share_url) ?? url(object(record.share_info).share_url);
  const [page = ''] = shared?.split(/[?#]/, 1) ?? [];
  return page.includes(segment(videoId)) ? url(joined(page)) : null;
}

function watchPage(videoId: string, handle: string | null, platform: AwemePlatform): string | null {
  if (platform === 'douyin') return joined('https://www.douyin.com/video/', segment(videoId));
  if (handle === null) return null;
  return joined('https://www.tiktok.com/@', segment(handle), '/video/', segment(videoId));
}

/** Topics, and the hashtags of the caption; most routes give one of the two. Tags that differ only in case are the same. */
function tagsOf(record: Json, caption: string | null): string[] {
  const topics = array(record.cha_list).flatMap((topic) => texts(object(topic).cha_name));
  const marked = array(record.text_extra).flatMap((extra) => texts(object(extra).hashtag_name));
  const named = [...topics, ...marked].map((tag) => tag.replace(/^[#＃]/, '')).filter((tag) => tag !== '');
  if (named.length === 0) return hashtags(caption);
  const seen = new Set<string>();
  return named.filter((tag) => !seen.has(tag.toLowerCase()) && seen.add(tag.toLowerCase()));
}

export function awemeVideoAuthor(author: Json, platform: AwemePlatform): ParsedVideo['author'] {
  const handle = awemeHandle(author, platform);
  const avatars = ['avatar_larger', 'avatar_medium', 'avatar_thumb'];
  return {
    ...unknownAuthor,
    // Lists of an author's videos need the long id.
    id: text(author.sec_uid) ?? id(author.uid),
    handle,
    name: text(author.nickname),
    url: awemeAuthorPage(handle, text(author.sec_uid), platform),
    avatar_url: url(avatars.flatMap((name) => texts(object(author[name]).url_list))[0]),
    verified: isCertified(author) || looseFlag(author.is_verified),
    // Lists of videos give 0 for every author.
    followers: count(author.follower_count) || null,
  };
}

/** On Douyin, a user who chose no handle is shown by a number from the app; "0" means none. On TikTok that number opens nothing. */
export function awemeHandle({ unique_id, short_id }: Json, platform: AwemePlatform): string | null {
  const number = platform === 'douyin' ? id(short_id) : null;
  return text(unique_id) ?? (number === '0' ? null : number);
}

/** TikTok accepts the long id in place of the handle. */
export function awemeAuthorPage(
  handle: string | null,
  secUid: string | null,
  platform: AwemePlatform,
): string | null {
  const name = platform === 'douyin' ? secUid : (handle ?? secUid);
  const root = platform === 'douyin' ? 'https://www.douyin.com/user/' : 'https://www.tiktok.com/@';
  return name === null ? null : joined(root, segment(name));
}

/** The text for which a person or a company is verified. */
export function isCertified({ custom_verify, enterprise_verify_reason }: Json): boolean {
  return text(custom_verify) !== null || text(enterprise_verify_reason) !== null;
}

function toStats(statistics: Json): ParsedVideo['stats'] {
  const reactions = {
    likes: count(statistics.digg_count),
    comments: count(statistics.comment_count),
    shares: count(statistics.share_count),
    saves: count(statistics.collect_count),
    reposts: count(statistics.forward_count),
    downloads: count(statistics.download_count),
  };
  const views = count(statistics.play_count);
  // A platform that hides the plays writes 0. A video without plays could not have likes.
  const isHidden = views === 0 && Object.values(reactions).some((number) => (number ?? 0) > 0);
  return { ...unknownStats, ...reactions, views: isHidden ? null : views };
}

/** The addresses of one picture are mirrors of each other: the first is used. */
export function awemePicture(value: unknown): unknown[] {
  const [address] = texts(object(value).url_list);
  return address === undefined ? [] : [{ ...object(value), url: address }];
}

/** These platforms write `un` for "undetermined". */
export function awemeLanguage(value: unknown): string | null {
  const found = text(value);
  return found !== null && found !== 'un' && /^[a-z]{2,3}(-[A-Za-z]{2,8})?$/.test(found) ? found : null;
}

function region(value: unknown): string | null {
  const found = text(value);
  return found !== null && /^[A-Z]{2}$/.test(found) ? found : null;
}
