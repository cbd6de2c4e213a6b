// The record of a video at Vimeo: which fields are asked for, how each is read, and which videos are not public.
import type { LiveState, ParsedVideo } from '../../domain/video.ts';
import {
  blankVideo,
  LEFT_OUT,
  type Readable,
  type SeldomGiven,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { broadcast } from '../parsing/broadcast.ts';
import {
  count,
  type Published,
  publishedIso,
  secondsToMs,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { unixLines } from '../parsing/text.ts';

/** Only these are asked for: Vimeo allows a higher rate to requests that name their fields. */
export const VIMEO_FIELDS = [
  'uri,name,description,duration,width,height,language,created_time,modified_time,release_time,link,player_embed_url',
  'pictures.sizes,tags.name,stats.plays,license,content_rating,categories.name,live.status,live.scheduled_start_time',
  'metadata.connections.likes.total,metadata.connections.comments.total,metadata.connections.texttracks.total,privacy.view',
  'user.uri,user.name,user.link,user.pictures.sizes,user.metadata.connections.followers.total',
].join(',');

/** Fields that this upstream never gives. */
export const VIMEO_MISSING = [
  'alt_ids',
  'region',
  'published_text',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'author.handle',
  'author.verified',
  'license.url',
];

const GIVES: SeldomGiven = ['category', 'captions', 'live', 'updated_at'];

/** Values of `privacy.view` that mean that the video is not public. */
const NOT_PUBLIC = ['nobody', 'contacts', 'password', 'unlisted', 'users', 'team', 'disable'];

export function isPublicAtVimeo({ privacy }: Json): boolean {
  return !NOT_PUBLIC.includes(text(object(privacy).view) ?? '');
}

export function toVideo(record: Json): Readable {
  const videoId = uriTail(record.uri);
  if (videoId === null) return null;
  if (!isPublicAtVimeo(record)) return LEFT_OUT;
  const description = text(record.description);
  const isLive = object(record.live).status === 'streaming';
  return {
    ...blankVideo(videoId, VIMEO_MISSING, GIVES),
    url: url(record.link),
    embed_url: url(record.player_embed_url),
    kind: isLive ? 'live' : 'video',
    title: text(record.name),
    text: description === null ? null : unixLines(description),
    tags: array(record.tags).flatMap((tag) => text(object(tag).name) ?? []),
    language: toLanguage(record.language),
    ...published(record),
    // A running stream has the duration 0.
    duration_ms: isLive ? null : secondsToMs(record.duration),
    ...size(record),
    author: toAuthor(object(record.user)),
    stats: toStats(record),
    thumbnails: pictures(record.pictures),
    license: toLicense(record.license),
    nsfw: toNsfw(record.content_rating),
    category: text(object(array(record.categories)[0]).name),
    captions: toCaptions(record),
    live: toLive(object(record.live)),
    updated_at: publishedIso(record.modified_time).published_at,
  };
}

function toCaptions(record: Json): boolean | null {
  const tracks = count(object(connections(record).texttracks).total);
  return tracks === null ? null : tracks > 0;
}

/** The states of a broadcast before it begins, and after it has ended. */
const LIVE_STATES = new Map<unknown, LiveState>([
  ['pending', 'upcoming'],
  ['ready', 'upcoming'],
  ['unavailable', 'upcoming'],
  ['streaming', 'on_air'],
  ['done', 'ended'],
  ['archived', 'ended'],
]);

function toLive({ status, scheduled_start_time }: Json): ParsedVideo['live'] {
  const state = LIVE_STATES.get(status);
  if (state === undefined) return null;
  return broadcast(state, { scheduled_at: publishedIso(scheduled_start_time).published_at });
}

/** `/videos/123` is the video 123. */
export function uriTail(uri: unknown): string | null {
  return /\/([^/?#]+)$/.exec(text(uri) ?? '')?.[1] ?? null;
}

/**
 * An unlisted video has a key after its number, `/videos/123:ab12`, and also answers to the number alone. A caller that sends a key means
 * the same video, even after it has lost its key.
 */
export function vimeoNamesOf(record: Json, asked = ''): (string | null)[] {
  const own = uriTail(record.uri);
  const [number] = own?.split(':', 1) ?? [];
  return [own, number ?? null, ...(asked.split(':', 1)[0] === own ? [asked] : [])];
}

/** Vimeo gives the language "none" for videos without speech. */
function toLanguage(value: unknown): string | null {
  const language = text(value);
  return language === null || /^(?:none|und|zxx)$/i.test(language) ? null : language;
}

/** A video can be uploaded long before it is released. */
function published(record: Json): Published {
  const released = publishedIso(record.release_time);
  return released.published_at === null ? publishedIso(record.created_time) : released;
}

export function toAuthor(user: Json): ParsedVideo['author'] {
  return {
    ...unknownAuthor,
    id: uriTail(user.uri),
    name: text(user.name),
    url: url(user.link),
    avatar_url: pictures(user.pictures)[0]?.url ?? null,
    followers: count(object(connections(user).followers).total),
  };
}

function connections({ metadata }: Json): Json {
  return object(object(metadata).connections);
}

function toStats(record: Json): ParsedVideo['stats'] {
  const { likes, comments } = connections(record);
  return {
    ...unknownStats,
    // null where the owner hides it.
    views: count(object(record.stats).plays),
    likes: count(object(likes).total),
    comments: count(object(comments).total),
  };
}

function pictures(value: unknown): ParsedVideo['thumbnails'] {
  return thumbnails(array(object(value).sizes));
}

/** Vimeo writes `by-nc-sa` and `cc0`. It does not give the version of the licence, so there is no address for it. */
function toLicense(value: unknown): ParsedVideo['license'] {
  const short = text(value);
  if (short === null) return null;
  return { name: short.startsWith('by') ? `CC ${short.toUpperCase()}` : short.toUpperCase(), url: null };
}

/** `unrated`, and ratings for reasons other than nudity, leave it unknown. */
function toNsfw(value: unknown): boolean | null {
  const ratings = texts(value);
  if (ratings.includes('nudity')) return true;
  return ratings.includes('safe') ? false : null;
}
