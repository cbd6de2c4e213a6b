// Reads Coub's records: loops, and the channels that made them. Addresses of pictures are templates with a placeholder for a size; the
// available sizes are listed beside them.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
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
  publishedIso,
  secondsToMs,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { joined, unixLines } from '../parsing/text.ts';

const SITE = 'https://coub.com';

/** Fields that this upstream never gives. */
export const LOOP_MISSING = [
  'text',
  'language',
  'region',
  'published_text',
  'author.verified',
  'stats.shares',
  'stats.saves',
  'stats.downloads',
  'stats.danmaku',
  'license',
];

const GIVES: SeldomGiven = ['updated_at'];

/** Not public: withheld by its maker, or banned by the platform. A record that states neither is public. */
export function isWithheld({ visibility_type, banned }: Json): boolean {
  const visibility = text(visibility_type);
  return banned === true || (visibility !== null && visibility !== 'public');
}

export function toLoop(record: Json): Readable {
  const permalink = text(record.permalink);
  if (permalink === null) return null;
  if (isWithheld(record)) return LEFT_OUT;
  const number = id(record.id);
  return {
    ...blankVideo(permalink, LOOP_MISSING, GIVES),
    alt_ids: number === null ? [] : [number],
    url: joined(SITE, '/view/', segment(permalink)),
    embed_url: joined(SITE, '/embed/', segment(permalink)),
    title: decoded(record.title),
    tags: array(record.tags).flatMap((tag) => texts(object(tag).title)),
    ...publishedIso(record.published_at ?? record.created_at),
    duration_ms: secondsToMs(record.duration),
    ...largest(record.dimensions),
    author: toAuthor(object(record.channel)),
    stats: {
      ...unknownStats,
      views: count(record.views_count) ?? count(record.views_increase_count),
      likes: count(record.likes_count),
      comments: count(record.comments_count),
      reposts: count(record.recoubs_count),
    },
    thumbnails: thumbnails([fromTemplate(record.image_versions, PICTURE_SIZES), record.picture]),
    nsfw: nsfwOf(record),
    updated_at: publishedIso(record.updated_at).published_at,
  };
}

/** Named sizes, each with a pair of numbers. */
function largest(dimensions: unknown): Pick<ParsedVideo, 'width' | 'height'> {
  const { big, med } = object(dimensions);
  const [width, height] = array(big ?? med);
  return size({ width, height });
}

function nsfwOf(record: Json): boolean | null {
  const said = ['age_restricted', 'age_restricted_by_admin', 'not_safe_for_work'].map((name) =>
    flag(record[name]),
  );
  return said.includes(true) ? true : (said.find((value) => value !== null) ?? null);
}

/** Fields that this upstream never gives for a channel. */
export const CHANNEL_MISSING = ['verified', 'verified_text', 'country', 'private', 'live'];

/** null when the record is not a channel. */
export function toChannel(channel: Json): ParsedAuthor | null {
  const number = id(channel.id);
  const { handle, name, url: page, avatar_url, followers } = toAuthor(channel);
  if (number === null || handle === null) return null;
  const meta = { ...object(channel.contacts), ...object(channel.meta) };
  const words = text(channel.description) ?? text(meta.description);
  return {
    ...blankAuthor(number, CHANNEL_MISSING),
    handle,
    name,
    url: page,
    avatar_url,
    banner_url: url(channel.timeline_banner_image) ?? url(channel.background_image),
    text: words && unixLines(words),
    kind: 'channel',
    joined_at: publishedIso(channel.created_at).published_at,
    followers,
    following: count(channel.following_count),
    stats: {
      videos: count(channel.simple_coubs_count) ?? count(channel.coubs_count),
      views: count(channel.views_count),
      likes: count(channel.likes_count),
    },
    links: LINKS.flatMap((title) => {
      const address = url(meta[title]);
      return address === null ? [] : [{ title, url: address }];
    }),
  };
}

/** The maker's pages on other sites. Some makers enter a name instead of an address; that is not a link. */
const LINKS = ['homepage', 'youtube', 'vimeo', 'tumblr', 'twitter', 'facebook'];

function toAuthor(channel: Json): ParsedVideo['author'] {
  const handle = text(channel.permalink);
  return {
    ...unknownAuthor,
    id: id(channel.id),
    handle,
    name: decoded(channel.title),
    url: handle === null ? null : joined(SITE, '/', segment(handle)),
    avatar_url: fromTemplate(channel.avatar_versions, AVATAR_SIZES),
    followers: count(channel.followers_count),
  };
}

/** Largest first. */
const PICTURE_SIZES = ['big', 'med', 'ios_large', 'small'];
const AVATAR_SIZES = ['profile_pic_new_2x', 'profile_pic_new', 'profile_pic', 'medium_2x', 'medium', 'small'];
const PLACE = '%{version}';

/** The address of the first available size. A template without a placeholder already is an address. */
function fromTemplate(versions: unknown, sizes: readonly string[]): string | null {
  const template = text(object(versions).template);
  if (template === null || !template.includes(PLACE)) return url(template);
  const there = texts(object(versions).versions);
  const version = sizes.find((name) => there.includes(name));
  return version === undefined ? null : url(joined(template.replace(PLACE, () => version)));
}
