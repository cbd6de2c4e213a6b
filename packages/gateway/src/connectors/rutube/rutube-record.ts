// Reads Rutube's records. Its times have no zone and its documents state none, so only the day is used.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { UpstreamResponse } from '../connector.ts';
import {
  blankAuthor,
  blankVideo,
  LEFT_OUT,
  type Readable,
  type SeldomGiven,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import {
  count,
  decoded,
  flag,
  id,
  type Published,
  prose,
  publishedIso,
  secondsToMs,
  segment,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { joined, stripHtml, unixLines } from '../parsing/text.ts';

export const RUTUBE_SITE = 'https://rutube.ru';
const DAY_CHARS = '2026-11-15'.length;

/** Fields that this upstream never gives. */
export const RUTUBE_MISSING = [
  'language',
  'region',
  'published_text',
  'width',
  'height',
  'author.handle',
  'author.verified',
  'author.followers',
  'stats.likes',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'license',
];

const GIVES: SeldomGiven = ['category', 'updated_at'];

/** A 404 from Rutube has a JSON body; a 404 from a proxy in between has not. */
export function isRutubeUnknown({ status, body }: UpstreamResponse): boolean {
  return status === 404 && isObject(parseJson(body, false));
}

/** A hidden video opens only with a key. Some lists still contain deleted ones. */
export function isHidden({ is_hidden, is_deleted }: Json): boolean {
  return is_hidden === true || is_deleted === true;
}

export function toRutubeVideo(record: Json): Readable {
  const videoId = id(record.id);
  if (videoId === null) return null;
  if (isHidden(record)) return LEFT_OUT;
  const number = id(record.track_id);
  const isLive = record.is_livestream === true;
  return {
    ...blankVideo(videoId, RUTUBE_MISSING, GIVES),
    alt_ids: number === null || number === videoId ? [] : [number],
    url: url(record.video_url) ?? joined(RUTUBE_SITE, '/video/', segment(videoId), '/'),
    embed_url: url(record.embed_url) ?? joined(RUTUBE_SITE, '/play/embed/', segment(videoId)),
    kind: isLive ? 'live' : 'video',
    title: decoded(record.title),
    ...prose(record.description, (words) => stripHtml(unixLines(words))),
    tags: tagsOf(record),
    ...dayOf(record.publication_ts ?? record.created_ts),
    duration_ms: isLive ? null : secondsToMs(record.duration),
    author: toRutubeVideoAuthor(object(record.author)),
    stats: { ...unknownStats, views: count(record.hits), comments: count(record.comments_count) },
    thumbnails: thumbnails([record.thumbnail_url, record.picture_url]),
    nsfw: flag(record.is_adult),
    category: text(object(record.category).name),
    updated_at: dayOf(record.last_update_ts).published_at,
  };
}

/** A time with a zone is used as it is. */
function dayOf(value: unknown): Published {
  const whole = publishedIso(value);
  return whole.published_at === null ? publishedIso(text(value)?.slice(0, DAY_CHARS)) : whole;
}

/** Strings, or objects with a name. */
function tagsOf({ tags, hashtags }: Json): string[] {
  const all = [...array(tags), ...array(hashtags)];
  const names = all.flatMap((tag) => [...texts(tag), ...texts(object(tag).name)]);
  return [...new Set(names.map((name) => name.replace(/^#/, '')))].filter((name) => name !== '');
}

export function toRutubeVideoAuthor(author: Json): ParsedVideo['author'] {
  const authorId = id(author.id);
  return {
    ...unknownAuthor,
    id: authorId,
    name: decoded(author.name),
    url:
      url(author.site_url, RUTUBE_SITE) ??
      (authorId && joined(RUTUBE_SITE, '/channel/', segment(authorId), '/')),
    avatar_url: url(author.avatar_url),
  };
}

/** Fields that this upstream never gives for an author. */
export const RUTUBE_AUTHOR_MISSING = [
  'handle',
  'verified_text',
  'country',
  'following',
  'stats.likes',
  'private',
  'live',
];

/** null when the record is not an author. */
export function toRutubeAuthor(profile: Json): ParsedAuthor | null {
  const authorId = id(profile.id);
  const name = decoded(profile.name);
  if (authorId === null || name === null) return null;
  const words = text(profile.description);
  const { url: page, avatar_url } = toRutubeVideoAuthor(profile);
  return {
    ...blankAuthor(authorId, RUTUBE_AUTHOR_MISSING),
    name,
    url: page,
    avatar_url,
    banner_url: url(object(profile.appearance).cover_image),
    text: (words && stripHtml(unixLines(words))) || null,
    kind: 'channel',
    verified: flag(profile.is_official),
    joined_at: dayOf(profile.date_joined).published_at,
    followers: count(profile.subscribers_count),
    stats: { videos: count(profile.video_count), views: count(profile.hits), likes: null },
  };
}
