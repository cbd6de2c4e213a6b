// Reads Dailymotion's records, as searches and look-ups give them. Private videos are never passed on.
import type { ParsedVideo } from '../../domain/video.ts';
import type { Absent, Provider } from '../connector.ts';
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
  decoded,
  flag,
  id,
  publishedSeconds,
  secondsToMs,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { type Json, object } from '../parsing/json.ts';
import { joined, stripHtml, unixLines } from '../parsing/text.ts';

const PLAYERS = 'https://geo.dailymotion.com/player/';

/** Fields that this upstream never gives. */
export const DAILYMOTION_MISSING = [
  'alt_ids',
  'published_text',
  'author.followers',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'license',
];

const GIVES: SeldomGiven = ['category', 'live', 'updated_at'];

/** Ids of private videos begin with "k". */
export function isPrivateVideo(record: Json): boolean {
  return record.private === true || id(record.id)?.startsWith('k') === true;
}

export function dailymotionVideo(record: Json, { options }: Provider): Readable {
  const videoId = id(record.id);
  if (videoId === null) return null;
  if (isPrivateVideo(record)) return LEFT_OUT;
  const isLive = isOnAir(record);
  const description = text(record.description);
  return {
    ...blankVideo(videoId, DAILYMOTION_MISSING, GIVES),
    url: url(record.url),
    embed_url: toEmbedUrl(record, videoId, options.player_id),
    kind: isLive ? 'live' : 'video',
    title: decoded(record.title),
    text: (description && stripHtml(unixLines(description))) || null,
    tags: texts(record.tags),
    language: text(record.language),
    region: text(record.country),
    ...publishedSeconds(record.created_time),
    duration_ms: isLive ? null : secondsToMs(record.duration),
    ...size(record),
    author: dailymotionOwner(record),
    stats: {
      ...unknownStats,
      views: count(record.views_total),
      likes: count(record.likes_total),
      comments: count(record.comments_total),
    },
    thumbnails: dailymotionThumbnails(record),
    nsfw: flag(record.explicit),
    category: text(record.channel),
    // Off the air, it does not say whether a broadcast is to come or over.
    live: isLive ? broadcast('on_air', { viewers: count(record.audience) }) : null,
    updated_at: publishedSeconds(record.updated_time).published_at,
  };
}

/**
 * The owner may forbid embedding. Since February 2026 an embed address without the id of a player gives 403, also the platform's own
 * `embed_url`. Only the operator's own player makes an address that works.
 */
function toEmbedUrl({ allow_embed }: Json, videoId: string, playerId: string | undefined): string | null {
  if (allow_embed !== true || playerId === undefined) return null;
  return joined(PLAYERS, segment(playerId), '.html?video=', segment(videoId));
}

/** A recorded video has no live status, or one that states that the broadcast is over. */
function isOnAir({ live_status, onair }: Json): boolean {
  return onair === true || /^(?:on|live|on_?air|started|streaming)$/i.test(text(live_status) ?? '');
}

/** Fields of the owner stand beside those of the video, with a dot in their names. */
export function dailymotionOwner(record: Json): ParsedVideo['author'] {
  const owner = (name: string): unknown => record[`owner.${name}`] ?? object(record.owner)[name];
  const handle = text(owner('username'));
  return {
    ...unknownAuthor,
    id: id(owner('id')) ?? id(record.owner),
    handle,
    name: decoded(owner('screenname')) ?? handle,
    url: url(owner('url')),
    avatar_url: AVATARS.map((avatar) => url(owner(avatar))).find((address) => address !== null) ?? null,
    verified: flag(owner('verified')) ?? flag(record.verified),
  };
}

/** We ask for the first size; an answer may have another. */
const AVATARS = [720, 480, 360, 240, 120, 80, 60].map((side) => `avatar_${side}_url`).concat('avatar_url');

/** Pictures are named by their height; the width depends on the video. We ask for two sizes; an answer may have others. */
const PICTURE_HEIGHTS = [1080, 720, 480, 360, 240];

export function dailymotionThumbnails(record: Json): ParsedVideo['thumbnails'] {
  const sized = PICTURE_HEIGHTS.map((height) => ({ url: record[`thumbnail_${height}_url`], height }));
  return thumbnails([...sized, { url: record.thumbnail_url }]);
}

/**
 * Reads an error about the video itself; any other error is about the request. Older servers do not name the subject of an error, so its
 * message must name it.
 */
export function absenceOf({ type, code, error_data }: Json): Absent | null {
  const { object_type, reason } = object(error_data);
  const isNamed = object_type === 'video';
  if (!isNamed && object_type !== undefined) return null;
  if (type === 'not_found' || (isNamed && count(code) === 404)) return absent();
  if (count(code) !== 403) return null;
  const why = text(reason) ?? '';
  if (/password/i.test(why)) return absent('password');
  if (/private/i.test(why)) return absent('private');
  if (/geo|country/i.test(why)) return absent('region');
  return isNamed ? absent() : null;
}

/** The absence of a video that an answer states. */
export function absentVideo(body: unknown): Absent | null {
  const { error } = object(body);
  return error === undefined ? null : absenceOf(object(error));
}
