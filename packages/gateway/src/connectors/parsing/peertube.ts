// Owns the reading of PeerTube's records, as search and the page of one video give them, of an instance and of Sepia Search.
import type { ParsedVideo } from '../../domain/video.ts';
import type { Provider } from '../connector.ts';
import {
  count,
  flag,
  id,
  type Published,
  publishedIso,
  secondsToMs,
  text,
  texts,
  thumbnails,
  url,
} from './fields.ts';
import { array, type Json, object } from './json.ts';
import { joined, unixLines } from './text.ts';
import { originOf } from './url.ts';
import { blankVideo, LEFT_OUT, type Readable, unknownAuthor, unknownStats } from './video.ts';

/** Search gives at most 250 characters of a description, the last three being dots. Emoji make it a little less. */
const CUT_TEXT_CHARS_MIN = 240;

const PUBLIC = 1;

/**
 * Search lists public videos alone. A record that says otherwise came by a way that checks nothing: it is unlisted (2), private
 * (3), internal (4) or behind a password (5), or was blocked. Sepia leaves the field out of some records.
 */
export function isPublic({ privacy, blacklisted }: Json): boolean {
  const level = count(object(privacy).id ?? privacy);
  return (level === null || level === PUBLIC) && blacklisted !== true;
}

/** Fields that nobody gives in a list. */
export const LISTED_MISSING = [
  'region',
  'published_text',
  'width',
  'height',
  'license.url',
  'author.verified',
  'author.followers',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.danmaku',
];
/** An instance keeps tags for the page of one video. */
const MISSING_WITH_TAGS = [...LISTED_MISSING, 'tags'];
/** Fields that the page of one video does not have. */
export const WHOLE_MISSING = LISTED_MISSING.filter((field) => field !== 'author.followers');

/** A record as a list has it: the text may be cut, and tags are Sepia's alone. */
export function listedVideo(record: Json, provider: Provider): Readable {
  const video = toVideo(record, provider, Array.isArray(record.tags) ? LISTED_MISSING : MISSING_WITH_TAGS);
  if (video === null || video === LEFT_OUT) return video;
  const isCut = video.text?.endsWith('...') === true && video.text.length >= CUT_TEXT_CHARS_MIN;
  return { ...video, text_truncated: isCut };
}

/** A record as the page of one video has it: whole, with the followers of its channel. */
export function wholeVideo(record: Json, provider: Provider): Readable {
  const video = toVideo(record, provider, WHOLE_MISSING);
  if (video === null || video === LEFT_OUT) return video;
  const followers = count(object(record.channel).followersCount);
  return { ...video, author: { ...video.author, followers } };
}

function toVideo(record: Json, provider: Provider, missing: readonly string[]): Readable {
  const uuid = id(record.uuid);
  if (uuid === null) return null;
  if (!isPublic(record)) return LEFT_OUT;
  const home = url(record.url);
  const host = hostOf(record, home, provider);
  // Of the two, a list may have the shorter one alone.
  const description = text(record.description) ?? text(record.truncatedDescription);
  return {
    ...blankVideo(uuid, missing),
    alt_ids: texts(record.shortUUID),
    url: home,
    embed_url: url(record.embedUrl) ?? url(record.embedPath, host),
    kind: record.isLive === true ? 'live' : 'video',
    title: text(record.name),
    text: description === null ? null : unixLines(description),
    tags: texts(record.tags),
    language: text(object(record.language).id),
    ...published(record),
    duration_ms: record.isLive === true ? null : secondsToMs(record.duration),
    author: toAuthor(record, host),
    stats: toStats(record),
    thumbnails: toThumbnails(record, host),
    license: toLicense(object(record.licence)),
    nsfw: flag(record.nsfw),
  };
}

/** Only instances say `isLocal`, and the paths they give are their own. Sepia's are those of the video's home. */
function hostOf(record: Json, home: string | null, provider: Provider): string | null {
  return home === null || typeof record.isLocal === 'boolean' ? provider.baseUrl : originOf(home);
}

function published(record: Json): Published {
  const original = publishedIso(record.originallyPublishedAt);
  return original.published_at === null ? publishedIso(record.publishedAt) : original;
}

function toAuthor(record: Json, host: string | null): ParsedVideo['author'] {
  const account = object(record.account);
  const channel = object(record.channel);
  const by = text(channel.name) === null ? account : channel;
  return actor({ ...by, host: by.host ?? account.host }, host);
}

/**
 * An account or a channel. Its handle is its id: instances number the authors that they know, each in its own way, and find none by
 * such a number.
 */
export function actor(by: Json, host: string | null): ParsedVideo['author'] {
  const name = text(by.name);
  const handle = actorHandle(by);
  return {
    ...unknownAuthor,
    id: handle,
    handle,
    name: text(by.displayName) ?? name,
    url: url(by.url),
    avatar_url: largest(by.avatars ?? by.avatar, host),
  };
}

/** `name@host`, which is the same on every instance. */
export function actorHandle(by: Json): string | null {
  const name = text(by.name);
  const at = text(by.host);
  return name === null || at === null ? name : joined(name, '@', at);
}

/** The address of the largest of several pictures. */
export function largest(pictures: unknown, host: string | null): string | null {
  // Instances before version 4.2 have one picture in place of a list.
  const known = (Array.isArray(pictures) ? pictures : [pictures]).map(object);
  const sized = known.map((picture) => ({
    ...picture,
    url: picture.fileUrl ?? picture.url ?? picture.path,
  }));
  return thumbnails(sized, host)[0]?.url ?? null;
}

function toStats(record: Json): ParsedVideo['stats'] {
  return {
    ...unknownStats,
    views: count(record.views),
    likes: count(record.likes),
    comments: count(record.comments),
    downloads: count(record.downloads),
  };
}

function toThumbnails(record: Json, host: string | null): ParsedVideo['thumbnails'] {
  const sized = array(record.thumbnails).map(object);
  return thumbnails(
    [
      ...sized.map((picture) => ({ ...picture, url: picture.fileUrl })),
      record.previewUrl ?? record.previewPath,
      record.thumbnailUrl ?? record.thumbnailPath,
    ],
    host,
  );
}

/** A licence that was not chosen reads `{id: null, label: "Unknown"}`. */
function toLicense(licence: Json): ParsedVideo['license'] {
  const name = text(licence.label);
  return id(licence.id) === null || name === null ? null : { name, url: null };
}
